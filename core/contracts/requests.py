"""Bodies of the API's calls (source: spec/product.md section 7, design/api.md)."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Struct

from core.contracts.catalogue import Tier
from core.contracts.day_parts import DayPart

Operator = Literal["=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in"]
Scalar = bool | int | float | str
FilterValue = Scalar | list[Scalar]


class FilterCondition(Struct, frozen=True):
    """One condition of a filters map."""

    operator: Operator
    value: FilterValue
    by_bar: int | None = None


class NamedFilter(Struct, frozen=True):
    """One condition of a filters list, where one feature may be asked twice."""

    feature: str
    operator: Operator
    value: FilterValue
    by_bar: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenAs:
    """What the contract says of a field that is read elsewhere than where a body is decoded."""

    type: Any


Filters = Annotated[Any, WrittenAs(dict[str, FilterCondition] | list[NamedFilter])]
"""`core.query.filters` reads them, with its own words for what is wrong."""


class ComputeParts(Struct, frozen=True):
    """The parts of a compute answer that are wanted."""

    statistics: bool = True
    charts: bool = False
    navigation: bool = False


class ComputeOptions(Struct, frozen=True):
    """`cache` false answers anew; the other two belong to the chart part."""

    cache: bool = True
    selected_date: str | None = None
    include_previous_day: bool = True


class ComputeRequest(Struct, frozen=True):
    """POST /compute. `features` also accepts the specification's list form ["statistics", ...]."""

    filters: Filters = {}
    features: ComputeParts | list[Literal["statistics", "charts", "navigation"]] | None = None
    statistics_features: list[str] = []
    options: ComputeOptions | None = None
    profile: Tier | None = None
    ama_config: dict[str, Any] | None = None
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


class FilteredRequest(Struct, frozen=True):
    """POST /v2/filtered: the live count, also for pending filters."""

    filters: Filters = {}
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


class ProbabilitiesRequest(Struct, frozen=True):
    """POST /v2/probabilities."""

    features: list[str]
    filters: Filters = {}
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


class DaysSort(Struct, frozen=True):
    """Order of the days: `session_date` or a feature."""

    column: str = "session_date"
    descending: bool = True


class DaysRequest(Struct, frozen=True):
    """POST /v2/days. `dates` and `part` narrow the sessions; `columns` are features; pages count from 1."""

    filters: Filters = {}
    dates: list[str] | None = None
    part: DayPart | None = None
    columns: list[str] = []
    sort: DaysSort | None = None
    page: int = 1
    page_size: int = 100
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


class EntryRequest(Struct, frozen=True):
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


class LoginRequest(Struct, frozen=True):
    """POST /auth/login."""

    username: str
    password: str


class RefreshRequest(Struct, frozen=True):
    """POST /auth/refresh."""

    refresh_token: str


class RedeemRequest(Struct, frozen=True):
    """POST /auth/redeem; a code of a lower tier than the session has is taken only with `may_lower`."""

    code: str
    may_lower: bool = False
