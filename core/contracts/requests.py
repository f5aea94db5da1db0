"""Bodies of the API's calls (spec/product.md section 7, spec/chart.md section 7, rulings 30 and 32)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from core.contracts.catalogue import Tier
from core.contracts.filters import Filters, whole_number
from core.contracts.results import ModuleKind

Direction = Literal["previous", "next", "first", "last"]
ExportKind = Literal["days", "statistics"]
ExportFormat = Literal["csv", "xlsx", "pdf"]
Side = Literal["above", "below"]
DecisionBar = Literal[0, 6, 12, 18, 36, 54]
"""Target before stop is asked from the open, 0, or from the close of one of these bars."""
AsOf = Annotated[
    int,
    Meta(
        ge=-1,
        le=80,
        description="a bar from 1 to 80, 0 for the open or -1 for before it",
        extra={"remedy": "leave it out for the whole day"},
    ),
]
"""A question is asked at the close of this bar; 0 is at the open, -1 before it."""
Whole = Annotated[int, Meta(ge=-(2**31), le=2**31, description="a whole number")]
Page = Annotated[int, Meta(ge=1, le=2**31, description="a whole number from 1", extra={"code": "page_range"})]
AlikeDays = Annotated[int, whole_number(60, "n_range")]
PageSize = Annotated[int, whole_number(500, "page_size_range")]
Costs = Annotated[float, Meta(ge=0, le=1000, description="0 to 1000 ticks", extra={"code": "costs_range"})]
Way = Literal["up", "down"]
DistanceUnit = Literal["adr", "points", "r"]
FirstTraded = Literal["target_first", "stop_first", "same_bar", "neither"]

MEDIA_TYPES: dict[ExportFormat, str] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A body, or an object within one: a field that it does not have is an error, never left out."""


class ComputeParts(RequestBody, frozen=True):
    """The parts of a compute answer that are wanted."""

    statistics: bool = True
    charts: bool = False
    navigation: bool = False


class ComputeOptions(RequestBody, frozen=True):
    """`cache` false computes the answer again; the other two belong to the chart part."""

    cache: bool = True
    selected_date: str | None = None
    include_previous_day: bool = True


class QuestionRequest(RequestBody, frozen=True, kw_only=True):
    """What every question about days may say; without `as_of` the whole day is known.

    With `snapshot`, the id of the snapshot that the caller shows, an answer of another one is refused.
    """

    filters: Filters = {}
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None
    as_of: AsOf | None = None
    snapshot: str | None = None


class ComputeRequest(QuestionRequest, frozen=True):
    """POST /compute. `features` also accepts the specification's list form ["statistics", ...]."""

    features: ComputeParts | list[Literal["statistics", "charts", "navigation"]] | None = None
    statistics_features: list[str] = []
    options: ComputeOptions | None = None
    profile: Tier | None = None
    ama_config: dict[str, Any] | None = None


class StartRequest(QuestionRequest, frozen=True):
    """POST /v2/start: the question of a visit; `features` are its open cards."""

    features: list[str] = []


class FilteredRequest(QuestionRequest, frozen=True):
    """POST /v2/filtered: the live count, also for pending filters."""


class ProbabilitiesRequest(QuestionRequest, frozen=True):
    """POST /v2/probabilities."""

    features: list[str]


class DaysSort(RequestBody, frozen=True):
    """Order of the days: `session_date` or a feature."""

    column: str = "session_date"
    descending: bool = True


class DayPart(RequestBody, frozen=True):
    """Of the matched days, those that one bar of a feature's module counts.

    `place` is the bar as the module's own answer names it: "active" of an occurrence, a bar number, a
    period's name, a bar range, a label's value, the position of a histogram's bin from 0, a range's label,
    "reached X" of a threshold, the bar range of the final extreme, a streak's length, "full day" or a bar
    range of the EMA, "none", "once" or "multiple", "days" or "next" of all-time highs. `side` chooses
    between the two sides of a two-sided feature.
    """

    feature: str
    module: ModuleKind
    place: str
    side: Side = "above"


class ExcursionRequest(QuestionRequest, frozen=True):
    """POST /v2/excursion: which a day trades at first after `from_bar`, each target or each stop.

    Targets lie on `side` of the decision price, stops across. Distances are percent of ADR10 (5, 10, ...
    100), points, or r: targets in multiples of the stop (0.1 to 20), stops in percent of ADR10. `costs` are
    ticks of one round trip.
    """

    from_bar: DecisionBar
    side: Way
    targets: list[float]
    stops: list[float]
    unit: DistanceUnit = "adr"
    costs: Costs = 0


