"""The probability modules' answers, field for field (source: design/statistics.md).

Fractions are 0..1 unless a name holds pct or percentage (0..100). A question without days answers nulls.
`others` and `baseline` are the same figures on the date range's other days (null when nothing is filtered)
and on all of its days; `below` those of the other side of a two-sided feature. None of them holds a second
one of its kind.
"""

from typing import Literal

from msgspec import Struct

from core.contracts.results import rates, sessions, spreads

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

ModuleData = (
    rates.Occurrence
    | rates.TimingAnalysis
    | rates.PeriodProbability
    | rates.TimeDistribution
    | spreads.NumberDistribution
    | spreads.LabelDistribution
    | spreads.CategoricalDistribution
    | spreads.PercentageDistribution
    | spreads.ThresholdAnalysis
    | sessions.ExtremeTiming
    | sessions.StreakAnalysis
    | sessions.EmaAccumulation
    | sessions.BinaryMultiOccurrence
    | sessions.AthAnalysis
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
    that its intervals are too narrow. `in_long_runs` says that the matched days do: part of a difference from
    the other days may be the time they come from. Of a question as of a bar, a `known_by_then` feature is
    certain by that bar: it is no outcome and has no tests.
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
    in_long_runs: bool = False
    known_by_then: bool = False


class FeatureResult(Struct, frozen=True, gc=False):
    """Every module's answer about one feature on one selection."""

    feature: str
    metadata: ResultMetadata
    modules: dict[str, ModuleResult]
