"""Answers of the API about days, figures and the service itself (spec/product.md sections 3 and 7)."""

from typing import Any, Literal

from msgspec import Struct

from core.contracts.chart_answers import ChartData, Navigation
from core.contracts.feature_answers import FeaturesAnswer
from core.contracts.filters import FilterGroup
from core.contracts.manifest import DatedReason
from core.contracts.operators import Operator
from core.contracts.results import FeatureResult
from core.contracts.results.comparison import FeatureComparison, GroupRate
from core.contracts.results.curve import CurveCut, CurvePoint, NoCurve
from core.contracts.results.excursion import ExcursionCell, ExcursionDetail
from core.contracts.results.rates import Stopped


class ErrorBody(Struct, frozen=True):
    """Every error of the API. `message` is for the person, `detail` names the field and what was expected."""

    detail: str
    message: str
    code: str
    timestamp: str


class DateRangeAnswer(Struct, frozen=True):
    """GET /v2/date-range: the whole snapshot."""

    min_date: str
    max_date: str
    total_days: int
    snapshot: str


class ValuesAnswer(Struct, frozen=True):
    """GET /v2/features/{feature}/values: distinct values in the data, ascending."""

    feature: str
    values: list[Any]
    snapshot: str


class SnapshotSummary(Struct, frozen=True):
    """The snapshot being served, and what its manifest leaves out."""

    id: str
    symbol: str
    built_at: str
    sample_data: bool
    roll_state: str
    warnings: list[str]
    full_sessions: int
    short_sessions: list[str]
    missing_sessions: list[str]
    quarantined: list[DatedReason]
    closed_days: list[str]


class SummaryAnswer(Struct, frozen=True):
    """GET /v2/summary: counts of the whole snapshot, dates or not.

    `adr10_pts` is ADR10 on the last session, in points: what a percentage of it was then. Null until ten
    sessions came before.
    """

    totalDays: int
    min_date: str
    max_date: str
    adr10_pts: float | None
    symbols: list[str]
    snapshot: SnapshotSummary


class FilteredData(Struct, frozen=True):
    """Matched days."""

    total_days: int


class FilteredAnswer(Struct, frozen=True):
    """POST /v2/filtered; `percentage` of the whole snapshot, 0..100."""

    filtered_data: FilteredData
    total_days: int
    percentage: float | None
    snapshot: str


class AppliedCondition(Struct, frozen=True):
    """A condition in canonical form, with the sentence that says it."""

    feature: str
    operator: Operator
    value: Any
    by_bar: int | None
    first_in: int | None
    sentence: str


class AppliedGroup(FilterGroup, frozen=True, kw_only=True):
    """A group in canonical form, the two other keys null, with the sentence that says it."""

    sentence: str


AppliedFilter = AppliedCondition | AppliedGroup


class StatisticsMetadata(Struct, frozen=True):
    """What the statistics of one answer have in common; `as_of` is the request's."""

    total_days: int
    baseline_days: int
    others_days: int
    look_ahead: bool
    hindsight: bool
    as_of: int | None = None


class Statistics(Struct, frozen=True):
    """Results by feature name."""

    features: dict[str, FeatureResult]
    metadata: StatisticsMetadata


class ComputeData(Struct, frozen=True):
    """The parts asked for; a part that was not asked for is null."""

    charts: ChartData | None
    navigation: Navigation | None
    statistics: Statistics | None


class AnswerMetadata(Struct, frozen=True):
    """Where an answer came from and how long it took."""

    from_cache: bool
    timestamp: str
    compute_time_ms: float


class ComputeAnswer(Struct, frozen=True):
    """POST /compute: matched days, their bars, and the parts asked for."""

    total_days: int
    total_rows: int
    filters_applied: list[AppliedFilter]
    data: ComputeData
    metadata: AnswerMetadata
    snapshot: str


