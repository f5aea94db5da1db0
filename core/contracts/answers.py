"""Bodies of the answers about data (spec/product.md section 7, design/api.md, rulings 21 and 28)."""

from dataclasses import dataclass
from typing import Any, Literal

from core.contracts.charts import ChartData, Navigation
from core.contracts.manifest import DatedReason
from core.contracts.requests import Operator
from core.contracts.results import FeatureResult


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """Every error of the API. `message` is for the person, `detail` names the field and what was expected."""

    detail: str
    message: str
    code: str
    timestamp: str


@dataclass(frozen=True, slots=True)
class DateRangeAnswer:
    """GET /v2/date-range: the whole snapshot."""

    min_date: str
    max_date: str
    total_days: int
    snapshot: str


@dataclass(frozen=True, slots=True)
class ValuesAnswer:
    """GET /v2/features/{feature}/values: distinct values in the data, ascending."""

    feature: str
    values: list[Any]
    snapshot: str


@dataclass(frozen=True, slots=True)
class SnapshotSummary:
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


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """GET /v2/summary: counts of the whole snapshot, dates or not."""

    totalDays: int
    min_date: str
    max_date: str
    symbols: list[str]
    snapshot: SnapshotSummary


@dataclass(frozen=True, slots=True)
class FilteredData:
    """Matched days."""

    total_days: int


@dataclass(frozen=True, slots=True)
class FilteredAnswer:
    """POST /v2/filtered; `percentage` of the whole snapshot, 0..100."""

    filtered_data: FilteredData
    total_days: int
    percentage: float | None
    snapshot: str


@dataclass(frozen=True, slots=True)
class AppliedFilter:
    """A filter in canonical form, with the sentence that says it."""

    feature: str
    operator: Operator
    value: Any
    by_bar: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class StatisticsMetadata:
    """What the statistics of one answer have in common."""

    total_days: int
    baseline_days: int
    others_days: int
    look_ahead: bool
    hindsight: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """Results by feature name."""

    features: dict[str, FeatureResult]
    metadata: StatisticsMetadata


@dataclass(frozen=True, slots=True)
class ComputeData:
    """The parts asked for; a part that was not asked for is null."""

    charts: ChartData | None
    navigation: Navigation | None
    statistics: Statistics | None


@dataclass(frozen=True, slots=True)
class AnswerMetadata:
    """Where an answer came from and how long it took."""

    from_cache: bool
    timestamp: str
    compute_time_ms: float


@dataclass(frozen=True, slots=True)
class ComputeAnswer:
    """POST /compute: matched days, their bars, and the parts asked for."""

    total_days: int
    total_rows: int
    filters_applied: list[AppliedFilter]
    data: ComputeData
    metadata: AnswerMetadata
    snapshot: str


@dataclass(frozen=True, slots=True)
class ProbabilitiesAnswer:
    """POST /v2/probabilities."""

    probabilities: dict[str, FeatureResult]
    metadata: StatisticsMetadata
    snapshot: str


@dataclass(frozen=True, slots=True)
class DaysAnswer:
    """POST /v2/days: one page of matching sessions; `limited_to` when the tier cut the rows."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total_days: int
    page: int
    page_size: int
    pages: int
    limited_to: int | None
    snapshot: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """POST /cache/clear."""

    cleared: int


@dataclass(frozen=True, slots=True)
class CacheStats:
    """Size and luck of a cache since the start."""

    entries: int
    bytes: int
    hits: int
    misses: int
    hit_ratio: float | None


@dataclass(frozen=True, slots=True)
class CachesAnswer:
    """GET /cache/stats: the answer cache, and the charts' own."""

    entries: int
    bytes: int
    hits: int
    misses: int
    hit_ratio: float | None
    charts: CacheStats


@dataclass(frozen=True, slots=True)
class Health:
    """GET /healthz and /readyz; `copies` where a snapshot comes from the service's own copy for now."""

    status: Literal["ok", "copies", "waiting"]
    snapshots: dict[str, str]
