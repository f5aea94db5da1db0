"""The probability modules' answers, field for field (source: design/statistics.md).

Fractions are 0..1 unless a name holds pct or percentage (0..100). A question without days answers nulls.
`others` and `baseline` are the same figures on the date range's other days (null when nothing is filtered)
and on all of its days; `below` those of the other side of a two-sided feature. None of them holds a second
one of its kind.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

DECIMALS = 6
"""Decimals that a number of an answer is written with."""

ModuleKind = Literal[
    "occurrence",
    "timing_analysis",
    "period_probability",
    "time_distribution",
    "basic_distribution",
    "percentage_distribution",
    "threshold_analysis",
    "categorical_distribution",
    "extreme_timing",
    "hod_lod_analysis",
    "streak_analysis",
    "ema_accumulation",
    "binary_multi_occurrence",
    "ath_analysis",
]

Grade = Literal["small", "medium", "large"]


class Interval(Struct, frozen=True, gc=False):
    """A 95 % interval; both ends null where there is no day."""

    lower: float | None
    upper: float | None


class Difference(Struct, frozen=True, gc=False):
    """Matched minus others as a fraction, with Newcombe's square-and-add limits."""

    value: float
    lower: float
    upper: float


class Rate(Struct, frozen=True, gc=False):
    """How often a feature was active on one set of days."""

    occurrence: float | None
    occurrence_days: int
    total_days: int


class Occurrence(Struct, frozen=True, gc=False):
    """How often: share of active days among the days with a value."""

    occurrence: float | None
    occurrence_days: int
    total_days: int
    confidence_interval: Interval
    baseline: Rate
    others: Rate | None = None
    lift: float | None = None
    difference: Difference | None = None
    p_value: float | None = None
    q_value: float | None = None


class TimingAnalysis(Struct, frozen=True, gc=False):
    """When: over the event days' bar numbers. `by_bar_days[k-1]` counts events at or before bar k."""

    total_occurrences: int
    median_bar: float | None
    mean_bar: float | None
    q1: float | None
    q3: float | None
    iqr: float | None
    distribution: dict[str, int]
    by_bar_days: list[int]
    others: TimingAnalysis | None = None


class Period(Struct, frozen=True, gc=False):
    """One third of the day: days whose event fell in it, over the days with a value."""

    bar_range: str
    days: int
    probability: float | None
    confidence_interval: Interval
    share_of_events: float | None


class PeriodProbability(Struct, frozen=True, gc=False):
    """Keys Morning, Mid-Session, Late Session; the three probabilities add to the occurrence."""

    periods: dict[str, Period]
    most_likely_period: str | None
    others: PeriodProbability | None = None


class Hour(Struct, frozen=True, gc=False):
    """One hour of the day; `pct` of the event days."""

    label: str
    bar_range: str
    days: int
    pct: float | None


class TimeDistribution(Struct, frozen=True, gc=False):
    """Event days by hour."""

    hours: list[Hour]
    others: TimeDistribution | None = None


class HistogramBin(Struct, frozen=True, gc=False):
    """Days with lower <= value < upper; lower = upper is exactly that integer, null is open."""

    lower: float | None
    upper: float | None
    count: int


class Quartiles(Struct, frozen=True, gc=False):
    """The middle of the other days."""

    n: int
    median: float | None
    q1: float | None
    q3: float | None


class LabelShare(Struct, frozen=True, gc=False):
    """The same label on the other days."""

    count: int
    pct: float | None


class LabelCount(Struct, frozen=True, gc=False):
    """One label of an enum: days, percentage of the days with a value, interval as fractions."""

    label: str
    value: str
    count: int
    pct: float | None
    confidence_interval: Interval
    others: LabelShare | None = None


class NumberPart(Struct, frozen=True, gc=False):
    """The middle of the matched and the other days on which the event `split_by` happened, or did not.

    `label` says which of the two.
    """

    split_by: str
    happened: bool
    label: str
    matched: Quartiles
    others: Quartiles | None = None


class NumberDistribution(Struct, frozen=True, gc=False):
    """basic_distribution of a numeric or a count; `parts` where an event splits what the number means."""

    n: int
    mean: float | None
    std: float | None
    min: float | None
    q1: float | None
    median: float | None
    q3: float | None
    max: float | None
    histogram: list[HistogramBin]
    median_interval: Interval
    others_histogram: list[int] | None = None
    others: Quartiles | None = None
    parts: list[NumberPart] | None = None


