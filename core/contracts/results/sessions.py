"""Answers of the modules that read the sessions themselves: see `core.figures.kinds.sessions`."""

from __future__ import annotations

from msgspec import Struct


class DailyUpdates(Struct, frozen=True, gc=False):
    """How often a day passed its own extreme."""

    average: float | None
    median: float | None
    max: int | None


class ExtremeShare(Struct, frozen=True, gc=False):
    """Extremes of one period; `pct_of_total` of all periods' extremes of that sort."""

    count: int
    pct_of_total: float | None


class ExtremePeriod(Struct, frozen=True, gc=False):
    """New extremes are updates, any number a day; final extremes add to the days."""

    new_extremes: ExtremeShare
    final_extremes: ExtremeShare


class ExtremeTiming(Struct, frozen=True, gc=False):
    """extreme_timing and hod_lod_analysis: periods by their bar ranges, 1-27, 28-54, 55-81.

    `final_by_bar_days[k-1]` counts the days whose final extreme came at or before bar k.
    """

    daily_updates: DailyUpdates
    period_analysis: dict[str, ExtremePeriod]
    final_by_bar_days: list[int]
    others: ExtremeTiming | None = None


class StreakStats(Struct, frozen=True, gc=False):
    """The middle and the longest of the streaks, in sessions; null without a streak."""

    median_streak: float | None
    max_streak: int | None


class Continuation(Struct, frozen=True, gc=False):
    """The share of the streaks standing at `length` that the next session continues, matched or not.

    `streaks` are the matched days at that length whose next session is known.
    """

    length: int
    probability: float | None
    streaks: int


class StreakAnalysis(Struct, frozen=True, gc=False):
    """Runs of adjacent sessions, all matched and active; `streak_distribution` is {length: streaks}."""

    active_days: int
    total_days: int
    overall_percentage: float | None
    streak_distribution: dict[str, int]
    streak_stats: StreakStats
    mean_streak: float | None
    continuation: list[Continuation]
    below: StreakAnalysis | None = None
    baseline: StreakAnalysis | None = None


class EmaBucket(Struct, frozen=True, gc=False):
    """Days whose number of bars on the side lies in `bar_range`, both ends included."""

    label: str
    bar_range: str
    pct_range: str
    days: int
    days_pct: float | None


class RegimeBalance(Struct, frozen=True, gc=False):
    """Bars a day on the side; `mean_percentage` of the bars looked at."""

    mean_bars: float | None
    mean_percentage: float | None
    distribution_buckets: list[EmaBucket]


class RunContinuation(Struct, frozen=True, gc=False):
    """Share of the runs that lasted `threshold_bars` or more; null where no run can."""

    threshold_bars: int
    probability: float | None


class RegimePersistence(Struct, frozen=True, gc=False):
    """Runs of consecutive bars on the side inside a session; `full_day_regime_prob` is a share of days."""

    runs: int
    avg_consecutive_bars: float | None
    max_streak: int | None
    continuation_prob_5_plus: float | None
    continuation_distribution: list[RunContinuation]
    full_day_regime_prob: float | None


class EmaStreaks(Struct, frozen=True, gc=False):
    """The run still alive at the last bar, 0 where none is, and the longest run across adjacent sessions."""

    mean_eod_streak: float | None
    max_streak_in_data: int | None


class BarQuartiles(Struct, frozen=True, gc=False):
    """[q1, median, q3] of the bars a day on the side; null without a day."""

    quartiles: list[float] | None


class EmaAccumulation(Struct, frozen=True, gc=False):
    """Bars of the day on one side of the EMA; for a two-sided feature above, and `below` too."""

    is_5m_ema: bool
    regime_balance: RegimeBalance
    regime_persistence: RegimePersistence
    streak_stats: EmaStreaks
    distribution_stats: BarQuartiles
    below: EmaAccumulation | None = None
    baseline: EmaAccumulation | None = None


class DayShare(Struct, frozen=True, gc=False):
    """Days and their percentage of the days with a value."""

    days: int
    percentage: float | None


class BinaryMultiOccurrence(Struct, frozen=True, gc=False):
    """Never, once or more often; `average_when_active` over the days on which it happened at all."""

    days_none: DayShare
    days_once: DayShare
    days_multiple: DayShare
    average_when_active: float | None
    max: int | None
    others: BinaryMultiOccurrence | None = None


class DaysSinceLast(Struct, frozen=True, gc=False):
    """Exchange sessions since the all-time-high day before; null where no day has one."""

    median: float | None
    max: int | None


class Drawdown(Struct, frozen=True, gc=False):
    """Close below the all-time high that stood at 09:30, in percent of it."""

    median: float | None
    q1: float | None
    q3: float | None


class AthAnalysis(Struct, frozen=True, gc=False):
    """All-time-high days; `next_session_ath` is a share of `next_sessions`, those whose next day is known."""

    ath_days: int
    percentage: float | None
    days_since_last: DaysSinceLast
    next_session_ath: float | None
    next_sessions: int
    median_bar_of_first_ath: float | None
    drawdown_when_not: Drawdown
    baseline: AthAnalysis | None = None
