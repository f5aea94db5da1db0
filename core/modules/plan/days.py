"""One feature on one side of a plan: its days as holes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import Interval, Moments
from core.modules.feature_view import Scale
from core.modules.plan.figures import Count, Wanted
from core.modules.plan.template import Figure, Hole


@dataclass(frozen=True, slots=True)
class Days:
    """The matched or the other days of a feature.

    In the running sum its codes begin at `start` and are `size`, a null after them; totals begin at `totals`
    as its places do at 0. `values` are begin and end of a numeric's days by value, `tracks` the feature's by
    name. `place` is the feature's in the list, `side` 0 or 1.
    """

    definition: FeatureDefinition
    scale: Scale
    wanted: Wanted
    start: int
    size: int
    values: tuple[int, int]
    place: int
    side: int
    totals: int
    tracks: Mapping[str, Days] = field(default_factory=dict)

    def count(self, first: int, stop: int) -> Count:
        """Days with a code from `first` to before `stop`."""
        low, high = (self.start + max(0, min(code, self.size)) for code in (first, stop))
        return self.wanted.place("count", low, high)

    @property
    def n(self) -> Count:
        """Days with a value."""
        return self.count(0, self.size)

    @property
    def total(self) -> Count:
        """The values of all days added up."""
        return self.wanted.place("count", self.totals + self.start, self.totals + self.start + self.size)

    @property
    def missing(self) -> Figure:
        """Days without a value."""
        return self.wanted.hole("count", self.start + self.size, self.start + self.size + 1)

    def codes(self) -> list[Count]:
        """Days by code."""
        return [self.count(code, code + 1) for code in range(self.size)]

    def bars(self, first: int, last: int) -> Count:
        """Days whose event fell on a bar from first to last."""
        return self.count(first - self.scale.first, last + 1 - self.scale.first)

    def sorted_between(self, first: int, stop: int) -> Count:
        """A numeric's days between two places among all its values in ascending order."""
        return self.wanted.place("count", self.values[0] + first, self.values[0] + stop)

    def ranked(self) -> Count:
        """The days that a rank is counted among: a numeric's by value, others' by code."""
        if self.definition.kind == "numeric":
            return self.wanted.place("count", *self.values)
        return self.n

    def quantile(self, probability: float, among: Count | None = None) -> Figure:
        """Type 7, of all days or of those of a count."""
        ranked = self.ranked() if among is None else among
        return self.wanted.hole("quantile", ranked, probability)

    def ends(self, lower: float, upper: float) -> list[Figure]:
        """Two quantiles."""
        return [self.quantile(lower), self.quantile(upper)]

    def median_interval(self) -> Interval:
        """The two order statistics around the median."""
        place = self.wanted.place("edge", self.ranked())
        low, high = holes(place, "low edge", "high edge")
        return Interval(low, high)

    def moments(self) -> Moments:
        """Mean, deviation and skewness."""
        place = self.wanted.place("moments", self.ranked())
        mean, std, skewness = (_hole("moments", 3 * place + i) for i in range(3))
        return Moments(mean, std, skewness)

    def shown(self, days: Count) -> Figure:
        """A number of days."""
        return Hole("count", days)

    def share(self, days: Count, of: Count) -> Figure:
        """A fraction."""
        return self.wanted.hole("share", days, of)

    def pct(self, days: Count, of: Count, times: int = 1) -> Figure:
        """A percentage of so many `times` a number."""
        return self.wanted.hole("pct", days, of, times)

    def largest(self) -> Figure:
        """The largest whole number."""
        return self.wanted.hole("top", self.n)

    def wilson(self, days: Count, of: Count) -> Interval:
        """Wilson's interval of a share."""
        place = self.wanted.place("wilson", days, of)
        lower, upper = holes(place, "lower", "upper")
        return Interval(lower, upper)

    def distinct(self, kind: str) -> Figure:
        """A figure that is made for this feature and side by itself."""
        return self.wanted.hole(kind, self.side, self.start)


@dataclass(frozen=True, slots=True)
class Sides:
    """A feature's matched and other days; `cuts` gives an edge's place among all its values in order."""

    matched: Days
    others: Days
    cuts: Callable[[float, str], int]


def _hole(kind: str, place: int) -> Figure:
    return Hole(kind, place)


def holes(place: int, *kinds: str) -> list[Figure]:
    """The figures of several kinds that were asked for together."""
    return [_hole(kind, place) for kind in kinds]
