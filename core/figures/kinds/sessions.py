"""Modules that read the sessions themselves: extremes, order, bars around the EMA (statistics.md)."""

from functools import cache
from itertools import accumulate, pairwise
from math import inf
from typing import NamedTuple

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import FINAL_BAR, RUN_THRESHOLDS, AllTimeHigh, EmaRun
from core.contracts.results import sessions as results
from core.figures.columns import Sheet, Span, counted, ranked
from core.figures.counting import Figures
from core.figures.kinds.rates import BARS, PERIODS, bar_range
from core.figures.kinds.registry import BELOW, Feature, kind, with_baseline, with_others
from core.figures.order import Streaks, longest_across, sides_of, streaks


def _whole(figure: float | None) -> int | None:
    return None if figure is None else int(figure)


def _count_how_often(sheet: Sheet) -> None:
    often = {"none": (0, 0), "once": (1, 1), "multiple": (2, inf)}
    sheet.rates("how often", {name: sheet.within(*times) for name, times in often.items()})


@kind("Binary/Multi Occurrence", _count_how_often, ("how often",))
@with_others
def binary_multi_occurrence(
    figures: Figures, others: results.BinaryMultiOccurrence | None
) -> results.BinaryMultiOccurrence:
    """Days by the value of a count, and its mean over the days above 0."""
    none, once, more = (results.DayShare(rate.days, rate.percentage) for rate in figures.rates("how often"))
    days = figures.spread()
    average = figures.ratio(days.total, once.days + more.days)
    return results.BinaryMultiOccurrence(none, once, more, average, _whole(days.most), others)


def _count_extremes(sheet: Sheet) -> None:
    """Updates a day, in all and by period, and the bar of the final extreme."""
    extremes, known = sheet.days.extremes, sheet.days.known
    if extremes is None:
        raise ValueError(f"{sheet.definition.name}: extremes by session expected, none found")
    updates = extremes[:, :FINAL_BAR].astype(np.int64)
    sheet.column("updates", counted(updates.sum(axis=1), known, 2 * LAST_BAR))
    for name, period in zip(PERIODS, updates.T, strict=True):
        sheet.column(f"updates {name}", counted(period, known, 2 * LAST_BAR))
    start = sheet.column("final", counted(extremes[:, FINAL_BAR], known, LAST_BAR, first=1))
    spans = {bar_range(bars): _within(start, bars) for bars in PERIODS.values()}
    sheet.rates("final", spans, of=_within(start, (1, LAST_BAR)))
    sheet.counts("final by bar", {bar: _within(start, bars) for bar, bars in BARS.items()})


def _within(start: int, values: tuple[int, int]) -> Span:
    """The codes of whole numbers, both included, of a column that begins at `start`."""
    return start + values[0], start + values[1] + 1


@kind("Extreme Timing", _count_extremes, ("final",))
@with_others
def extreme_timing(figures: Figures, others: results.ExtremeTiming | None) -> results.ExtremeTiming:
    """Updates a day, new and final extremes by period, and the days whose final one was in by each bar."""
    updates = figures.spread("updates")
    new = [int(figures.spread(f"updates {name}").total or 0) for name in PERIODS]
    periods = {
        bar_range(bars): results.ExtremePeriod(
            results.ExtremeShare(count, figures.ratio(count, sum(new), 100)),
            results.ExtremeShare(rate.days, rate.percentage),
        )
        for bars, count, rate in zip(PERIODS.values(), new, figures.rates("final"), strict=True)
    }
    daily = results.DailyUpdates(updates.mean, updates.median, _whole(updates.most))
    return results.ExtremeTiming(daily, periods, list(accumulate(figures.counts("final by bar"))), others)


@kind("HOD/LOD Analysis", _count_extremes, ("final",))
def hod_lod_analysis(f: Feature) -> results.ExtremeTiming:
    """The figures of extreme_timing for a feature that is itself the bar of the final extreme."""
    return extreme_timing(f)


