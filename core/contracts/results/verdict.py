"""A verdict: what a comparison says, in one form wherever one is shown (source: design/truth.md, "Wire")."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Against = Literal["coin", "b", "below", "plain_rate", "published"]
"""What is compared with: the coin on the same days, the days of B, those below a cut, the plain rate as a
forecast, a published figure.
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
"""`more`, `fewer`, `better` and `worse`: the p adjusted for all that is tested is below 0.05.

`looks_different`: p alone is.
"""

Untested = Literal[
    "no_coin",
    "fixed_by_filter",
    "known_by_then",
    "too_few",
    "no_chance",
    "no_pair",
    "twin",
    "other_market",
]
"""Why there is no test: no bar of the day decides the feature; a filter leaves it no choice; it is certain by
the question's bar; fewer than 10 days; the coin leaves it almost no choice; no matched day has a coin day
that matches; the answer tests the same question under another name; the figure is of another market."""


class Verdict(Struct, frozen=True, gc=False):
    """What a comparison says: its code, and the same in `words`. With a `reason` there is no `p`."""

    against: Against
    code: Code
    words: str
    reason: Untested | None = None
    p: float | None = None
    adjusted_p: float | None = None
