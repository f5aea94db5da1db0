"""Modules that read the sessions themselves: extremes, order, bars beside the EMA (statistics.md)."""

from bisect import bisect_right
from itertools import accumulate, pairwise
from math import inf

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import FINAL_BAR, RUN_THRESHOLDS, AllTimeHigh, EmaRun
from core.contracts.session_results import (
    AthAnalysis,
    BarQuartiles,
    BinaryMultiOccurrence,
    Continuation,
    DailyUpdates,
    DayShare,
    DaysSinceLast,
    Drawdown,
    EmaAccumulation,
    EmaBucket,
    EmaStreaks,
    ExtremePeriod,
    ExtremeShare,
    ExtremeTiming,
    RegimeBalance,
    RegimePersistence,
    RunContinuation,
    StreakAnalysis,
    StreakStats,
)
from core.statistics.columns import Draft, Span, counted, ranked
from core.statistics.counting import Figures
from core.statistics.kinds.rates import PERIODS, bar_range
from core.statistics.kinds.registry import BELOW, Feature, kind
from core.statistics.order import Streaks, longest_across, streaks


def _whole(figure: float | None) -> int | None:
    return None if figure is None else int(figure)


def _count_how_often(draft: Draft) -> None:
    often = {"none": (0, 0), "once": (1, 1), "multiple": (2, inf)}
    draft.rates("how often", {name: draft.values(*times) for name, times in often.items()})


@kind("Binary/Multi Occurrence", _count_how_often, ("how often",))
def binary_multi_occurrence(f: Feature) -> BinaryMultiOccurrence:
    """Days by how often a count came, and its mean over the days on which it came at all."""
    return f.beside_others(_how_often)


def _how_often(figures: Figures, others: BinaryMultiOccurrence | None) -> BinaryMultiOccurrence:
    none, once, more = (DayShare(rate.days, rate.percentage) for rate in figures.rates("how often"))
    days = figures.spread()
    average = figures.ratio(days.total, once.days + more.days)
    return BinaryMultiOccurrence(none, once, more, average, _whole(days.most), others)


def _count_extremes(draft: Draft) -> None:
    """Updates a day, in all and by period, and the bar of the final extreme."""
    extremes, known = draft.days.extremes, draft.days.known
    if extremes is None:
        raise ValueError(f"{draft.days.definition.name}: extremes by session expected, none found")
    updates = extremes[:, :FINAL_BAR].astype(np.int64)
    draft.column("updates", counted(updates.sum(axis=1), known, 2 * LAST_BAR))
    for name, period in zip(PERIODS, updates.T, strict=True):
        draft.column(f"updates {name}", counted(period, known, 2 * LAST_BAR))
    start = draft.column("final", counted(extremes[:, FINAL_BAR], known, LAST_BAR, first=1))
    spans = {bar_range(bars): _within(start, bars) for bars in PERIODS.values()}
    draft.rates("final", spans, of=_within(start, (1, LAST_BAR)))
    draft.counts("final by bar", {str(bar): _within(start, (bar, bar)) for bar in range(1, LAST_BAR + 1)})


def _within(start: int, values: tuple[int, int]) -> Span:
    """The codes of whole numbers, both included, of a column that begins at `start`."""
    return start + values[0], start + values[1] + 1


@kind("Extreme Timing", _count_extremes, ("final",))
def extreme_timing(f: Feature) -> ExtremeTiming:
    """Updates a day, new and final extremes by period, and the days whose final one was in by each bar."""
    return f.beside_others(_extremes)


@kind("HOD/LOD Analysis", _count_extremes, ("final",))
def hod_lod_analysis(f: Feature) -> ExtremeTiming:
    """The figures of extreme_timing for a feature that is itself the bar of the final extreme."""
    return f.beside_others(_extremes)


def _extremes(figures: Figures, others: ExtremeTiming | None) -> ExtremeTiming:
    updates = figures.spread("updates")
    new = [int(figures.spread(f"updates {name}").total or 0) for name in PERIODS]
    periods = {
        bar_range(bars): ExtremePeriod(
            ExtremeShare(count, figures.ratio(count, sum(new), 100)), ExtremeShare(rate.days, rate.percentage)
        )
        for bars, count, rate in zip(PERIODS.values(), new, figures.rates("final"), strict=True)
    }
    daily = DailyUpdates(updates.mean, updates.median, _whole(updates.most))
    return ExtremeTiming(daily, periods, list(accumulate(figures.counts("final by bar"))), others)


