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
    days = np.ascontiguousarray(extremes.take(rows_of(view, tally), axis=0).T)
    bars = np.bincount(days[FINAL_BAR], minlength=LAST_BAR + 1)[1:].tolist()
    updates = days[:FINAL_BAR]
    new = np.add.reduce(updates, axis=1, dtype=np.int64).tolist()
    return ExtremeTiming(_daily(updates, sum(new)), _periods(new, bars), list(accumulate(bars)), others)


def _daily(updates: NDArray[np.uint8], total: int) -> DailyUpdates:
    """Updates a day from those of its periods (3, n), `total` in all; a day has fewer than its bars."""
    by_day = np.bincount(np.add.reduce(updates, axis=0, dtype=np.uint8)).tolist()
    days = counted(0, by_day)
    return DailyUpdates(
        average=share(total, days.n),
        median=quantile(days, 0.5),
        max=len(by_day) - 1 if days.n else None,
    )


def _periods(new: list[int], bars: list[int]) -> dict[str, ExtremePeriod]:
    n = sum(bars)
    return {
        f"{first}-{last}": ExtremePeriod(_of(count, sum(new)), _of(sum(bars[first - 1 : last]), n))
        for count, (first, last) in zip(new, PERIODS.values(), strict=True)
    }


def _of(count: int, total: int) -> ExtremeShare:
    return ExtremeShare(count, percentage(count, total))
