"""Modules that read how a feature's values spread, and how far they go (statistics.md)."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from core.contracts.catalogue import FeatureDefinition
from core.contracts.ranges import ranges_of
from core.contracts.results import spreads as results
from core.contracts.results.rates import Interval
from core.figures.columns import LABELS, VALUE, Sheet, ranked
from core.figures.counting import Figures, Rate, Spread
from core.figures.kinds.registry import Feature, kind, with_others


def _count_spread(sheet: Sheet) -> None:
    """Histogram bins by number; separate values if an event splits the meaning."""
    days, (first, end) = sheet.days, sheet.everything
    if days.definition.kind == "enum":
        return
    cuts = list(range(first, end + 1))
    if days.histogram_edges is not None:
        own = sheet.columns[VALUE].values
        cuts = [first, *own.searchsorted(days.histogram_edges[1:-1]).tolist(), end]
    sheet.counts("histogram", {str(number): span for number, span in enumerate(pairwise(cuts))})
    if days.split is not None and days.numbers is not None:
        for happened, chosen in zip((True, False), days.split, strict=True):
            sheet.column(f"split {happened}", ranked(np.where(chosen, days.numbers, np.nan)))


@kind("Basic Distribution", _count_spread, (LABELS, "histogram"))
def basic_distribution(f: Feature) -> results.NumberDistribution | results.LabelDistribution:
    """Spread of a numeric or a count with its histogram, or an enum's labels, the neutral one last."""
    days, others = f.matched.spread(), f.others
    if f.definition.kind == "enum":
        labels = sorted(_labels(f), key=lambda each: each.value == f.definition.neutral_label)
        return results.LabelDistribution(f.matched.known, labels)
    return results.NumberDistribution(
        *(days.n, days.mean, days.deviation, days.least, days.q1, days.median, days.q3, days.most),
        histogram=_histogram(f.matched),
        median_interval=Interval(days.low, days.high),
        others_histogram=None if others is None else others.counts("histogram"),
        others=None if others is None else _quartiles(others.spread()),
        parts=_parts(f),
        coin=None if f.coin is None else f.coin.quartiles(days.median),
    )


def _histogram(figures: Figures) -> list[results.HistogramBin]:
    days, counts = figures.sheet.days, figures.counts("histogram")
    if days.histogram_edges is None:
        return [
            results.HistogramBin(float(value), float(value), n) for value, n in enumerate(counts, days.first)
        ]
    ends: list[float | None] = [None, *days.histogram_edges[1:-1].tolist(), None]
    return [results.HistogramBin(low, high, n) for (low, high), n in zip(pairwise(ends), counts, strict=True)]


def _parts(f: Feature) -> list[results.NumberPart] | None:
    """The middle of the values on days with and without the event."""
    event, labels = f.definition.split_by, f.definition.split_labels
    if event is None or labels is None or f.matched.sheet.days.split is None:
        return None
    return [
        results.NumberPart(
            event, happened, label, _quartiles(here), None if there is None else _quartiles(there)
        )
        for happened, label in zip((True, False), labels, strict=True)
        for here in [f.matched.spread(f"split {happened}")]
        for there in [None if f.others is None else f.others.spread(f"split {happened}")]
    ]


def _quartiles(days: Spread) -> results.Quartiles:
    return results.Quartiles(days.n, days.median, days.q1, days.q3)


def _labels(f: Feature) -> list[results.LabelCount]:
    """An enum's labels in its own order, with the same label on the other days and on coin days."""
    sheet, rates = f.matched.sheet, f.matched.rates(LABELS)
    others = [None if f.against_others is None else f.against_others.label(row) for row in range(len(rates))]
    coin = [None if f.coin is None else f.coin.label(row) for row in range(len(rates))]
    return [
        results.LabelCount(label, value, rate.days, rate.percentage, rate.interval, other, share)
        for label, value, rate, other, share in zip(
            sheet.label_names,
            sheet.definition.labels,
            rates,
            others,
            coin,
            strict=True,
        )
    ]


@kind("Categorical Distribution", bars=(LABELS,))
def categorical_distribution(f: Feature) -> results.CategoricalDistribution:
    """Days and percentage by label name, in the feature's own order."""
    others = None if f.others is None else _positions(Feature(f.others, None, f.baseline))
    return replace(_positions(f), others=others)


