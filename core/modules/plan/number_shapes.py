"""How values spread, with holes: quartiles, histogram, ranges and edges."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from core.contracts.results import (
    HistogramBin,
    NumberDistribution,
    PercentageDistribution,
    Quartiles,
    RangeSummary,
    Reached,
    ThresholdAnalysis,
    ThresholdRange,
)
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Count
from core.modules.threshold_analysis import edges_of


def number_distribution(sides: Sides) -> NumberDistribution:
    """`core.modules.basic_distribution` of a number, with holes."""
    days, others = sides.matched, sides.others
    moments = days.moments()
    minimum, q1, median, q3, maximum = (days.quantile(p) for p in (0, 0.25, 0.5, 0.75, 1))
    return NumberDistribution(
        n=days.shown(days.n),
        mean=moments.mean,
        std=moments.std,
        min=minimum,
        q1=q1,
        median=median,
        q3=q3,
        max=maximum,
        histogram=_histogram(sides),
        median_interval=days.median_interval(),
        others_histogram=[others.shown(met) for met in _bins(sides, others)],
        others=Quartiles(others.shown(others.n), *(others.quantile(p) for p in (0.5, 0.25, 0.75))),
    )


def _histogram(sides: Sides) -> list[HistogramBin]:
    scale, met = sides.matched.scale, map(sides.matched.shown, _bins(sides, sides.matched))
    if scale.histogram_edges is None:
        return [HistogramBin(float(value), float(value), days) for value, days in enumerate(met, scale.first)]
    cuts: list[float | None] = [None, *scale.histogram_edges[1:-1].tolist(), None]
    return [HistogramBin(low, high, days) for (low, high), days in zip(pairwise(cuts), met, strict=True)]


def _bins(sides: Sides, days: Days) -> list[Count]:
    edges = days.scale.histogram_edges
    if edges is None:
        return days.codes()
    inner = edges[1:-1].tolist()
    if days.definition.kind != "numeric":
        codes = [0, *(ceil(edge) - days.scale.first for edge in inner), days.size]
        return [days.count(low, high) for low, high in pairwise(codes)]
    places = [0, *(sides.cuts(edge, "left") for edge in inner), days.values[1] - days.values[0]]
    return [days.sorted_between(low, high) for low, high in pairwise(places)]


def percentage_distribution(sides: Sides) -> PercentageDistribution:
    """`core.modules.percentage_distribution` with holes."""
    return _ranges(sides.matched, _ranges(sides.others, None))


def _ranges(days: Days, others: PercentageDistribution | None) -> PercentageDistribution:
    labels = zip(days.scale.range_labels, days.codes(), strict=True)
    return PercentageDistribution(
        summary=RangeSummary(days.ends(0, 1), days.quantile(0.5), days.ends(0.25, 0.75)),
        stats=days.moments(),
        distribution={label: [days.shown(met), days.pct(met, days.n)] for label, met in labels},
        others=others,
    )


def threshold_analysis(sides: Sides) -> ThresholdAnalysis:
    """`core.modules.threshold_analysis` with holes."""
    days = sides.matched
    return ThresholdAnalysis(
        full_range=days.ends(0, 1),
        median=days.quantile(0.5),
        ranges=_threshold_ranges(days, sides.others),
        reached=[_reached(sides, edge) for edge in edges_of(days.definition)],
        analysis=days.distinct("sentence"),
    )


def _threshold_ranges(days: Days, others: Days) -> list[ThresholdRange]:
    return [
        ThresholdRange(
            label=label,
            percentage=days.pct(met, days.n),
            count=days.shown(met),
            days=days.shown(days.n),
            confidence_interval=days.wilson(met, days.n),
            others_percentage=others.pct(other, others.n),
        )
        for label, met, other in zip(days.scale.range_labels, days.codes(), others.codes(), strict=True)
    ]


def _reached(sides: Sides, edge: float) -> Reached:
    days, others = sides.matched, sides.others
    met, other = (_days_reaching(sides, each, edge) for each in (days, others))
    return Reached(
        threshold=edge,
        direction="at_or_above" if edge >= 0 else "at_or_below",
        count=days.shown(met),
        percentage=days.pct(met, days.n),
        confidence_interval=days.wilson(met, days.n),
        others_percentage=others.pct(other, others.n),
    )


def _days_reaching(sides: Sides, days: Days, edge: float) -> Count:
    if edge < 0:
        return days.sorted_between(0, sides.cuts(edge, "right"))
    return days.sorted_between(sides.cuts(edge, "left"), days.values[1] - days.values[0])