def _count_highs(sheet: Sheet) -> None:
    """All-time-high days: bar, sessions since the last one, whether the next is one; else drawdown."""
    highs, known = sheet.days.all_time_highs, sheet.days.known
    if highs is None:
        raise ValueError(f"{sheet.definition.name}: all-time highs by session expected, none found")
    made = known & (highs[:, AllTimeHigh.FIRST_BAR] > 0)
    days, since = (
        ranked(np.where(made, highs[:, which], np.nan))
        for which in (AllTimeHigh.FIRST_BAR, AllTimeHigh.SINCE_LAST)
    )
    start = sheet.column("days", days)
    sheet.column("since", since)
    following = np.nan_to_num(highs[:, AllTimeHigh.NEXT_MAKES_ONE], nan=2)
    after = _within(sheet.column("next", counted(following, made & (following < 2), 1)), (1, 1))
    sheet.counts("highs", {"days": (start, start + len(days.values)), "next": after})
    sheet.column("drawdown", ranked(np.where(known & ~made, highs[:, AllTimeHigh.DRAWDOWN], np.nan)))


@kind("All-Time High Analysis", _count_highs, ("highs",))
@with_baseline
def ath_analysis(figures: Figures, baseline: results.AthAnalysis | None) -> results.AthAnalysis:
    """The matched all-time-high days, the days before and after them, and the other days' drawdown.

    The high before and the next session are those of the whole snapshot, matched or not.
    """
    bars, since, following, drawdown = (figures.spread(n) for n in ("days", "since", "next", "drawdown"))
    return results.AthAnalysis(
        ath_days=bars.n,
        percentage=figures.ratio(bars.n, figures.known, 100),
        days_since_last=results.DaysSinceLast(since.median, _whole(since.most)),
        next_session_ath=following.mean,
        next_sessions=following.n,
        median_bar_of_first_ath=bars.median,
        drawdown_when_not=results.Drawdown(drawdown.median, drawdown.q1, drawdown.q3),
        baseline=baseline,
    )


def _count_streaks(sheet: Sheet) -> None:
    sheet.sides = sides_of(sheet.days)


@kind("Streak Analysis", _count_streaks)
@with_baseline
def streak_analysis(figures: Figures, baseline: results.StreakAnalysis | None) -> results.StreakAnalysis:
    """Streaks of the matched days, a signed count's negative ones under `below`, with the baseline's."""
    above, *below = (streaks(side, figures.days.mask) for side in figures.sheet.sides)
    of_below = _streaks(figures, below[0], None, None) if below else None
    return _streaks(figures, above, of_below, baseline)


def _streaks(
    figures: Figures,
    found: Streaks,
    below: results.StreakAnalysis | None,
    baseline: results.StreakAnalysis | None,
) -> results.StreakAnalysis:
    count, longest = sum(found.by_length), len(found.by_length) - 1
    lengths = np.repeat(np.arange(longest + 1), found.by_length)
    standing = zip(range(1, longest + 1), found.known[1:], found.went_on[1:], strict=True)
    return results.StreakAnalysis(
        active_days=found.active,
        total_days=figures.known,
        overall_percentage=figures.ratio(found.active, figures.known, 100),
        streak_distribution={str(length): each for length, each in enumerate(found.by_length) if each},
        streak_stats=results.StreakStats(
            float(np.median(lengths)) if count else None, longest if count else None
        ),
        mean_streak=figures.ratio(found.active, count),
        continuation=[
            results.Continuation(length, figures.ratio(on, known), known) for length, known, on in standing
        ],
        below=below,
        baseline=baseline,
    )


BUCKET_LABELS = ("Hardly any", "Few", "About half", "Most", "Nearly all")
BUCKET_STARTS = {LAST_BAR: (0, 17, 33, 49, 65, LAST_BAR + 1), 18: (0, 4, 8, 11, 15, 19)}
"""First number of bars in each bucket, by the span of bars, and the one after the last."""

_SIDES = ("", BELOW)


