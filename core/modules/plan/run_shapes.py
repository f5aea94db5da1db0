"""Streaks of sessions and runs of bars, with holes."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import RUN_THRESHOLDS, EmaRun
from core.contracts.session_results import (
    BarQuartiles,
    EmaAccumulation,
    EmaBucket,
    EmaStreaks,
    RegimeBalance,
    RegimePersistence,
    RunContinuation,
    StreakAnalysis,
    StreakStats,
)
from core.modules.ema_accumulation import BUCKET_LABELS, bucket_spans, percents_of
from core.modules.plan.days import Days, Sides, holes
from core.modules.plan.figures import Count
from core.modules.plan.template import Figure
from core.modules.streak_analysis import streak_codes
from core.modules.tracks import runs_of


def streak_analysis(sides: Sides) -> StreakAnalysis:
    """`core.modules.streak_analysis` with holes."""
    days = sides.matched
    spans = streak_codes(days.definition.kind, days.scale.first)
    above, *below = [
        _streaks(days, days.count(low, high + 1), which) for which, (low, high) in enumerate(spans)
    ]
    baseline = days.distinct("baseline streak_analysis")
    return replace(above, below=below[0] if below else None, baseline=baseline)


def _streaks(days: Days, active: Count, which: int) -> StreakAnalysis:
    place = days.wanted.place("streaks", days.place, which)
    lengths, median, longest, mean, continuation = holes(
        place, "streak lengths", "streak median", "streak longest", "streak mean", "continuation"
    )
    return StreakAnalysis(
        active_days=days.shown(active),
        total_days=days.shown(days.n),
        overall_percentage=days.pct(active, days.n),
        streak_distribution=lengths,
        streak_stats=StreakStats(median, longest),
        mean_streak=mean,
        continuation=continuation,
    )


def ema_accumulation(sides: Sides) -> EmaAccumulation:
    """`core.modules.ema_accumulation` with holes."""
    days = sides.matched
    number = sum(runs_of(side, EmaRun.BARS) in days.tracks for side in (0, 1))
    above, *below = [_ema(days, side) for side in range(number)]
    baseline = days.distinct("baseline ema_accumulation")
    return replace(above, below=below[0] if below else None, baseline=baseline)


def _ema(days: Days, side: int) -> EmaAccumulation:
    bars = days.tracks[runs_of(side, EmaRun.BARS)]
    return EmaAccumulation(
        is_5m_ema=True,
        regime_balance=_balance(bars, days.definition.known_at.bar),
        regime_persistence=_persistence(days, side),
        streak_stats=EmaStreaks(
            mean_eod_streak=days.share(_total(days, side, EmaRun.TAIL), bars.n),
            max_streak_in_data=_longest_across(days, side),
        ),
        distribution_stats=BarQuartiles([bars.quantile(p) for p in (0.25, 0.5, 0.75)]),
    )


def _longest_across(days: Days, side: int) -> Figure:
    if days.definition.known_at.bar < LAST_BAR:
        return _longest_within(days, side)
    return days.wanted.hole("longest run", days.place, side)


def _longest_within(days: Days, side: int) -> Figure:
    return days.tracks[runs_of(side, EmaRun.LONGEST)].distinct("largest")


def _total(days: Days, side: int, column: EmaRun) -> Count:
    return days.tracks[runs_of(side, column)].total


def _balance(bars: Days, span: int) -> RegimeBalance:
    buckets = [
        _bucket(bars, label, first, last, span)
        for label, (first, last) in zip(BUCKET_LABELS, bucket_spans(span).values(), strict=True)
    ]
    return RegimeBalance(bars.share(bars.total, bars.n), bars.pct(bars.total, bars.n, span), buckets)


def _bucket(bars: Days, label: str, first: int, last: int, span: int) -> EmaBucket:
    met = bars.count(first, last + 1)
    percents = percents_of(first, last, span)
    return EmaBucket(label, f"{first}-{last}", percents, bars.shown(met), bars.pct(met, bars.n))


def _persistence(days: Days, side: int) -> RegimePersistence:
    runs, span = _total(days, side, EmaRun.RUNS), days.definition.known_at.bar
    bars = days.tracks[runs_of(side, EmaRun.BARS)]
    lasted = [
        RunContinuation(bound, days.share(_total(days, side, column), runs) if bound <= span else None)
        for bound, column in RUN_THRESHOLDS.items()
    ]
    return RegimePersistence(
        runs=days.shown(runs),
        avg_consecutive_bars=days.share(bars.total, runs),
        max_streak=_longest_within(days, side),
        continuation_prob_5_plus=lasted[0].probability,
        continuation_distribution=lasted,
        full_day_regime_prob=days.share(bars.count(span, span + 1), bars.n),
    )
