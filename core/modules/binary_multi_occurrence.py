"""Never, once or more often in a session (statistics.md, binary_multi_occurrence)."""

from __future__ import annotations

import numpy as np

from core.contracts.session_results import BinaryMultiOccurrence, DayShare
from core.modules.feature_view import FeatureView, Tally
from core.modules.proportions import percentage, share


def binary_multi_occurrence(view: FeatureView) -> BinaryMultiOccurrence:
    """Days by how often a count came, and its mean over the days on which it came at all."""
    others = None if view.others is None else _days(view, view.others, None)
    return _days(view, view.matched, others)


def _days(view: FeatureView, tally: Tally, others: BinaryMultiOccurrence | None) -> BinaryMultiOccurrence:
    values = np.arange(len(tally.counts)) + view.scale.first
    none, once, more = (int(tally.counts[where].sum()) for where in (values == 0, values == 1, values > 1))
    met = values[tally.counts > 0]
    return BinaryMultiOccurrence(
        days_none=DayShare(none, percentage(none, tally.n)),
        days_once=DayShare(once, percentage(once, tally.n)),
        days_multiple=DayShare(more, percentage(more, tally.n)),
        average_when_active=share(int(np.dot(values, tally.counts)), once + more),
        max=int(met[-1]) if len(met) else None,
        others=others,
    )
