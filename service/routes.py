"""The calls of the API, which `openapi.json` is made from too."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson
from starlette.routing import Route

from core.contracts import (
    access_answers,
    answers,
    chart_answers,
    day_answers,
    day_requests,
    next_answers,
    next_requests,
    requests,
)
from core.contracts.feature_answers import CategoryAnswer, Feature, FeaturesAnswer, ProfilesAnswer
from core.contracts.requests import MEDIA_TYPES
from core.contracts.version import VERSION
from service.access.rate_limits import Limit, Unlimited
from service.answers import (
    alike,
    auth,
    cache,
    catalogue,
    charts,
    claims,
    compare,
    compute,
    curve,
    data,
    day_bars,
    day_lists,
    excursion,
    export,
    health,
    next_session,
    path,
    quiz,
    start,
    views,
    watches,
    widen,
)
from service.edge.handler import Call, Endpoint, Parameter, handler
from service.edge.request import ApiRequest
from service.services import Services


def get(
    path: str,
    endpoint: Endpoint,
    summary: str,
    answer: Any,
    *parameters: Parameter,
    limit: Limit | Unlimited,
    **more: Any,
) -> Call:
    """A GET, which has no body."""
    return Call("get", path, endpoint, summary, answer, parameters=parameters, limit=limit, **more)


def post(
    path: str,
    endpoint: Endpoint,
    summary: str,
    body: Any,
    answer: Any,
    *,
    limit: Limit | Unlimited,
    **more: Any,
) -> Call:
    """A POST."""
    return Call("post", path, endpoint, summary, answer, body, limit=limit, **more)


def delete(
    path: str,
    endpoint: Endpoint,
    summary: str,
    answer: Any,
    *parameters: Parameter,
    limit: Limit | Unlimited,
) -> Call:
    """A DELETE, which has no body."""
    return Call("delete", path, endpoint, summary, answer, parameters=parameters, is_write=True, limit=limit)


READY = Unlimited("answers what the process keeps ready")
OWN_RECORD = Unlimited("reads or ends the caller's own record")
MAINTAINED = Unlimited("needs the permission to maintain")
PROBE = Unlimited("what watches over the service asks it")

SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")
TIER = Parameter("profile", "path", "lite, standard or pro.")
CATEGORY = Parameter("category", "query", "Only this category.")
NAME = Parameter("name", "path", "Feature name.")
LIST = Parameter("name", "path", "Name of a list of days.")
VIEW = Parameter("id", "path", "Id of a shared view.")
WATCH = Parameter("id", "path", "Id of a watch.")
NAME_OR_TWIN = Parameter("name", "path", "Feature name; a trailing _prev or _prev2 to _prev5 is stripped.")

# fmt: off
CALLS = (
    post("/auth/entry", auth.entry, "Enter from the course",
        requests.EntryRequest, access_answers.TokenAnswer, is_open=True, is_write=True, limit="entry"),
    post("/auth/entry/code", auth.entry_code, "Mail a one-time code to the member",
        requests.EntryRequest, access_answers.EmailChallenge, is_open=True, is_write=True, limit="entry"),
    post("/auth/login", auth.login, "Sign in",
        requests.LoginRequest, access_answers.TokenAnswer, is_open=True, is_write=True, limit="login"),
    post("/auth/refresh", auth.refresh, "Rotate the tokens",
        requests.RefreshRequest, access_answers.TokenAnswer, is_open=True, is_write=True, limit="refresh"),
    post("/auth/redeem", auth.redeem, "Redeem a code for a tier",
        requests.RedeemRequest, access_answers.RedeemAnswer, is_write=True, limit="redeem"),
    post("/auth/logout", auth.logout, "End the session", None, None, ends_session=True, limit=OWN_RECORD),
    post("/auth/erase", auth.erase, "Erase everything that is kept of the caller",
        requests.EraseRequest, access_answers.Erased, is_write=True, limit="links"),
    get("/auth/me", auth.me, "The current user", access_answers.CurrentUser, limit=OWN_RECORD),
    get("/features", catalogue.features, "The features of the caller's tier",
        FeaturesAnswer, PROFILE, CATEGORY, SYMBOL, limit=READY),
    get("/features/{name}", catalogue.feature, "One feature", Feature, NAME, SYMBOL, limit=READY),
    get("/categories", catalogue.categories, "Categories", list[CategoryAnswer], SYMBOL, limit=READY),
    get("/profiles", catalogue.profiles, "The tiers", ProfilesAnswer, limit=READY),
    get("/profiles/{profile}/features", catalogue.profile_features, "The features of a tier",
        FeaturesAnswer, TIER, SYMBOL, limit=READY),
    post("/v2/start", start.start, "All that a page shows first",
        requests.StartRequest, answers.StartAnswer, limit="compute"),
    get("/v2/date-range", data.date_range, "First and last session",
        answers.DateRangeAnswer, SYMBOL, limit=READY),
    get("/v2/summary", data.summary, "The snapshot being served", answers.SummaryAnswer, SYMBOL, limit=READY),
    get("/v2/features/{name}/values", data.values, "Distinct values of a feature",
        answers.ValuesAnswer, NAME_OR_TWIN, SYMBOL, limit=READY),
    post("/v2/filtered", data.filtered, "How many days match",
        requests.FilteredRequest, answers.FilteredAnswer, limit="compute"),
    post("/compute", compute.compute, "Matching days and their statistics",
        requests.ComputeRequest, answers.ComputeAnswer, limit="compute"),
    post("/v2/probabilities", compute.probabilities, "Statistics of features",
        requests.ProbabilitiesRequest, answers.ProbabilitiesAnswer, limit="compute"),
    post("/v2/days", data.days, "The matching sessions",
        requests.DaysRequest, answers.DaysAnswer, limit="compute"),
    post("/v2/excursion", excursion.excursion, "Which a day trades at first, a target or a stop",
        requests.ExcursionRequest, answers.ExcursionAnswer, limit="compute"),
    post("/v2/compare", compare.compare, "Two questions beside each other",
        requests.CompareRequest, answers.CompareAnswer, limit="compute"),
    post("/v2/curve", curve.curve, "How often an outcome comes along the values of a feature",
        requests.CurveRequest, answers.CurveAnswer, limit="compute"),
    post("/v2/widen", widen.widen, "Which filters to leave out for more days",
        requests.WidenRequest, answers.WidenAnswer, limit="compute"),
    post("/v2/days/bars", day_bars.day_bars, "The matching sessions with their bars",
        day_requests.DayBarsRequest, day_answers.DayBarsAnswer, limit="compute"),
    post("/v2/path", path.path, "How far days had gone from their open, bar by bar",
        day_requests.PathRequest, day_answers.PathAnswer, limit="compute"),
    post("/v2/alike", alike.alike, "Days that were most like a day by a bar, and what followed",
        day_requests.AlikeRequest, day_answers.AlikeAnswer, limit="compute"),
    post("/v2/quiz/next", quiz.quiz_next, "A day up to a bar, and a question about the rest of it",
        day_requests.QuizNextRequest, day_answers.QuizDay, is_write=True, limit="compute"),
    post("/v2/quiz/answer", quiz.quiz_answer, "The guess, and the whole day",
        day_requests.QuizAnswerRequest, day_answers.QuizResult, is_write=True, limit="compute"),
    get("/v2/lists", day_lists.day_lists, "The lists of days",
        day_answers.DayListsAnswer, SYMBOL, limit="compute"),
    post("/v2/lists", day_lists.put_day_list, "A new list of days, or in place of one",
        day_requests.DayListRequest, day_answers.DayList, is_write=True, limit=MAINTAINED),
    delete("/v2/lists/{name}", day_lists.remove_day_list, "Remove a list of days",
        day_answers.DayListRemoved, LIST, SYMBOL, limit=MAINTAINED),
    get("/v2/next", next_session.next_session, "What is known of the next session",
        next_answers.NextAnswer, SYMBOL, limit="compute"),
    post("/v2/next", next_session.next_session_typed, "What is known of the next session with typed numbers",
        next_requests.NextRequest, next_answers.NextAnswer, limit="compute"),
    get("/v2/claims", claims.claims, "The usual questions, answered, beside what others published",
        next_answers.ClaimsAnswer, SYMBOL, is_open=True, limit="compute"),
    post("/v2/questions", claims.questions, "The usual questions, asked of the matching days",
        next_requests.QuestionsRequest, next_answers.QuestionsAnswer, limit="compute"),
    post("/v2/views", views.make_view, "A short link to what the page shows",
        next_requests.ViewRequest, next_answers.MadeView, is_write=True, limit="links"),
    get("/v2/views/{id}", views.shared_view, "What a short link leads to, then and now",
        next_answers.SharedView, VIEW, limit="links"),
    get("/v2/watches", watches.watches, "The caller's watches",
        next_answers.WatchesAnswer, SYMBOL, limit=OWN_RECORD),
    post("/v2/watches", watches.add_watch, "Tell when the next session matches",
        next_requests.WatchRequest, next_answers.AddedWatch, is_write=True, limit="links"),
    delete("/v2/watches/{id}", watches.remove_watch, "End a watch",
        next_answers.WatchRemoved, WATCH, limit="links"),
    post("/v2/watches/off", watches.watch_off, "End a watch by the link of its alert",
        next_requests.WatchOffRequest, next_answers.WatchRemoved, is_open=True, is_write=True, limit="links"),
    post("/v2/charts/data", charts.chart_data, "A day's bars, levels and signals",
        requests.ChartRequest, chart_answers.ChartAnswer, limit="compute"),
    post("/v2/charts/cache/clear", charts.clear_chart_cache, "Forget the caller's charts",
        None, answers.Cleared, is_write=True, limit=READY),
    post("/navigation/navigate", charts.navigate, "A step among the matching days",
        requests.NavigateRequest, chart_answers.NavigateAnswer, limit="compute"),
    post("/v2/export", export.export_file, "Matching days or statistics as a file",
        requests.ExportRequest, None, files=tuple(MEDIA_TYPES.values()), limit="export"),
    post("/cache/clear", cache.clear_cache, "Forget the caller's answers",
        None, answers.Cleared, is_write=True, limit=READY),
    get("/cache/stats", cache.cache_stats, "The answer cache", answers.CachesAnswer, limit=READY),
)
# fmt: on
OPEN_CALLS = frozenset(call.name for call in CALLS if call.is_open)
_DOCUMENT = orjson.loads(Path(__file__).with_name("openapi.json").read_bytes())
OPENAPI = orjson.dumps(_DOCUMENT | {"info": _DOCUMENT["info"] | {"version": VERSION}})
"""The committed document, with the version that is installed."""


async def openapi(request: ApiRequest) -> bytes:
    """GET /openapi.json: the document that describes the calls."""
    return OPENAPI


DOCUMENT_CALL = Call("get", "/openapi.json", openapi, is_open=True, limit=READY)
ROOT_CALLS = (
    Call("get", "/healthz", health.healthz, is_open=True, takes_any_query=True, limit=PROBE),
    Call("get", "/readyz", health.readyz, is_open=True, takes_any_query=True, limit=PROBE),
    Call("get", "/metrics", health.metrics, is_open=True, takes_any_query=True, limit=PROBE),
    Call("get", "/robots.txt", claims.robots, is_open=True, takes_any_query=True, limit=READY),
    Call(
        "post",
        "/off/{token}",
        watches.unsubscribe,
        is_open=True,
        is_write=True,
        takes_forms=True,
        takes_any_query=True,
        limit="links",
    ),
)
"""What stands at the root, beside /api."""


def routes_of(calls: Iterable[Call], services: Services) -> list[Route]:
    """One route per call."""
    return [Route(call.path, handler(call, services), methods=[call.method.upper()]) for call in calls]