def _positions(f: Feature) -> results.CategoricalDistribution:
    labels = _labels(f)
    distribution: dict[str, list[float | None]] = {each.label: [each.count, each.pct] for each in labels}
    return results.CategoricalDistribution(distribution, f.matched.known, labels)


def _count_ranges(sheet: Sheet) -> None:
    """The catalogue's ranges by label, and the days that reached each edge, from above if it is negative."""
    ranges, (first, end) = ranges_of(sheet.definition), sheet.everything
    point = [sheet.within(*[ranges.edges[ranges.first - 1]] * 2)[1]] if ranges.exact else []
    inner = sheet.columns[VALUE].values.searchsorted(ranges.edges[ranges.first : ranges.last]).tolist()
    sheet.rates("ranges", dict(zip(ranges.labels, pairwise([first, *point, *inner, end]), strict=True)))
    reached = {
        f"reached {edge:g}": sheet.within(-np.inf, edge) if edge < 0 else sheet.within(edge, np.inf)
        for edge in edges_of(sheet.definition)
    }
    sheet.rates("reached", reached)


def edges_of(definition: FeatureDefinition) -> list[float]:
    """The edges that a value can miss: every value reaches `hard_min`."""
    return [edge for edge in definition.bucket_edges if edge != definition.hard_min]


@kind("Percentage Distribution", _count_ranges, ("ranges",))
@with_others
def percentage_distribution(
    figures: Figures, others: results.PercentageDistribution | None
) -> results.PercentageDistribution:
    """A numeric's spread and its days by range; ranges hold their lower edge, the outer ones are open."""
    days, labels = figures.spread(), figures.sheet.parts["ranges"].spans
    return results.PercentageDistribution(
        results.RangeSummary(_ends(days.least, days.most), days.median, _ends(days.q1, days.q3)),
        results.Moments(days.mean, days.deviation, days.skewness),
        {
            label: [rate.days, rate.percentage]
            for label, rate in zip(labels, figures.rates("ranges"), strict=True)
        },
        others,
    )


def _ends(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]


@kind("Threshold Analysis", _count_ranges, ("ranges", "reached"))
def threshold_analysis(f: Feature) -> results.ThresholdAnalysis:
    """Days in each range, days that reached each edge, and one sentence about both."""
    days, labels = f.matched.spread(), [*f.matched.sheet.parts["ranges"].spans]
    ranges = [
        results.ThresholdRange(label, rate.percentage, rate.days, rate.of, rate.interval, other)
        for label, (rate, other) in zip(labels, _rates_with_others(f, "ranges"), strict=True)
    ]
    reached = [
        results.Reached(
            edge,
            "at_or_above" if edge >= 0 else "at_or_below",
            rate.days,
            rate.percentage,
            rate.interval,
            other,
        )
        for edge, (rate, other) in zip(edges_of(f.definition), _rates_with_others(f, "reached"), strict=True)
    ]
    sentence = sentence_of(labels, [each.count for each in ranges])
    return results.ThresholdAnalysis(_ends(days.least, days.most), days.median, ranges, reached, sentence)


def _rates_with_others(f: Feature, part: str) -> list[tuple[Rate, float | None]]:
    """The matched days' rates of a part, each with the other days' percentage."""
    here = f.matched.rates(part)
    others = [None] * len(here) if f.others is None else [each.percentage for each in f.others.rates(part)]
    return list(zip(here, others, strict=True))


def sentence_of(labels: Sequence[str], days: Sequence[int]) -> str:
    """The ranges' days in one sentence: the range of most days, and how many reached the top."""
    n = sum(days)
    if n == 0:
        return "No matching day has a value."
    fullest, top = days.index(max(days)), len(days) - 1
    shares = [f"{each} of {n} ({100 * each / n:.2f}%)" for each in days]
    if fullest == top:
        return f"The top range, {labels[top]}, holds the most days: {shares[top]}."
    return (
        f"The range {labels[fullest]} holds the most days: {shares[fullest]}; "
        f"the top range, {labels[top]}, was reached on {shares[top]}."
    )