class ExcursionPart(RequestBody, frozen=True):
    """Of the matched days, those of one cell of POST /v2/excursion that traded so."""

    from_bar: DecisionBar
    side: Way
    target: float
    stop: float
    first: FirstTraded
    unit: DistanceUnit = "adr"


class ComparedQuestion(RequestBody, frozen=True):
    """One side of a comparison."""

    filters: Filters = {}
    start_date: str | None = None
    end_date: str | None = None


class CompareRequest(RequestBody, frozen=True):
    """POST /v2/compare: some features on the days of A and on the days of B."""

    a: ComparedQuestion
    b: ComparedQuestion
    features: list[str] = []
    symbol: str | None = None
    as_of: AsOf | None = None
    snapshot: str | None = None


class CurveRequest(QuestionRequest, frozen=True):
    """POST /v2/curve: how often `outcome`, or one `label` of it, comes along the values of `by`.

    `by` is a number or a count. `cut` parts its values: those below it, and those from it on.
    """

    by: str
    outcome: str
    label: str | None = None
    cut: float | None = None


class HeldRequest(QuestionRequest, frozen=True):
    """POST /v2/held: whether `feature`, which has an occurrence, has stopped coming as often as it did."""

    feature: str


class WidenRequest(QuestionRequest, frozen=True):
    """POST /v2/widen: which filters to leave out for more days, and what `feature`'s rate becomes.

    `feature` has an occurrence, or `label` is one of its labels; without it only days are counted. With
    `keep_dates` the dates are none of the filters to leave out.
    """

    feature: str | None = None
    label: str | None = None
    keep_dates: bool = False


class LikeDay(RequestBody, frozen=True):
    """The `n` (1 to 60) matching days before `date` that were most like it by bar `as_of` of the question.

    Nearest first: the days of POST /v2/alike. `leave_out` are features that are not looked at.
    """

    date: str
    leave_out: list[str] = []
    n: AlikeDays = 25


class OrderedDaysRequest(QuestionRequest, frozen=True, kw_only=True):
    """What every call about days in an order may say: `dates`, `part` and `excursion` narrow the sessions.

    The order is that of `sort` or of `like`, which narrows them too.
    """

    dates: list[str] | None = None
    part: DayPart | None = None
    excursion: ExcursionPart | None = None
    sort: DaysSort | None = None
    like: LikeDay | None = None


class DaysRequest(OrderedDaysRequest, frozen=True):
    """POST /v2/days. `columns` are features; pages count from 1. Without an order the newest day is first."""

    columns: list[str] = []
    page: Page = 1
    page_size: PageSize = 100


class ChartRequest(OrderedDaysRequest, frozen=True):
    """POST /v2/charts/data. Without `selected_date` the latest matching day; `ama_config` where AMA is on.

    `navigation` is in the order of the days, without one by date.
    """

    selected_date: str | None = None
    include_previous_day: bool = True
    ama_config: dict[str, Any] | None = None


class NavigateRequest(OrderedDaysRequest, frozen=True):
    """POST /navigation/navigate: where `direction` leads from `selected_date` among the matching days.

    They are in their order, without one by date.
    """

    profile: Tier | None = None
    selected_date: str | None = None
    direction: Direction | None = None


class ExportRequest(OrderedDaysRequest, frozen=True):
    """POST /v2/export: matching days with `columns`, or the statistics of `features`, as a file.

    `dates`, `part`, `excursion`, `columns` and `sort` belong to days, `features` to statistics; `title` heads
    the file.
    """

    kind: ExportKind
    format: ExportFormat
    columns: list[str] = []
    features: list[str] = []
    title: str | None = None


class EntryRequest(RequestBody, frozen=True):
    """POST /auth/entry: the entry address's parameters and the page's referrer.

    `challenge` and `email_code` answer a refusal with the code `code_needed`.
    """

    user_id: str | None = None
    user_name: str | None = None
    user_email: str | None = None
    course_id: str | None = None
    course_title: str | None = None
    return_url: str | None = None
    profile: str | None = None
    course: str | None = None
    referrer: str | None = None
    expires: str | None = None
    nonce: str | None = None
    signature: str | None = None
    challenge: str | None = None
    email_code: str | None = None


class LoginRequest(RequestBody, frozen=True):
    """POST /auth/login."""

    username: str
    password: str


class RefreshRequest(RequestBody, frozen=True):
    """POST /auth/refresh."""

    refresh_token: str


class EraseRequest(RequestBody, frozen=True):
    """POST /auth/erase: the caller's own id, so that nothing is erased by mistake."""

    user_id: str


class RedeemRequest(RequestBody, frozen=True):
    """POST /auth/redeem; a code of a lower tier than the session has is taken only with `may_lower`."""

    code: str
    may_lower: bool = False
