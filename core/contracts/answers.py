"""Bodies of the API's answers (source: spec/product.md section 7, design/api.md, rulings 21 and 28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from core.contracts.catalogue import Tier
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
class FilterValidation:
    """Bounds of a number, or the values and labels of an enum."""

    minimum: float | None = None
    maximum: float | None = None
    enum: list[str] | None = None
    labels: list[str] | None = None


@dataclass(frozen=True, slots=True)
class FilterComponent:
    """The input a filter card shows."""

    type: Literal[
        "NumericFilter", "SelectFilter", "MultiSelectFilter", "RangeFilter", "DateFilter", "BooleanFilter"
    ]
    operators: list[Operator]
    validation: FilterValidation
    defaultOperator: Operator
    placeholder: str | None


@dataclass(frozen=True, slots=True)
class UiSchema:
    """How a feature is shown."""

    filter_component: FilterComponent
    statistics_component: list[str]
    display_group: str
    display_order: int


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Smallest and largest value: a hint, not a clamp."""

    min: float
    max: float


@dataclass(frozen=True, slots=True)
class BusinessLogic:
    """How a feature is stored and compared."""

    filter_strategy: Literal["daily_eod", "count_occurrence"]
    value_range: ValueRange | None
    data_type: str
    value_format: str
    bucket_edges: list[float] | None
    hard_min: float | None
    hard_max: float | None


@dataclass(frozen=True, slots=True)
class FeatureMetadata:
    """What a feature is called and how it is described."""

    category: str
    display_name: str
    description: str
    tooltip: str
    filterable: bool
    visualization: str | None
    type: str
    unit: str | None
    statistical_method: list[str]


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature definition in the specification's shape."""

    name: str
    displayName: str
    category: str
    enabled: bool
    type: str
    metadata: FeatureMetadata
    ui_schema: UiSchema
    business_logic: BusinessLogic
    known_at: str
    known_at_bar: int
    resolves_from: int
    by_bar_safe: bool
    applies_from: str | None
    tier: Tier
    has_prev_twin: bool


@dataclass(frozen=True, slots=True)
class UiLayout:
    """Optional layout hints of a category."""

    cards_per_row: int | None
    row_pattern: list[int] | None


@dataclass(frozen=True, slots=True)
class CategoryAnswer:
    """A category; `total_features` counts the catalogue, `visible_features` the caller's tier."""

    id: str
    name: str
    display_name: str
    display_order: int
    color: str
    description: str
    ui_layout: UiLayout
    total_features: int
    visible_features: int


@dataclass(frozen=True, slots=True)
class LimitFeatures:
    """What a tier may use; `export` is false, true or a list of formats."""

    charts: bool
    navigation: bool
    export: bool | list[str]


@dataclass(frozen=True, slots=True)
class ProfileLimits:
    """A tier's limits; `max_rows` null means all."""

    max_features: int
    max_rows: int | None
    cache_ttl: int
    features: LimitFeatures
    description: str


@dataclass(frozen=True, slots=True)
class FeaturesAnswer:
    """GET /features."""

    features: list[Feature]
    categories: list[CategoryAnswer]
    total: int
    profile: Tier
    profile_limits: ProfileLimits
    snapshot: str


@dataclass(frozen=True, slots=True)
class ProfileAnswer:
    """One tier, with the name the page shows."""

    name: Tier
    display_name: str
    limits: ProfileLimits


@dataclass(frozen=True, slots=True)
class ProfilesAnswer:
    """GET /profiles."""

    profiles: list[ProfileAnswer]
    current: Tier


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
class UserInfo:
    """Who is signed in."""

    user_id: str
    username: str
    permissions: list[str]
    profile: Tier
    profile_source: Literal["url", "course", "env", "default"]
    email: str | None = None
    course_id: str | None = None
    course_title: str | None = None


@dataclass(frozen=True, slots=True)
class TokenAnswer:
    """POST /auth/login, /auth/entry and /auth/refresh; `expires_in` in seconds."""

    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo


@dataclass(frozen=True, slots=True)
class CurrentUser:
    """GET /auth/me."""

    user_id: str
    username: str
    permissions: list[str]
    session_id: str
    is_authenticated: bool
    profile: Tier
    email: str | None
    course_id: str | None
    course_title: str | None


@dataclass(frozen=True, slots=True)
class Health:
    """GET /healthz and /readyz."""

    status: Literal["ok", "waiting"]
    snapshots: dict[str, str]
