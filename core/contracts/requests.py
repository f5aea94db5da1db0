"""Bodies of the API's calls (source: spec/product.md section 7, design/api.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from core.contracts.catalogue import Tier
from core.contracts.day_parts import DayPart

Operator = Literal["=", "!=", ">", "<", ">=", "<=", "range", "in", "not_in"]
Scalar = bool | int | float | str
FilterValue = Scalar | list[Scalar]


@dataclass(frozen=True, slots=True)
class FilterCondition:
    """One condition of a filters map."""

    operator: Operator
    value: FilterValue
    by_bar: int | None = None


@dataclass(frozen=True, slots=True)
class NamedFilter:
    """One condition of a filters list, where one feature may be asked twice."""

    feature: str
    operator: Operator
    value: FilterValue
    by_bar: int | None = None


Filters = dict[str, FilterCondition] | list[NamedFilter]


@dataclass(frozen=True, slots=True)
class ComputeParts:
    """The parts of a compute answer that are wanted."""

    statistics: bool = True
    charts: bool = False
    navigation: bool = False


@dataclass(frozen=True, slots=True)
class ComputeOptions:
    """`cache` false answers anew; the other two belong to the chart part."""

    cache: bool = True
    selected_date: str | None = None
    include_previous_day: bool = True


@dataclass(frozen=True, slots=True)
class ComputeRequest:
    """POST /compute. `features` also accepts the specification's list form ["statistics", ...]."""

    filters: Filters = field(default_factory=dict)
    features: ComputeParts | list[Literal["statistics", "charts", "navigation"]] | None = None
    statistics_features: list[str] = field(default_factory=list)
    options: ComputeOptions | None = None
    profile: Tier | None = None
    ama_config: dict[str, Any] | None = None
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class FilteredRequest:
    """POST /v2/filtered: the live count, also for pending filters."""

    filters: Filters = field(default_factory=dict)
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class ProbabilitiesRequest:
    """POST /v2/probabilities."""

    features: list[str]
    filters: Filters = field(default_factory=dict)
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class DaysSort:
    """Order of the days: `session_date` or a feature."""

    column: str = "session_date"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class DaysRequest:
    """POST /v2/days. `dates` and `part` narrow the sessions; `columns` are features; pages count from 1."""

    filters: Filters = field(default_factory=dict)
    dates: list[str] | None = None
    part: DayPart | None = None
    columns: list[str] = field(default_factory=list)
    sort: DaysSort | None = None
    page: int = 1
    page_size: int = 100
    start_date: str | None = None
    end_date: str | None = None
    symbol: str | None = None


@dataclass(frozen=True, slots=True)
class EntryRequest:
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


@dataclass(frozen=True, slots=True)
class LoginRequest:
    """POST /auth/login."""

    username: str
    password: str


@dataclass(frozen=True, slots=True)
class RefreshRequest:
    """POST /auth/refresh."""

    refresh_token: str


@dataclass(frozen=True, slots=True)
class RedeemRequest:
    """POST /auth/redeem; a code of a lower tier than the session has is taken only with `may_lower`."""

    code: str
    may_lower: bool = False
