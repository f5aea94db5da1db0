"""Modules that read how a feature's values spread, and how far they go (statistics.md)."""

from collections.abc import Sequence
from itertools import pairwise

from core.contracts.catalogue import FeatureDefinition
from core.contracts.ranges import ranges_of
from core.contracts.results import (
    CategoricalDistribution,
    HistogramBin,
    Interval,
    LabelCount,
    LabelDistribution,
    LabelShare,
    Moments,
    NumberDistribution,
    NumberPart,
    PercentageDistribution,
    Quartiles,
    RangeSummary,
    Reached,
    ThresholdAnalysis,
    ThresholdRange,
)
from core.statistics.columns import LABELS, VALUE, Draft, Span, ranked
from core.statistics.counting import Figures, Rate, Spread
from core.statistics.kinds.registry import Feature, kind


def _count_spread(draft: Draft) -> None:
    """Bins of the histogram by their place; a number's values apart where an event splits its meaning."""
    days, (first, end) = draft.days, draft.everything
    if days.definition.kind == "enum":
        return
    cuts = list(range(first, end + 1))
    if days.histogram_edges is not None:
        own = draft.columns[VALUE].values
        cuts = [first, *own.searchsorted(days.histogram_edges[1:-1]).tolist(), end]
    draft.counts("histogram", {str(place): span for place, span in enumerate(pairwise(cuts))})
    if days.split is not None and days.numbers is not None:
        for happened, chosen in zip((True, False), days.split, strict=True):
            values = days.numbers.copy()
            values[~chosen] = float("nan")
            draft.column(f"split {happened}", ranked(values))


@kind("Basic Distribution", _count_spread, (LABELS, "histogram"))
def basic_distribution(f: Feature) -> NumberDistribution | LabelDistribution:
    """Spread of a numeric or a count with its histogram, or an enum's labels, the neutral one last."""
    if f.definition.kind != "enum":
        return _numbers(f)
    neutral = f.definition.neutral_label
    labels = sorted(_labels(f.matched, f.others), key=lambda label: label.value == neutral)
    return LabelDistribution(f.matched.known, labels, f.tests.labels, f.tests.q)


def _numbers(f: Feature) -> NumberDistribution:
    days, others = f.matched.spread(), f.others
    return NumberDistribution(
        days.n,
        days.mean,
        f.matched.moments[0],
        days.least,
        days.q1,
        days.median,
        days.q3,
        days.most,
        _histogram(f.matched),
        Interval(days.low, days.high),
        None if others is None else others.counts("histogram"),
        None if others is None else _quartiles(others.spread()),
        _parts(f),
    )


def _histogram(figures: Figures) -> list[HistogramBin]:
    days, counts = figures.sheet.days, figures.counts("histogram")
    if days.histogram_edges is None:
        return [HistogramBin(float(value), float(value), n) for value, n in enumerate(counts, days.first)]
    ends: list[float | None] = [None, *days.histogram_edges[1:-1].tolist(), None]
    return [HistogramBin(low, high, n) for (low, high), n in zip(pairwise(ends), counts, strict=True)]


def _parts(f: Feature) -> list[NumberPart] | None:
    """The middle of the values where an event happened, and where it did not."""
    event, labels = f.definition.split_by, f.definition.split_labels
    if event is None or labels is None or f.matched.sheet.days.split is None:
        return None
    return [
        NumberPart(
            event,
            happened,
            label,
            _quartiles(f.matched.spread(f"split {happened}")),
            None if f.others is None else _quartiles(f.others.spread(f"split {happened}")),
        )
        for happened, label in zip((True, False), labels, strict=True)
    ]


def _quartiles(days: Spread) -> Quartiles:
    return Quartiles(days.n, days.median, days.q1, days.q3)


def _labels(here: Figures, there: Figures | None) -> list[LabelCount]:
    """An enum's labels in its own order, beside the same label on the other days."""
    definition, rates = here.sheet.definition, here.rates(LABELS)
    others: list[LabelShare | None] = [None] * len(rates)
    if there is not None:
        others = [LabelShare(rate.days, rate.percentage) for rate in there.rates(LABELS)]
    return [
        LabelCount(
            definition.label_name(value),
            value,
            rate.days,
            rate.percentage,
            Interval(rate.lower, rate.upper),
            other,
        )
        for value, rate, other in zip(definition.labels, rates, others, strict=True)
    ]


@kind("Categorical Distribution", bars=(LABELS,))
def categorical_distribution(f: Feature) -> CategoricalDistribution:
    """Days and percentage by label as it is read, in the feature's own order."""
    others = None if f.others is None else _positions(f.others, _labels(f.others, None))
    return _positions(f.matched, _labels(f.matched, f.others), f.tests.labels, f.tests.q, others)


