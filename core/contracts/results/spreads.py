"""Answers of the modules that tell how values spread: see `core.figures.kinds.spreads`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from core.contracts.results.rates import CoinRate, Interval, NoCoin, OtherDays
from core.contracts.results.verdict import Verdict


class HistogramBin(Struct, frozen=True, gc=False):
    """Days with lower <= value < upper; lower = upper is exactly that integer, null is open."""

    lower: float | None
    upper: float | None
    count: int


class Quartiles(Struct, frozen=True, gc=False):
    """The middle of the other days."""

    n: int
    median: float | None
    q1: float | None
    q3: float | None


class CoinQuartiles(Struct, frozen=True, gc=False):
    """The middle of a coin's values on `days` compared days; the verdict is on the days above its median."""

    days: int
    q1: float
    median: float
    q3: float
    verdict: Verdict


class LabelCount(Struct, frozen=True, gc=False):
    """One label of an enum: days, percentage of the days with a value, interval as fractions."""

    label: str
    value: str
    count: int
    pct: float | None
    confidence_interval: Interval
    others: OtherDays | None = None
    coin: CoinRate | NoCoin | None = None


class NumberPart(Struct, frozen=True, gc=False):
    """The middle of the matched and the other days on which the event `split_by` happened, or did not.

    `label` says which of the two.
    """

    split_by: str
    happened: bool
    label: str
    matched: Quartiles
    others: Quartiles | None = None


class NumberDistribution(Struct, frozen=True, gc=False):
    """basic_distribution of a numeric or a count; `parts` where an event splits what the number means."""

    n: int
    mean: float | None
    std: float | None
    min: float | None
    q1: float | None
    median: float | None
    q3: float | None
    max: float | None
    histogram: list[HistogramBin]
    median_interval: Interval
    others_histogram: list[int] | None = None
    others: Quartiles | None = None
    parts: list[NumberPart] | None = None
    coin: CoinQuartiles | NoCoin | None = None


class LabelDistribution(Struct, frozen=True, gc=False):
    """basic_distribution of an enum, in the feature's order with a neutral label last."""

    n: int
    labels: list[LabelCount]


class CategoricalDistribution(Struct, frozen=True, gc=False):
    """An enum of position: {label: [days, percentage]} in the feature's own order."""

    distribution: dict[str, list[float | None]]
    total_observations: int
    labels: list[LabelCount]
    others: CategoricalDistribution | None = None


class RangeSummary(Struct, frozen=True, gc=False):
    """Spread of a numeric: [min, max], median, [q1, q3]; null without a day."""

    full_range: list[float] | None
    median: float | None
    iqr_range: list[float] | None


class Moments(Struct, frozen=True, gc=False):
    """Mean, sample deviation and adjusted Fisher-Pearson skewness."""

    mean: float | None
    std: float | None
    skewness: float | None


class PercentageDistribution(Struct, frozen=True, gc=False):
    """A numeric over its catalogue ranges: {label: [days, percentage]}."""

    summary: RangeSummary
    stats: Moments
    distribution: dict[str, list[float | None]]
    others: PercentageDistribution | None = None


class ThresholdRange(Struct, frozen=True, gc=False):
    """One catalogue range: `count` days of `days` with a value."""

    label: str
    percentage: float | None
    count: int
    days: int
    confidence_interval: Interval
    others_percentage: float | None = None


class Reached(Struct, frozen=True, gc=False):
    """Share of days at or above an edge >= 0, at or below an edge < 0."""

    threshold: float
    direction: Literal["at_or_above", "at_or_below"]
    count: int
    percentage: float | None
    confidence_interval: Interval
    others_percentage: float | None = None


class ThresholdAnalysis(Struct, frozen=True, gc=False):
    """How far: the ranges, how often each edge was reached, and one plain sentence."""

    full_range: list[float] | None
    median: float | None
    ranges: list[ThresholdRange]
    reached: list[Reached]
    analysis: str
