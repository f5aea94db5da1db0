"""How often each edge of the catalogue's ranges was reached (statistics.md, threshold_analysis)."""

from __future__ import annotations

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
        reached=[_reached(view, edge) for edge in _edges(view)],
        analysis=_sentence(ranges),
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


def _edges(view: FeatureView) -> list[float]:
    """The edges that can be missed: every value reaches `hard_min`."""
    return [edge for edge in view.definition.bucket_edges if edge != view.definition.hard_min]


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


def _sentence(ranges: list[ThresholdRange]) -> str:
    if not ranges or ranges[0].days == 0:
        return "No matching day has a value."
    fullest, top = max(ranges, key=lambda each: each.count), ranges[-1]
    if fullest is top:
        return f"The top range, {top.label}, holds the most days: {_of(top)}."
    return (
        f"The range {fullest.label} holds the most days: {_of(fullest)}; "
        f"the top range, {top.label}, was reached on {_of(top)}."
    )


def _of(each: ThresholdRange) -> str:
    return f"{each.count} of {each.days} ({100 * each.count / each.days:.2f}%)"