class StartAnswer(Struct, frozen=True):
    """POST /v2/start: `values` of bars and counts by feature; `answer` is null where `refused` says why."""

    summary: SummaryAnswer
    catalogue: FeaturesAnswer
    values: dict[str, list[int]]
    answer: ComputeAnswer | None
    refused: ErrorBody | None
    snapshot: str


class ProbabilitiesAnswer(Struct, frozen=True):
    """POST /v2/probabilities."""

    probabilities: dict[str, FeatureResult]
    metadata: StatisticsMetadata
    snapshot: str


class ExcursionAnswer(Struct, frozen=True):
    """POST /v2/excursion: `days` that match, `asked_days` of them without those that lack ADR10 in adr and r.

    Every target with every stop, the first target's first; `detail` where there is one cell. `look_ahead`
    names the filters that are known later than the decision. `minute_days` of the asked ones have one-minute
    bars, which say what came first within a five-minute bar; null where the symbol keeps none.
    """

    days: int
    asked_days: int
    minute_days: int | None
    cells: list[ExcursionCell]
    detail: ExcursionDetail | None
    look_ahead: list[str]
    snapshot: str


class CompareAnswer(Struct, frozen=True):
    """POST /v2/compare: days of A, of B and of both; the features asked that have a test, by name.

    `ranking` names those that were tested, the smallest adjusted p-value first.
    """

    a_days: int
    b_days: int
    both_days: int
    features: dict[str, FeatureComparison]
    ranking: list[str]
    snapshot: str


class CurveAnswer(Struct, frozen=True):
    """POST /v2/curve: the outcome in a window of `window_days` ranks that moves over the days by value.

    `days` match, `asked_days` of them have a value and an outcome; days of equal values are in a window
    together. `reason` says why there are no `points`. `deciles` are the nine values that part the days by
    tenths. `decided_by` names filters that decide the outcome, and `by` where it does; `look_ahead` those of
    them that are known later than the outcome.
    """

    days: int
    asked_days: int
    window_days: int
    points: list[CurvePoint]
    reason: NoCurve | None
    deciles: list[float]
    cut: CurveCut | None
    decided_by: list[str]
    look_ahead: list[str]
    snapshot: str


class Removal(Struct, frozen=True):
    """A question without one or two of its filters: `removed` are their positions in canonical order.

    `filters` are those that are left out; dates that cut something off are the first, Date_Range. `rate` is
    the feature's on the `n_days` that match then, null where no feature was asked.
    """

    removed: list[int]
    filters: list[AppliedFilter]
    n_days: int
    rate: GroupRate | None


class HeldAnswer(Stopped, frozen=True, gc=False):
    """POST /v2/held: whether the feature has stopped coming as often as on the first half of its days."""

    feature: str
    snapshot: str


class WidenAnswer(Struct, frozen=True):
    """POST /v2/widen: `n_days` match, with the feature's rate on them.

    `removals` are at most the two filters without which most days match, most days first, then the best two
    together where fewer than 30 days match without one; each matches more days than the question.
    """

    n_days: int
    feature: str | None
    label: str | None
    rate: GroupRate | None
    removals: list[Removal]
    snapshot: str


class DaysAnswer(Struct, frozen=True):
    """POST /v2/days: one page of matching sessions; `limited_to` when the tier cut the rows."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total_days: int
    page: int
    page_size: int
    pages: int
    limited_to: int | None
    snapshot: str


class Cleared(Struct, frozen=True):
    """POST /cache/clear."""

    cleared: int


class CacheStats(Struct, frozen=True):
    """Size and luck of a cache since the start."""

    entries: int
    bytes: int
    hits: int
    misses: int
    hit_ratio: float | None


class CachesAnswer(CacheStats, frozen=True):
    """GET /cache/stats: the answer cache, and the charts' own."""

    charts: CacheStats


class Health(Struct, frozen=True):
    """GET /readyz; `copies` where a snapshot comes from the service's own copy for now."""

    status: Literal["ok", "copies", "waiting"]
    snapshots: dict[str, str]


class Alive(Health, frozen=True):
    """GET /healthz; `version` is the product's."""

    version: str