def _count_highs(draft: Draft) -> None:
    """All-time-high days: bar, sessions since the one before, whether the next makes one; else drawdown."""
    highs, known = draft.days.all_time_highs, draft.days.known
    if highs is None:
        raise ValueError(f"{draft.days.definition.name}: all-time highs by session expected, none found")
    made = known & (highs[:, AllTimeHigh.FIRST_BAR] > 0)
    spans = {}
    for name, which in (("days", AllTimeHigh.FIRST_BAR), ("since", AllTimeHigh.SINCE_LAST)):
        column = ranked(np.where(made, highs[:, which], np.nan))
        start = draft.column(name, column)
        spans[name] = (start, start + len(column.values))
    following = np.nan_to_num(highs[:, AllTimeHigh.NEXT_MAKES_ONE], nan=2)
    spans["next"] = _within(draft.column("next", counted(following, made & (following < 2), 1)), (1, 1))
    draft.counts("highs", {"days": spans["days"], "next": spans["next"]})
    draft.column("drawdown", ranked(np.where(known & ~made, highs[:, AllTimeHigh.DRAWDOWN], np.nan)))


@kind("All-Time High Analysis", _count_highs, ("highs",))
def ath_analysis(f: Feature) -> AthAnalysis:
    """The matched all-time-high days, what came before and after them, and the drawdown of the other days.

    The high before and the next session are those of the whole snapshot, matched or not.
    """
    return _highs(f.matched, f.of_baseline("ath_analysis", _highs))


def _highs(figures: Figures, baseline: AthAnalysis | None = None) -> AthAnalysis:
    bars, since, following = (figures.spread(name) for name in ("days", "since", "next"))
    drawdown = figures.spread("drawdown")
    return AthAnalysis(
        bars.n,
        figures.ratio(bars.n, figures.known, 100),
        DaysSinceLast(since.median, _whole(since.most)),
        following.mean,
        following.n,
        bars.median,
        Drawdown(drawdown.median, drawdown.q1, drawdown.q3),
        baseline,
    )


@kind("Streak Analysis")
def streak_analysis(f: Feature) -> StreakAnalysis:
    """Streaks of the matched days, a signed count's negative ones under `below`, beside the baseline's."""
    return _streaks(f.matched, f.of_baseline("streak_analysis", _streaks))


def _streaks(figures: Figures, baseline: StreakAnalysis | None = None) -> StreakAnalysis:
    above, *below = streaks(figures.sheet.days, figures.days)
    return _of_side(figures, above, _of_side(figures, below[0]) if below else None, baseline)


def _of_side(
    figures: Figures,
    found: Streaks,
    below: StreakAnalysis | None = None,
    baseline: StreakAnalysis | None = None,
) -> StreakAnalysis:
    count, longest = sum(found.by_length), len(found.by_length) - 1
    standing = zip(range(1, longest + 1), found.known[1:], found.went_on[1:], strict=True)
    return StreakAnalysis(
        found.active,
        found.n,
        figures.ratio(found.active, found.n, 100),
        {str(length): streaks for length, streaks in enumerate(found.by_length) if streaks},
        StreakStats(_median(found.by_length), longest if count else None),
        figures.ratio(found.active, count),
        [Continuation(length, figures.ratio(on, known), known) for length, known, on in standing],
        below,
        baseline,
    )


