"""What a plan makes feature by feature: whose each such figure is, and what a question says of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Floats, Wanted

TESTS = ("activity", "activity q", "labels", "labels q")

_KINDS = frozenset(
    ("activity", "labels", "conditioned", "look_ahead", "grade", "likeliest", "sentence", "largest")
) | {"bars", "by", "module", "baseline"}
"""What `Days.distinct` is asked for, by the first word."""

Distinct = Mapping[str, Sequence[Days]]
"""By kind, the days of each figure that is made by itself."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a plan is told of a question.

    `tests` (4, F) are the TESTS of its features in their order, NaN where one has none; `conditioned` names
    those that a filter names, `look_ahead` the filters that each one's known too late for. `modules` is, by
    feature, the JSON of what the plan does not answer itself.
    """

    tests: Floats
    conditioned: Collection[str]
    look_ahead: Mapping[str, Sequence[str]]
    modules: Mapping[str, Mapping[str, bytes]]


def all_days(sides: Sequence[Sides]) -> list[Days]:
    """The days of every feature on both sides, then those of their tracks."""
    own = [each for both in sides for each in (both.matched, both.others)]
    return [*own, *(track for each in own for track in each.tracks.values())]


def distinct_days(wanted: Wanted, days: Sequence[Days]) -> Distinct:
    """Whose figures are made by themselves, in the order of each kind's places."""
    at = {(each.side, each.start): each for each in days}
    return {
        kind: [at[int(what[0]), int(what[1])] for what in places]
        for kind, places in wanted.kinds.items()
        if kind.split()[0] in _KINDS
    }


def spread_days(wanted: Wanted, days: Sequence[Days]) -> list[Days]:
    """Whose moments are asked for, in the order of their places."""
    ranked = {each.ranked(): each for each in days}
    return [ranked[int(what[0])] for what in wanted.kinds.get("moments", {})]
