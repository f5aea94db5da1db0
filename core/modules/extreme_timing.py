"""When the day passed its own extremes, and when it made the final one (statistics.md, extreme_timing)."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import FINAL_BAR
from core.contracts.session_results import DailyUpdates, ExtremePeriod, ExtremeShare, ExtremeTiming
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import counted, quantile
from core.modules.period_probability import PERIODS
from core.modules.proportions import percentage, share
from core.modules.session_order import rows_of, sessions_of


def extreme_timing(view: FeatureView) -> ExtremeTiming:
    """Updates a day, new and final extremes by period, and the days whose final extreme was in by each bar.

    Raises:
        ValueError: the view has no extremes: it was made from counts alone, or for a feature without any.
    """
    others = None if view.others is None else _timing(view, view.others, None)
    return _timing(view, view.matched, others)


def _timing(view: FeatureView, tally: Tally, others: ExtremeTiming | None) -> ExtremeTiming:
    extremes = sessions_of(view).extremes
    if extremes is None:
        raise ValueError(f"{view.definition.name}: extremes by session expected, none found")
    days = extremes[rows_of(view, tally)].astype(np.int64)
    bars = np.bincount(days[:, FINAL_BAR], minlength=LAST_BAR + 1)[1:].tolist()
    updates = days[:, :FINAL_BAR]
    return ExtremeTiming(_daily(updates), _periods(updates, bars), list(accumulate(bars)), others)


def _daily(updates: NDArray[np.int64]) -> DailyUpdates:
    """Updates a day from those of its periods (n, 3)."""
    a_day = updates.sum(axis=1)
    days = counted(0, np.bincount(a_day).tolist())
    return DailyUpdates(
        average=share(int(a_day.sum()), days.n),
        median=quantile(days, 0.5),
        max=int(a_day.max()) if days.n else None,
    )


def _periods(updates: NDArray[np.int64], bars: list[int]) -> dict[str, ExtremePeriod]:
    new, n = updates.sum(axis=0).tolist(), sum(bars)
    return {
        f"{first}-{last}": ExtremePeriod(_of(count, sum(new)), _of(sum(bars[first - 1 : last]), n))
        for count, (first, last) in zip(new, PERIODS.values(), strict=True)
    }


def _of(count: int, total: int) -> ExtremeShare:
    return ExtremeShare(count, percentage(count, total))
