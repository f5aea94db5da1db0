"""The calls of the API, one line each: what `openapi.json` and the routes are made from."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.responses import Response

from core.contracts.access_answers import CurrentUser, EmailChallenge, RedeemAnswer, TokenAnswer
from core.contracts.answers import (
    CachesAnswer,
    Cleared,
    ComputeAnswer,
    DateRangeAnswer,
    DaysAnswer,
    FilteredAnswer,
    ProbabilitiesAnswer,
    SummaryAnswer,
    ValuesAnswer,
)
from core.contracts.charts import ChartAnswer, ChartRequest, NavigateAnswer, NavigateRequest
from core.contracts.exports import MEDIA_TYPES, ExportRequest
from core.contracts.feature_answers import CategoryAnswer, Feature, FeaturesAnswer, ProfilesAnswer
from core.contracts.requests import (
    ComputeRequest,
    DaysRequest,
    EntryRequest,
    FilteredRequest,
    LoginRequest,
    ProbabilitiesRequest,
    RedeemRequest,
    RefreshRequest,
)
from service.endpoints import auth, cache, catalogue, charts, compute, data, days, entry, export
from service.http.request import ApiRequest


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter."""

    name: str
    where: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API; who makes an open one need not be signed in.

    With `files` the answer is a file of one of these media types, and `answer` is None.
    """

    method: str
    path: str
    endpoint: Callable[[ApiRequest], Awaitable[Response]]
    tag: str
    summary: str
    answer: Any = None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()
    files: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def name(self) -> str:
        """The operation's id: the endpoint's name in camel case."""
        first, *others = self.endpoint.__name__.split("_")
        return first + "".join(map(str.capitalize, others))


SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")
TIER = Parameter("profile", "path", "lite, standard or pro.")
CATEGORY = Parameter("category", "query", "Only this category.")
FEATURE_NAME = Parameter("name", "path", "Feature name.")
FEATURE_OR_TWIN = Parameter("name", "path", "Feature name; a trailing _prev is stripped.")
FILES = tuple(MEDIA_TYPES.values())

get, post = partial(Call, "get"), partial(Call, "post")

CALLS = (
    post(
        "/auth/entry", entry.entry, "auth", "Enter from the course", TokenAnswer, EntryRequest, is_open=True
    ),
    post(
        "/auth/entry/code",
        entry.entry_code,
        "auth",
        "Mail a one-time code to the member",
        EmailChallenge,
        EntryRequest,
        is_open=True,
    ),
    post("/auth/login", auth.login, "auth", "Sign in", TokenAnswer, LoginRequest, is_open=True),
    post(
        "/auth/refresh", auth.refresh, "auth", "Rotate the tokens", TokenAnswer, RefreshRequest, is_open=True
    ),
    post("/auth/redeem", auth.redeem, "auth", "Redeem a code for a tier", RedeemAnswer, RedeemRequest),
    post("/auth/logout", auth.logout, "auth", "End the session"),
    get("/auth/me", auth.me, "auth", "The current user", CurrentUser),
    get(
        "/features",
        catalogue.features,
        "catalogue",
        "The features of the caller's tier",
        FeaturesAnswer,
        parameters=(PROFILE, CATEGORY, SYMBOL),
    ),
    get(
        "/features/{name}",
        catalogue.feature,
        "catalogue",
        "One feature",
        Feature,
        parameters=(FEATURE_NAME, SYMBOL),
    ),
    get(
        "/categories",
        catalogue.categories,
        "catalogue",
        "Categories",
        list[CategoryAnswer],
        parameters=(SYMBOL,),
    ),
    get("/profiles", catalogue.profiles, "catalogue", "The tiers", ProfilesAnswer),
    get(
        "/profiles/{profile}/features",
        catalogue.profile_features,
        "catalogue",
        "The features of a tier",
        FeaturesAnswer,
        parameters=(TIER, SYMBOL),
    ),
    get(
        "/v2/date-range",
        data.date_range,
        "data",
        "First and last session",
        DateRangeAnswer,
        parameters=(SYMBOL,),
    ),
    get(
        "/v2/summary", data.summary, "data", "The snapshot being served", SummaryAnswer, parameters=(SYMBOL,)
    ),
    get(
        "/v2/features/{name}/values",
        data.values,
        "data",
        "Distinct values of a feature",
        ValuesAnswer,
        parameters=(FEATURE_OR_TWIN, SYMBOL),
    ),
    post("/v2/filtered", data.filtered, "data", "How many days match", FilteredAnswer, FilteredRequest),
    post(
        "/compute",
        compute.compute,
        "data",
        "Matching days and their statistics",
        ComputeAnswer,
        ComputeRequest,
    ),
    post(
        "/v2/probabilities",
        compute.probabilities,
        "data",
        "Statistics of features",
        ProbabilitiesAnswer,
        ProbabilitiesRequest,
    ),
    post("/v2/days", days.days, "data", "The matching sessions", DaysAnswer, DaysRequest),
    post(
        "/v2/charts/data",
        charts.chart_data,
        "charts",
        "A day's bars, levels and signals",
        ChartAnswer,
        ChartRequest,
    ),
    post("/v2/charts/cache/clear", charts.clear_chart_cache, "charts", "Forget the caller's charts", Cleared),
    post(
        "/navigation/navigate",
        charts.navigate,
        "charts",
        "A step among the matching days",
        NavigateAnswer,
        NavigateRequest,
    ),
    post(
        "/v2/export",
        export.export_file,
        "data",
        "Matching days or statistics as a file",
        None,
        ExportRequest,
        files=FILES,
    ),
    post("/cache/clear", cache.clear_cache, "cache", "Forget the caller's answers", Cleared),
    get("/cache/stats", cache.cache_stats, "cache", "The answer cache", CachesAnswer),
)
OPEN_CALLS = frozenset(call.name for call in CALLS if call.is_open)
