"""How often something came and when the day's extremes did, with holes."""

from __future__ import annotations

from core.contracts.known_at import LAST_BAR
from core.contracts.session_results import (
    BinaryMultiOccurrence,
    DailyUpdates,
    DayShare,
    ExtremePeriod,
    ExtremeShare,
    ExtremeTiming,
)
from core.modules.period_probability import PERIODS
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Count
from core.modules.tracks import FINAL, UPDATES, new_extremes


def extreme_timing(sides: Sides) -> ExtremeTiming:
    """`core.modules.extreme_timing` with holes."""
    return _timing(sides.matched, _timing(sides.others, None))


def _timing(days: Days, others: ExtremeTiming | None) -> ExtremeTiming:
    updates, final = days.tracks[UPDATES], days.tracks[FINAL]
    return ExtremeTiming(
        daily_updates=DailyUpdates(
            average=days.share(updates.total, updates.n),
            median=updates.quantile(0.5),
            max=updates.largest(),
        ),
        period_analysis={f"{first}-{last}": _period(days, first, last) for first, last in PERIODS.values()},
        final_by_bar_days=final.distinct("by bar"),
        others=others,
    )


def _period(days: Days, first: int, last: int) -> ExtremePeriod:
    final, new = days.tracks[FINAL], days.tracks[new_extremes(first, last)].total
    return ExtremePeriod(
        new_extremes=_of(days, new, days.tracks[UPDATES].total),
        final_extremes=_of(days, final.bars(first, last), final.bars(1, LAST_BAR)),
    )


def _of(days: Days, count: Count, total: Count) -> ExtremeShare:
    return ExtremeShare(days.shown(count), days.pct(count, total))


def binary_multi_occurrence(sides: Sides) -> BinaryMultiOccurrence:
    """`core.modules.binary_multi_occurrence` with holes."""
    return _often(sides.matched, _often(sides.others, None))


def _often(days: Days, others: BinaryMultiOccurrence | None) -> BinaryMultiOccurrence:
    first = days.scale.first
    spans = ((-first, 1 - first), (1 - first, 2 - first), (2 - first, days.size))
    none, once, more = (days.count(*span) for span in spans)
    return BinaryMultiOccurrence(
        days_none=_days(days, none),
        days_once=_days(days, once),
        days_multiple=_days(days, more),
        average_when_active=days.share(days.total, days.count(1 - first, days.size)),
        max=days.largest(),
        others=others,
    )


def _days(days: Days, met: Count) -> DayShare:
    return DayShare(days.shown(met), days.pct(met, days.n))
