"""How often each edge of the catalogue's ranges was reached (statistics.md, threshold_analysis)."""

from __future__ import annotations

from collections.abc import Sequence

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results import Reached, ThresholdAnalysis, ThresholdRange
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import ends, ordered, quantile
from core.modules.proportions import percentage, wilson


def threshold_analysis(view: FeatureView) -> ThresholdAnalysis:
    """Days in each range, days that reached each edge, and one sentence that reads the two."""
    days = ordered(view.scale, view.matched)
    ranges = _ranges(view)
    return ThresholdAnalysis(
        full_range=ends(days, 0, 1),
        median=quantile(days, 0.5),
        ranges=ranges,
        reached=[_reached(view, edge) for edge in edges_of(view.definition)],
        analysis=sentence_of([each.label for each in ranges], [each.count for each in ranges]),
    )


def _ranges(view: FeatureView) -> list[ThresholdRange]:
    n, counts = view.matched.n, view.matched.counts.tolist()
    others = [None] * len(counts) if view.others is None else _percentages(view.others)
    return [
        ThresholdRange(label, percentage(count, n), count, n, wilson(count, n), other)
        for label, count, other in zip(view.scale.range_labels, counts, others, strict=True)
    ]


def _percentages(tally: Tally) -> list[float | None]:
    n = tally.n
    return [percentage(count, n) for count in tally.counts.tolist()]


def edges_of(definition: FeatureDefinition) -> list[float]:
    """The edges that can be missed: every value reaches `hard_min`."""
    return [edge for edge in definition.bucket_edges if edge != definition.hard_min]


def _reached(view: FeatureView, edge: float) -> Reached:
    days, n = _days_reaching(view.matched, edge), view.matched.n
    return Reached(
        threshold=edge,
        direction="at_or_above" if edge >= 0 else "at_or_below",
        count=days,
        percentage=percentage(days, n),
        confidence_interval=wilson(days, n),
        others_percentage=None
        if view.others is None
        else percentage(_days_reaching(view.others, edge), view.others.n),
    )


def _days_reaching(tally: Tally, edge: float) -> int:
    if tally.values is None:
        raise ValueError("threshold_analysis needs a numeric's sorted values, the tally has none")
    if edge < 0:
        return int(tally.values.searchsorted(edge, side="right"))
    return len(tally.values) - int(tally.values.searchsorted(edge, side="left"))


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
