"""A verdict: what a comparison says, in one form wherever one is shown (source: design/truth.md, "Wire")."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Against = Literal["coin", "others", "b", "below", "years", "recent", "first_half", "plain_rate", "published"]
"""What is compared with: the coin on the same days; the other days; the days of B; those below a cut; one
year with another; the last 250 days with all before; the first half of the days with those after them; the
plain rate as a forecast; a published figure.
"""

Code = Literal[
    "more",
    "fewer",
    "better",
    "worse",
    "could_be_chance",
    "looks_different",
    "differs",
    "agrees",
    "cannot_tell",
    "not_tested",
]
"""`more`, `fewer`, `better`, `worse` and, of years, `differs`: the p adjusted for all that is tested is below
0.05. `looks_different`: p alone is, the 95 % interval leaves out 0, or a detector alarmed.
"""

Untested = Literal[
    "no_coin",
    "fixed_by_filter",
    "known_by_then",
    "too_few",
    "no_chance",
    "no_common_year",
    "no_pair",
    "same_days",
    "twin",
    "one_year",
    "other_market",
]
"""Why there is no test: no bar of the day decides the feature; a filter leaves it no choice; it is certain by
the question's bar; too few days; the coin, or the days together, leave it almost no choice; no year has both
matched and other days; no matched day has a coin day that matches; both
sides have the same days; the answer tests the same question under
another name; all days are of one year; the figure is of another market."""


class Verdict(Struct, frozen=True, gc=False):
    """What a comparison says: its code, and the same in `words`. With a `reason` there is no `p`.

    `adjusted_p` is adjusted for the `family_size` questions that the answer tests against the same thing;
    null where it is adjusted otherwise.
    """

    against: Against
    code: Code
    words: str
    reason: Untested | None = None
    p: float | None = None
    adjusted_p: float | None = None
    family_size: int | None = None