class LabelDistribution(Struct, frozen=True, gc=False):
    """basic_distribution of an enum, in the feature's order with a neutral label last."""

    n: int
    labels: list[LabelCount]
    p_value: float | None = None
    q_value: float | None = None


class CategoricalDistribution(Struct, frozen=True, gc=False):
    """An enum of position: {label: [days, percentage]} in the feature's own order."""

    distribution: dict[str, list[float | None]]
    total_observations: int
    labels: list[LabelCount]
    p_value: float | None = None
    q_value: float | None = None
    others: CategoricalDistribution | None = None


class RangeSummary(Struct, frozen=True, gc=False):
    """Spread of a numeric: [min, max], median, [q1, q3]; null without a day."""

    full_range: list[float] | None
    median: float | None
    iqr_range: list[float] | None


class Moments(Struct, frozen=True, gc=False):
    """Mean, sample deviation and adjusted Fisher-Pearson skewness."""

    mean: float | None
    std: float | None
    skewness: float | None


class PercentageDistribution(Struct, frozen=True, gc=False):
    """A numeric over its catalogue ranges: {label: [days, percentage]}."""

    summary: RangeSummary
    stats: Moments
    distribution: dict[str, list[float | None]]
    others: PercentageDistribution | None = None


class ThresholdRange(Struct, frozen=True, gc=False):
    """One catalogue range: `count` days of `days` with a value."""

    label: str
    percentage: float | None
    count: int
    days: int
    confidence_interval: Interval
    others_percentage: float | None = None


class Reached(Struct, frozen=True, gc=False):
    """Share of days at or above an edge >= 0, at or below an edge < 0."""

    threshold: float
    direction: Literal["at_or_above", "at_or_below"]
    count: int
    percentage: float | None
    confidence_interval: Interval
    others_percentage: float | None = None


class ThresholdAnalysis(Struct, frozen=True, gc=False):
    """How far: the ranges, how often each edge was reached, and one plain sentence."""

    full_range: list[float] | None
    median: float | None
    ranges: list[ThresholdRange]
    reached: list[Reached]
    analysis: str


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
    """Bars of the day on one side of the EMA; for a two-sided feature above, and `below` beside it."""

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


ModuleData = (
    Occurrence
    | TimingAnalysis
    | PeriodProbability
    | TimeDistribution
    | NumberDistribution
    | LabelDistribution
    | CategoricalDistribution
    | PercentageDistribution
    | ThresholdAnalysis
    | ExtremeTiming
    | StreakAnalysis
    | EmaAccumulation
    | BinaryMultiOccurrence
    | AthAnalysis
)


class ModuleMetadata(Struct, frozen=True, gc=False):
    """What every module says of its denominator."""

    n: int
    missing_days: int


class ModuleResult(Struct, frozen=True, gc=False):
    """One module's answer; on status error `data` is null and `error` says why in plain words."""

    status: Literal["success", "error"]
    display_name: str
    data: ModuleData | None
    error: str | None
    metadata: ModuleMetadata


class SampleSize(Struct, frozen=True, gc=False):
    """Days in the denominator: small < 30, medium 30..100, large > 100."""

    days: int
    grade: Grade


class SharedBars(Struct, frozen=True, gc=False):
    """Bars that filters have read and the outcome is made of: part of any difference is arithmetic.

    `filters` are decided by bars up to `last_bar`, the outcome's span begins at `first_bar`; `clean_twin`
    is the feature that asks the same from a bar after `last_bar` on, null where there is none.
    """

    filters: list[str]
    first_bar: int
    last_bar: int
    clean_twin: str | None


class ResultMetadata(Struct, frozen=True, gc=False):
    """What a result says of itself; `look_ahead` names the filters known later than what is read.

    `unit` is that of the feature's values, null where they have none (a bar, a count, a label).
    A `conditioned` feature has no tests: the filters in `decided_by` name it, or leave it no choice. Its
    `outcome` is certain where every matched day has it (is active, or of one label), impossible where none
    is active, null where the matched days still differ. `days_cluster` says that its days come together, so
    that its intervals are too narrow.
    """

    display_name: str
    category: str
    kind: str
    unit: str | None
    known_at_bar: int
    sample_size: SampleSize
    conditioned: bool
    look_ahead: list[str]
    decided_by: list[str] = []
    outcome: Literal["certain", "impossible"] | None = None
    shared_bars: SharedBars | None = None
    days_cluster: bool = False


class FeatureResult(Struct, frozen=True, gc=False):
    """Every module's answer about one feature on one selection."""

    feature: str
    metadata: ResultMetadata
    modules: dict[str, ModuleResult]