def _positions(
    figures: Figures,
    labels: list[LabelCount],
    p_value: float | None = None,
    q_value: float | None = None,
    others: CategoricalDistribution | None = None,
) -> CategoricalDistribution:
    distribution: dict[str, list[float | None]] = {each.label: [each.count, each.pct] for each in labels}
    return CategoricalDistribution(distribution, figures.known, labels, p_value, q_value, others)


def _count_ranges(draft: Draft) -> None:
    """The catalogue's ranges by label, and the days that reached each edge, from above if it is negative."""
    definition, values = draft.days.definition, draft.columns[VALUE].values
    ranges, end = ranges_of(definition), len(values)
    point = [draft.values(*[ranges.edges[ranges.first - 1]] * 2)[1]] if ranges.exact else []
    inner = values.searchsorted(ranges.edges[ranges.first : ranges.last]).tolist()
    draft.rates("ranges", dict(zip(ranges.labels, pairwise([0, *point, *inner, end]), strict=True)))
    draft.rates("reached", {f"reached {edge:g}": _reaching(draft, edge) for edge in edges_of(definition)})


def edges_of(definition: FeatureDefinition) -> list[float]:
    """The edges that can be missed: every value reaches `hard_min`."""
    return [edge for edge in definition.bucket_edges if edge != definition.hard_min]


def _reaching(draft: Draft, edge: float) -> Span:
    return draft.values(float("-inf"), edge) if edge < 0 else draft.values(edge, float("inf"))


@kind("Percentage Distribution", _count_ranges, ("ranges",))
def percentage_distribution(f: Feature) -> PercentageDistribution:
    """A numeric's spread and its days by range; ranges hold their lower edge, the outer ones are open."""
    return f.beside_others(_ranges)


def _ranges(figures: Figures, others: PercentageDistribution | None) -> PercentageDistribution:
    days, (deviation, skewness) = figures.spread(), figures.moments
    labels = figures.sheet.parts["ranges"].spans
    rates = zip(labels, figures.rates("ranges"), strict=True)
    return PercentageDistribution(
        RangeSummary(_ends(days.least, days.most), days.median, _ends(days.q1, days.q3)),
        Moments(days.mean, deviation, skewness),
        {label: [rate.days, rate.percentage] for label, rate in rates},
        others,
    )


def _ends(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]


@kind("Threshold Analysis", _count_ranges, ("ranges", "reached"))
def threshold_analysis(f: Feature) -> ThresholdAnalysis:
    """Days in each range, days that reached each edge, and one sentence that reads the two."""
    days, labels = f.matched.spread(), [*f.matched.sheet.parts["ranges"].spans]
    ranges = [
        ThresholdRange(label, rate.percentage, rate.days, rate.of, Interval(rate.lower, rate.upper), other)
        for label, (rate, other) in zip(labels, _beside(f, "ranges"), strict=True)
    ]
    reached = [
        Reached(
            edge,
            "at_or_above" if edge >= 0 else "at_or_below",
            rate.days,
            rate.percentage,
            Interval(rate.lower, rate.upper),
            other,
        )
        for edge, (rate, other) in zip(edges_of(f.definition), _beside(f, "reached"), strict=True)
    ]
    sentence = sentence_of(labels, [each.count for each in ranges])
    return ThresholdAnalysis(_ends(days.least, days.most), days.median, ranges, reached, sentence)


def _beside(f: Feature, part: str) -> list[tuple[Rate, float | None]]:
    """The matched days' rates of a part, each with the percentage of the other days."""
    here = f.matched.rates(part)
    if f.others is None:
        return [(rate, None) for rate in here]
    return [(rate, other.percentage) for rate, other in zip(here, f.others.rates(part), strict=True)]


def sentence_of(labels: Sequence[str], days: Sequence[int]) -> str:
    """The ranges' days in one sentence: where most of them fell, and how many came to the top."""
    n = sum(days)
    if n == 0:
        return "No matching day has a value."
    fullest, top = days.index(max(days)), len(days) - 1
    if fullest == top:
        return f"The top range, {labels[top]}, holds the most days: {_of(days[top], n)}."
    return (
        f"The range {labels[fullest]} holds the most days: {_of(days[fullest], n)}; "
        f"the top range, {labels[top]}, was reached on {_of(days[top], n)}."
    )


def _of(days: int, n: int) -> str:
    return f"{days} of {n} ({100 * days / n:.2f}%)"
