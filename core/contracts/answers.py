"""Bodies of the API's answers (spec/product.md sections 3 and 7, spec/chart.md section 3)."""

from typing import Any, Literal

from msgspec import Struct

from core.contracts.catalogue import Tier
from core.contracts.manifest import DatedReason
from core.contracts.requests import Operator
from core.contracts.results import FeatureResult

SessionPart = Literal["current", "previous"]
SessionKind = Literal["full", "short", "quarantined"]
TierSource = Literal["url", "course", "env", "default", "account", "code"]


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
    """GET /v2/summary: counts of the whole snapshot, dates or not."""

    totalDays: int
    min_date: str
    max_date: str
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


class ChartBar(Struct, frozen=True):
    """One five-minute bar; prices in points, `ibs` 0..100, `time` its open in UTC ISO 8601.

    `index` is the bar number, on the previous session less that session's length: 0 is its last bar. A value
    that does not exist (yet) is null. `time_label` is the open in New York, as 9:30.
    """

    bar_number: int
    session: SessionPart
    index: int
    date: str
    time: str
    open: float
    high: float
    low: float
    close: float
    volume: int | None
    ema: float | None
    ibs: float
    bar_range: float
    avg_range: float | None
    z_score_full: float | None
    z_score_body: float | None
    is_outside_bar: bool
    is_inside_bar: bool
    time_label: str


class ReferenceLines(Struct, frozen=True):
    """Yesterday's high, low and close, the overnight range and the open; null where unknown."""

    hoy: float | None
    loy: float | None
    coy: float | None
    gxh: float | None
    gxl: float | None
    open: float | None


class AmaSignal(Struct, frozen=True):
    """The signal of one bar: 0 none, else by its side 1 BO, 2 CX, 3 OB, 5 big, 10 follow-through."""

    bar_number: int
    session: SessionPart
    index: int
    signal_type: int
    ft_flag: int


class Navigation(Struct, frozen=True):
    """The matching full sessions, ascending; `currentIndex` is -1 where the current date is none of them."""

    availableDates: list[str]
    currentDate: str | None
    currentIndex: int
    totalDates: int
    has_previous: bool
    has_next: bool


class ChartMetadata(Struct, frozen=True):
    """What is drawn; without a matching day the dates and `kind` are null.

    `amaSignalCount` counts the current session's bars with a signal. `tick` is the least step of a price in
    points, `price_decimals` the digits it needs; `reason` says why a session is quarantined.
    """

    currentDate: str | None
    previousDate: str | None
    totalBars: int
    amaEnabled: bool
    amaSignalCount: int
    kind: SessionKind | None
    reason: str | None
    is_roll: bool
    contract: str | None
    symbol: str
    price_decimals: int
    tick: float


class ChartData(Struct, frozen=True):
    """The chart part of an answer: the previous session's bars first, one signal per bar or none at all."""

    bars: list[ChartBar]
    referenceLines: ReferenceLines
    amaSignals: list[AmaSignal]
    metadata: ChartMetadata


class ChartAnswer(ChartData, frozen=True):
    """POST /v2/charts/data."""

    navigation: Navigation
    snapshot: str


class NavigateAnswer(Struct, frozen=True):
    """POST /navigation/navigate."""

    navigation: Navigation
    snapshot: str


class AppliedFilter(Struct, frozen=True):
    """A filter in canonical form, with the sentence that says it."""

    feature: str
    operator: Operator
    value: Any
    by_bar: int | None
    sentence: str


class StatisticsMetadata(Struct, frozen=True):
    """What the statistics of one answer have in common."""

    total_days: int
    baseline_days: int
    others_days: int
    look_ahead: bool
    hindsight: bool


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


class ProbabilitiesAnswer(Struct, frozen=True):
    """POST /v2/probabilities."""

    probabilities: dict[str, FeatureResult]
    metadata: StatisticsMetadata
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
    """GET /healthz and /readyz; `copies` where a snapshot comes from the service's own copy for now."""

    status: Literal["ok", "copies", "waiting"]
    snapshots: dict[str, str]


class UserInfo(Struct, frozen=True):
    """Who is signed in."""

    user_id: str
    username: str
    permissions: list[str]
    profile: Tier
    profile_source: TierSource
    email: str | None = None
    course_id: str | None = None
    course_title: str | None = None


class TokenAnswer(Struct, frozen=True):
    """POST /auth/login, /auth/entry and /auth/refresh; `expires_in` in seconds.

    `return_url` is the entry's, where it leads to a site of the course.
    """

    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo
    return_url: str | None = None


class RedeemAnswer(Struct, frozen=True):
    """POST /auth/redeem: the tier the code gave, and new tokens, for those of before are worth nothing."""

    profile: Tier
    access_token: str
    refresh_token: str
    token_type: Literal["bearer"]
    expires_in: int
    session_id: str
    user_info: UserInfo


class EmailChallenge(Struct, frozen=True):
    """POST /auth/entry/code: comes back in the entry's `challenge` beside the mailed code.

    `expires_in` is in seconds.
    """

    challenge: str
    expires_in: int


class CurrentUser(Struct, frozen=True):
    """GET /auth/me."""

    user_id: str
    username: str
    permissions: list[str]
    session_id: str
    is_authenticated: bool
    profile: Tier
    profile_source: TierSource
    email: str | None
    course_id: str | None
    course_title: str | None
