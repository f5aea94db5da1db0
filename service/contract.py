"""The calls of the API: what `openapi.json` is made from and what the routes are made from."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts import access_answers, answers, charts, exports, feature_answers, requests

OPEN_CALLS = frozenset({"entry", "entryCode", "login", "refresh"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter."""

    name: str
    where: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API: its operation id, method, path, body and answer.

    With `files` the answer is a file of one of these media types, and `answer` is None.
    """

    name: str
    method: str
    path: str
    summary: str
    tag: str
    answer: type | None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()
    files: tuple[str, ...] = ()


SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")
FEATURE_NAME = Parameter("name", "path", "Feature name.")
FEATURE_OR_TWIN = Parameter("name", "path", "Feature name; a trailing _prev is stripped.")

CALLS = (
    Call(
        "entry",
        "post",
        "/auth/entry",
        "Enter from the course",
        "auth",
        access_answers.TokenAnswer,
        requests.EntryRequest,
    ),
    Call(
        "entryCode",
        "post",
        "/auth/entry/code",
        "Mail a one-time code to the member",
        "auth",
        access_answers.EmailChallenge,
        requests.EntryRequest,
    ),
    Call(
        "login", "post", "/auth/login", "Sign in", "auth", access_answers.TokenAnswer, requests.LoginRequest
    ),
    Call(
        "refresh",
        "post",
        "/auth/refresh",
        "Rotate the tokens",
        "auth",
        access_answers.TokenAnswer,
        requests.RefreshRequest,
    ),
    Call(
        "redeem",
        "post",
        "/auth/redeem",
        "Redeem a code for a tier",
        "auth",
        access_answers.RedeemAnswer,
        requests.RedeemRequest,
    ),
    Call("logout", "post", "/auth/logout", "End the session", "auth", None),
    Call("me", "get", "/auth/me", "The current user", "auth", access_answers.CurrentUser),
    Call(
        "features",
        "get",
        "/features",
        "The features of the caller's tier",
        "catalogue",
        feature_answers.FeaturesAnswer,
        parameters=(PROFILE, Parameter("category", "query", "Only this category."), SYMBOL),
    ),
    Call(
        "feature",
        "get",
        "/features/{name}",
        "One feature",
        "catalogue",
        feature_answers.Feature,
        None,
        (FEATURE_NAME, SYMBOL),
    ),
    Call(
        "categories",
        "get",
        "/categories",
        "Categories",
        "catalogue",
        list[feature_answers.CategoryAnswer],
        None,
        (SYMBOL,),
    ),
    Call("profiles", "get", "/profiles", "The tiers", "catalogue", feature_answers.ProfilesAnswer),
    Call(
        "profileFeatures",
        "get",
        "/profiles/{profile}/features",
        "The features of a tier",
        "catalogue",
        feature_answers.FeaturesAnswer,
        parameters=(Parameter("profile", "path", "lite, standard or pro."), SYMBOL),
    ),
    Call(
        "dateRange",
        "get",
        "/v2/date-range",
        "First and last session",
        "data",
        answers.DateRangeAnswer,
        None,
        (SYMBOL,),
    ),
    Call(
        "summary",
        "get",
        "/v2/summary",
        "The snapshot being served",
        "data",
        answers.SummaryAnswer,
        None,
        (SYMBOL,),
    ),
    Call(
        "values",
        "get",
        "/v2/features/{name}/values",
        "Distinct values of a feature",
        "data",
        answers.ValuesAnswer,
        None,
        (FEATURE_OR_TWIN, SYMBOL),
    ),
    Call(
        "filtered",
        "post",
        "/v2/filtered",
        "How many days match",
        "data",
        answers.FilteredAnswer,
        requests.FilteredRequest,
    ),
    Call(
        "compute",
        "post",
        "/compute",
        "Matching days and their statistics",
        "data",
        answers.ComputeAnswer,
        requests.ComputeRequest,
    ),
    Call(
        "probabilities",
        "post",
        "/v2/probabilities",
        "Statistics of features",
        "data",
        answers.ProbabilitiesAnswer,
        requests.ProbabilitiesRequest,
    ),
    Call(
        "days", "post", "/v2/days", "The matching sessions", "data", answers.DaysAnswer, requests.DaysRequest
    ),
    Call(
        "chartData",
        "post",
        "/v2/charts/data",
        "A day's bars, levels and signals",
        "charts",
        charts.ChartAnswer,
        charts.ChartRequest,
    ),
    Call(
        "clearChartCache",
        "post",
        "/v2/charts/cache/clear",
        "Forget the caller's charts",
        "charts",
        answers.Cleared,
    ),
    Call(
        "navigate",
        "post",
        "/navigation/navigate",
        "A step among the matching days",
        "charts",
        charts.NavigateAnswer,
        charts.NavigateRequest,
    ),
    Call(
        "exportFile",
        "post",
        "/v2/export",
        "Matching days or statistics as a file",
        "data",
        None,
        exports.ExportRequest,
        files=tuple(exports.MEDIA_TYPES.values()),
    ),
    Call("clearCache", "post", "/cache/clear", "Forget the caller's answers", "cache", answers.Cleared),
    Call("cacheStats", "get", "/cache/stats", "The answer cache", "cache", answers.CachesAnswer),
)
