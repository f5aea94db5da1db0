"""How far, by the catalogue's ranges (statistics.md, percentage_distribution)."""

from __future__ import annotations

from core.contracts.results import PercentageDistribution, RangeSummary
from core.modules.feature_view import FeatureView, Tally
from core.modules.moments import moments
from core.modules.order_statistics import ends, ordered, quantile
from core.modules.proportions import percentage


def percentage_distribution(view: FeatureView) -> PercentageDistribution:
    """A numeric's spread and its days by range; ranges hold their lower edge, the outer ones are open."""
    others = None if view.others is None else _ranges(view, view.others, None)
    return _ranges(view, view.matched, others)


def _ranges(view: FeatureView, tally: Tally, others: PercentageDistribution | None) -> PercentageDistribution:
    days, n = ordered(view.scale, tally), tally.n
    counts = zip(view.scale.range_labels, tally.counts.tolist(), strict=True)
    return PercentageDistribution(
        summary=RangeSummary(ends(days, 0, 1), quantile(days, 0.5), ends(days, 0.25, 0.75)),
        stats=moments(view.scale, tally),
        distribution={label: [count, percentage(count, n)] for label, count in counts},
        others=others,
    )
