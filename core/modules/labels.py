"""An enum's labels with their days, percentages and intervals."""

from __future__ import annotations

from core.contracts.results import LabelCount, LabelShare
from core.modules.feature_view import FeatureView, Tally
from core.modules.proportions import percentage, wilson


def label_counts(view: FeatureView, tally: Tally, others: Tally | None) -> list[LabelCount]:
    """One entry per label in the feature's own order, beside the same label on the other days."""
    days, n = tally.counts.tolist(), tally.n
    beside = [None] * len(days) if others is None else _shares(others)
    return [
        LabelCount(
            view.definition.label_name(value), value, count, percentage(count, n), wilson(count, n), share
        )
        for value, count, share in zip(view.definition.labels, days, beside, strict=True)
    ]


def _shares(tally: Tally) -> list[LabelShare | None]:
    n = tally.n
    return [LabelShare(count, percentage(count, n)) for count in tally.counts.tolist()]
