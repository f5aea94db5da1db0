"""Where a day stood among an enum's positions (statistics.md, categorical_distribution)."""

from __future__ import annotations

from core.contracts.results import CategoricalDistribution, LabelCount
from core.modules.feature_view import FeatureView, Tally
from core.modules.labels import label_counts


def categorical_distribution(view: FeatureView) -> CategoricalDistribution:
    """Days and percentage by label as it is read; the tests are added by `core.modules.results`."""
    others = None if view.others is None else _positions(view.others, label_counts(view, view.others, None))
    return _positions(view.matched, label_counts(view, view.matched, view.others), others)


def _positions(
    tally: Tally, labels: list[LabelCount], others: CategoricalDistribution | None = None
) -> CategoricalDistribution:
    return CategoricalDistribution(
        distribution={label.label: [label.count, label.pct] for label in labels},
        total_observations=tally.n,
        labels=labels,
        others=others,
    )
