"""How a feature's values spread: numbers and counts, or the labels of an enum (statistics.md)."""

from __future__ import annotations

from itertools import pairwise

from core.contracts.results import (
    HistogramBin,
    LabelDistribution,
    NumberDistribution,
    NumberPart,
    Quartiles,
)
from core.modules.feature_view import FeatureView, Part, Tally
from core.modules.labels import label_counts
from core.modules.moments import integers, moments
from core.modules.order_statistics import Ordered, SortedValues, median_interval, ordered, quantile


def basic_distribution(view: FeatureView) -> NumberDistribution | LabelDistribution:
    """Spread of a numeric or a count with its histogram, or an enum's labels."""
    return _labels(view) if view.definition.kind == "enum" else _numbers(view)


def _labels(view: FeatureView) -> LabelDistribution:
    """Labels in the feature's order, the neutral one last; `core.modules.results` adds the tests."""
    neutral = view.definition.neutral_label
    labels = sorted(label_counts(view, view.matched, view.others), key=lambda label: label.value == neutral)
    return LabelDistribution(view.matched.n, labels)


def _numbers(view: FeatureView) -> NumberDistribution:
    days, spread = ordered(view.scale, view.matched), moments(view.scale, view.matched)
    minimum, q1, median, q3, maximum = (quantile(days, p) for p in (0, 0.25, 0.5, 0.75, 1))
    return NumberDistribution(
        n=days.n,
        mean=spread.mean,
        std=spread.std,
        min=minimum,
        q1=q1,
        median=median,
        q3=q3,
        max=maximum,
        histogram=_histogram(view),
        median_interval=median_interval(days),
        others_histogram=None if view.others is None else _bin_days(view, view.others),
        others=None if view.others is None else _quartiles(ordered(view.scale, view.others)),
        parts=[_part(view, part) for part in view.parts] or None,
    )


def _part(view: FeatureView, part: Part) -> NumberPart:
    others = None if part.others is None else _quartiles(SortedValues(part.others))
    split_by, labels = view.definition.split_by, view.definition.split_labels
    if split_by is None or labels is None:
        raise ValueError(f"{view.definition.name}: its definition names what splits it and both kinds of day")
    label = labels[0 if part.happened else 1]
    return NumberPart(split_by, part.happened, label, _quartiles(SortedValues(part.matched)), others)


def _quartiles(days: Ordered) -> Quartiles:
    return Quartiles(days.n, quantile(days, 0.5), quantile(days, 0.25), quantile(days, 0.75))


def _histogram(view: FeatureView) -> list[HistogramBin]:
    counts = _bin_days(view, view.matched)
    edges = view.scale.histogram_edges
    if edges is None:
        first = view.scale.first
        return [HistogramBin(float(value), float(value), days) for value, days in enumerate(counts, first)]
    cuts: list[float | None] = [None, *edges[1:-1].tolist(), None]
    return [HistogramBin(low, high, days) for (low, high), days in zip(pairwise(cuts), counts, strict=True)]


def _bin_days(view: FeatureView, tally: Tally) -> list[int]:
    """Days in each bin; the outer bins are open, so only the inner edges cut."""
    edges = view.scale.histogram_edges
    if edges is None:
        counts: list[int] = tally.counts.tolist()
        return counts
    values = integers(view.scale, tally) if tally.values is None else tally.values
    cuts = [0, *values.searchsorted(edges[1:-1], side="left").tolist(), len(values)]
    return [end - start for start, end in pairwise(cuts)]
