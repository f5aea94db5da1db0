"""A verdict: what a comparison says, in one form wherever one is shown (source: design/truth.md, "Wire")."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Against = Literal["coin", "others", "b", "years", "recent", "published"]
"""What days are compared with: the coin on the same days, the dates' other days, the other side, the calendar
years among themselves, the last 250 days with those before, a published figure."""

Code = Literal[
    "more",
    "fewer",
    "could_be_chance",
    "looks_different",
    "differs",
    "agrees",
    "cannot_tell",
    "not_tested",
]
"""`looks_different`: p is below 0.05 and the p adjusted for what one answer tests is not."""

Untested = Literal[
    "no_coin",
    "fixed_by_filter",
    "known_by_then",
    "too_few",
    "no_chance",
    "no_pair",
    "one_year",
    "twin",
    "other_market",
]
"""Why there is no test: no bar of the day decides the feature; a filter leaves it no choice; it is certain by
the question's bar; fewer than 10 days; the coin leaves it almost no choice; no matched day has a coin day
that matches; the days are of one year; the answer tests the same question under another name; the figure is
of another market."""


class Verdict(Struct, frozen=True, gc=False):
    """What is said of a comparison. `words` follow `adjusted_p` and nothing else; a `reason` has no `p`."""

    against: Against
    code: Code
    words: str
    reason: Untested | None = None
    p: float | None = None
    adjusted_p: float | None = None