class _Bucket(NamedTuple):
    """A range of bars: from the first to the last in `bars`, `percents` of the bars of the span."""

    label: str
    place: str
    percents: str
    bars: tuple[int, int]


@cache
def _buckets(span: int) -> list[_Bucket]:
    bars = [(first, stop - 1) for first, stop in pairwise(BUCKET_STARTS[span])]
    return [
        _Bucket(label, bar_range(each), percents_of(*each, span), each)
        for label, each in zip(BUCKET_LABELS, bars, strict=True)
    ]


def _count_ema(sheet: Sheet) -> None:
    """Bars on each side of the EMA and their runs, the columns of EmaRun by side."""
    span, runs = sheet.definition.known_at.bar, sheet.days.ema_runs
    if runs is None:
        raise ValueError(f"{sheet.definition.name}: runs of bars by session expected, none found")
    for side, of_side in zip(_SIDES, runs, strict=False):
        starts = [
            sheet.column(f"{which.name}{side}", counted(of_side[:, which], sheet.days.known, LAST_BAR))
            for which in EmaRun
        ]
        bars, everything = starts[EmaRun.BARS], _within(starts[EmaRun.BARS], (0, LAST_BAR))
        buckets = {each.place: _within(bars, each.bars) for each in _buckets(span)}
        sheet.rates(f"buckets{side}", buckets, everything)
        sheet.rates(f"full day{side}", {"full day": _within(bars, (span, span))}, everything)


@kind("EMA Accumulation", _count_ema, ("full day", "buckets"))
@with_baseline
def ema_accumulation(figures: Figures, baseline: results.EmaAccumulation | None) -> results.EmaAccumulation:
    """The matched days' bars on the feature's side of the EMA, with the baseline's.

    The span of bars ends when the feature is known: all 81, or 18.
    """
    is_two_sided = f"buckets{BELOW}" in figures.sheet.parts
    return _ema(figures, 0, _ema(figures, 1, None, None) if is_two_sided else None, baseline)


def _ema(
    figures: Figures,
    side: int,
    below: results.EmaAccumulation | None,
    baseline: results.EmaAccumulation | None,
) -> results.EmaAccumulation:
    days, suffix, span = figures.sheet.days, _SIDES[side], figures.sheet.definition.known_at.bar
    across = 0 if days.ema_runs is None else longest_across(days, days.ema_runs[side], figures.days.mask)
    bars, _, tail, longest, runs, *_ = (figures.spread(f"{which.name}{suffix}") for which in EmaRun)
    quartiles = [each for each in (bars.q1, bars.median, bars.q3) if each is not None]
    buckets = [
        results.EmaBucket(each.label, each.place, each.percents, rate.days, rate.percentage)
        for each, rate in zip(_buckets(span), figures.rates(f"buckets{suffix}"), strict=True)
    ]
    count = int(runs.total or 0)
    totals = {least: figures.spread(f"{which.name}{suffix}").total for least, which in RUN_THRESHOLDS.items()}
    lasted = [
        results.RunContinuation(least, figures.ratio(total, count) if least <= span else None)
        for least, total in totals.items()
    ]
    return results.EmaAccumulation(
        is_5m_ema=True,
        regime_balance=results.RegimeBalance(
            bars.mean, figures.ratio(bars.total, span * bars.n, 100), buckets
        ),
        regime_persistence=results.RegimePersistence(
            runs=count,
            avg_consecutive_bars=figures.ratio(bars.total, count),
            max_streak=_whole(longest.most) if count else None,
            continuation_prob_5_plus=lasted[0].probability,
            continuation_distribution=lasted,
            full_day_regime_prob=figures.rates(f"full day{suffix}")[0].share,
        ),
        streak_stats=results.EmaStreaks(tail.mean, across or None),
        distribution_stats=results.BarQuartiles(quartiles or None),
        below=below,
        baseline=baseline,
    )


def percents_of(first: int, last: int, span: int) -> str:
    """A bucket's bars as percentages of the bars of the span, as text."""
    return f"{round(100 * first / span)}-{round(100 * last / span)} %"