def _median(counts: list[int]) -> float | None:
    """The median of whole numbers from 0 on, by how many there are of each."""
    upto = list(accumulate(counts))
    n = upto[-1]
    return (bisect_right(upto, (n - 1) // 2) + bisect_right(upto, n // 2)) / 2 if n else None


BUCKET_LABELS = ("Hardly any", "Few", "About half", "Most", "Nearly all")
BUCKET_STARTS = {LAST_BAR: (0, 17, 33, 49, 65, LAST_BAR + 1), 18: (0, 4, 8, 11, 15, 19)}
"""First number of bars in each bucket, by the bars looked at, and the one after the last."""


def _buckets(span: int) -> list[tuple[int, int]]:
    starts = BUCKET_STARTS[span]
    return [(first, stop - 1) for first, stop in pairwise(starts)]


def _count_ema(draft: Draft) -> None:
    """Bars on each side of the EMA and their runs, the columns of EmaRun by side."""
    span, runs = draft.days.definition.known_at.bar, draft.days.ema_runs
    if runs is None:
        raise ValueError(f"{draft.days.definition.name}: runs of bars by session expected, none found")
    for side, of_side in zip(("", BELOW), runs, strict=False):
        starts = {
            which: draft.column(f"{which.name}{side}", counted(of_side[:, which], draft.days.known, LAST_BAR))
            for which in EmaRun
        }
        bars = starts[EmaRun.BARS]
        everything = _within(bars, (0, LAST_BAR))
        draft.rates(
            f"buckets{side}", {bar_range(each): _within(bars, each) for each in _buckets(span)}, everything
        )
        draft.rates(f"full day{side}", {"full day": _within(bars, (span, span))}, everything)


@kind("EMA Accumulation", _count_ema, ("full day", "buckets"))
def ema_accumulation(f: Feature) -> EmaAccumulation:
    """The matched days' bars on the feature's side of the EMA, beside the baseline's.

    The bars looked at end where the feature is known: all 81, or 18.
    """
    return _ema(f.matched, f.of_baseline("ema_accumulation", _ema))


def _ema(figures: Figures, baseline: EmaAccumulation | None = None) -> EmaAccumulation:
    is_two_sided = f"buckets{BELOW}" in figures.sheet.parts
    return _ema_side(figures, "", _ema_side(figures, BELOW) if is_two_sided else None, baseline)


def _ema_side(
    figures: Figures,
    side: str,
    below: EmaAccumulation | None = None,
    baseline: EmaAccumulation | None = None,
) -> EmaAccumulation:
    days, runs = figures.sheet.days, figures.sheet.days.ema_runs
    across = 0 if runs is None else longest_across(days, runs[-1 if side else 0], figures.days)
    bars, tail = (figures.spread(f"{which.name}{side}") for which in (EmaRun.BARS, EmaRun.TAIL))
    quartiles = [each for each in (bars.q1, bars.median, bars.q3) if each is not None]
    return EmaAccumulation(
        True,
        _balance(figures, side),
        _persistence(figures, side),
        EmaStreaks(tail.mean, across or None),
        BarQuartiles(quartiles or None),
        below,
        baseline,
    )


def _balance(figures: Figures, side: str) -> RegimeBalance:
    span, bars = figures.sheet.definition.known_at.bar, figures.spread(f"{EmaRun.BARS.name}{side}")
    rates = zip(BUCKET_LABELS, _buckets(span), figures.rates(f"buckets{side}"), strict=True)
    buckets = [
        EmaBucket(label, bar_range(each), percents_of(*each, span), rate.days, rate.percentage)
        for label, each, rate in rates
    ]
    return RegimeBalance(bars.mean, figures.ratio(bars.total, span * bars.n, 100), buckets)


def percents_of(first: int, last: int, span: int) -> str:
    """A bucket's bars as percentages of the bars looked at, in words."""
    return f"{round(100 * first / span)}-{round(100 * last / span)} %"


def _persistence(figures: Figures, side: str) -> RegimePersistence:
    span = figures.sheet.definition.known_at.bar
    bars, longest, runs = (
        figures.spread(f"{which.name}{side}") for which in (EmaRun.BARS, EmaRun.LONGEST, EmaRun.RUNS)
    )
    count = int(runs.total or 0)
    totals = {least: figures.spread(f"{which.name}{side}").total for least, which in RUN_THRESHOLDS.items()}
    lasted = [
        RunContinuation(least, figures.ratio(total, count) if least <= span else None)
        for least, total in totals.items()
    ]
    return RegimePersistence(
        count,
        figures.ratio(bars.total, count),
        _whole(longest.most) if count else None,
        lasted[0].probability,
        lasted,
        figures.rates(f"full day{side}")[0].share,
    )
