"""The calls of the API, which `openapi.json` is made from too, and how each is answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.contracts import answers, requests
from core.contracts.feature_answers import CategoryAnswer, Feature, FeaturesAnswer, ProfilesAnswer
from core.contracts.requests import MEDIA_TYPES
from service.endpoints import auth, cache, catalogue, charts, compute, data, days, entry, export, health
from service.http.bodies import read_body
from service.http.request import CALL_KEY, ApiRequest, Services
from service.http.responses import finished, json_response

Endpoint = Callable[[ApiRequest], Awaitable[Response]]
Check = Callable[[ApiRequest], Awaitable[None]]
"""Says who asks, or refuses."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter."""

    name: str
    where: str
    description: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API; who makes an open one need not be signed in.

    With `files` the answer is a file of one of these media types, and `answer` is None. A session that cannot
    be looked up may make no write.
    """

    method: str
    path: str
    endpoint: Endpoint
    summary: str
    answer: Any = None
    body: type | None = None
    parameters: tuple[Parameter, ...] = ()
    files: tuple[str, ...] = ()
    is_open: bool = False
    is_write: bool = False

    @property
    def name(self) -> str:
        """The operation's id: the endpoint's name in camel case."""
        first, *others = self.endpoint.__name__.split("_")
        return first + "".join(map(str.capitalize, others))

    @property
    def tag(self) -> str:
        """The group of the endpoint's file."""
        file = self.endpoint.__module__.rpartition(".")[2]
        return {"entry": "auth", "compute": "data", "days": "data", "export": "data"}.get(file, file)


def get(path: str, endpoint: Endpoint, summary: str, answer: Any, *parameters: Parameter) -> Call:
    """A GET, which has no body."""
    return Call("get", path, endpoint, summary, answer, parameters=parameters)


def post(path: str, endpoint: Endpoint, summary: str, body: Any, answer: Any, **more: Any) -> Call:
    """A POST."""
    return Call("post", path, endpoint, summary, answer, body, **more)


SYMBOL = Parameter("symbol", "query", "Instrument; the default may be left out.")
PROFILE = Parameter("profile", "query", "Tier to narrow the answer to; never widens it.")
TIER = Parameter("profile", "path", "lite, standard or pro.")
CATEGORY = Parameter("category", "query", "Only this category.")
NAME = Parameter("name", "path", "Feature name.")
NAME_OR_TWIN = Parameter("name", "path", "Feature name; a trailing _prev is stripped.")

# fmt: off
CALLS = (
    post("/auth/entry", entry.entry, "Enter from the course",
        requests.EntryRequest, answers.TokenAnswer, is_open=True),
    post("/auth/entry/code", entry.entry_code, "Mail a one-time code to the member",
        requests.EntryRequest, answers.EmailChallenge, is_open=True),
    post("/auth/login", auth.login, "Sign in", requests.LoginRequest, answers.TokenAnswer, is_open=True),
    post("/auth/refresh", auth.refresh, "Rotate the tokens",
        requests.RefreshRequest, answers.TokenAnswer, is_open=True),
    post("/auth/redeem", auth.redeem, "Redeem a code for a tier",
        requests.RedeemRequest, answers.RedeemAnswer, is_write=True),
    post("/auth/logout", auth.logout, "End the session", None, None),
    get("/auth/me", auth.me, "The current user", answers.CurrentUser),
    get("/features", catalogue.features, "The features of the caller's tier",
        FeaturesAnswer, PROFILE, CATEGORY, SYMBOL),
    get("/features/{name}", catalogue.feature, "One feature", Feature, NAME, SYMBOL),
    get("/categories", catalogue.categories, "Categories", list[CategoryAnswer], SYMBOL),
    get("/profiles", catalogue.profiles, "The tiers", ProfilesAnswer),
    get("/profiles/{profile}/features", catalogue.profile_features, "The features of a tier",
        FeaturesAnswer, TIER, SYMBOL),
    get("/v2/date-range", data.date_range, "First and last session", answers.DateRangeAnswer, SYMBOL),
    get("/v2/summary", data.summary, "The snapshot being served", answers.SummaryAnswer, SYMBOL),
    get("/v2/features/{name}/values", data.values, "Distinct values of a feature",
        answers.ValuesAnswer, NAME_OR_TWIN, SYMBOL),
    post("/v2/filtered", data.filtered, "How many days match",
        requests.FilteredRequest, answers.FilteredAnswer),
    post("/compute", compute.compute, "Matching days and their statistics",
        requests.ComputeRequest, answers.ComputeAnswer),
    post("/v2/probabilities", compute.probabilities, "Statistics of features",
        requests.ProbabilitiesRequest, answers.ProbabilitiesAnswer),
    post("/v2/days", days.days, "The matching sessions", requests.DaysRequest, answers.DaysAnswer),
    post("/v2/charts/data", charts.chart_data, "A day's bars, levels and signals",
        requests.ChartRequest, answers.ChartAnswer),
    post("/v2/charts/cache/clear", charts.clear_chart_cache, "Forget the caller's charts",
        None, answers.Cleared, is_write=True),
    post("/navigation/navigate", charts.navigate, "A step among the matching days",
        requests.NavigateRequest, answers.NavigateAnswer),
    post("/v2/export", export.export_file, "Matching days or statistics as a file",
        requests.ExportRequest, None, files=tuple(MEDIA_TYPES.values())),
    post("/cache/clear", cache.clear_cache, "Forget the caller's answers",
        None, answers.Cleared, is_write=True),
    get("/cache/stats", cache.cache_stats, "The answer cache", answers.CachesAnswer),
)
# fmt: on
OPEN_CALLS = frozenset(call.name for call in CALLS if call.is_open)
DOCUMENT = Path(__file__).with_name("openapi.json")


def api_routes(services: Services) -> list[Route]:
    """One route per call of the table, and the document that describes them, below /api."""
    document = DOCUMENT.read_bytes()

    async def openapi(request: ApiRequest) -> Response:
        return json_response(document)

    routes = [
        _route(services, call.name, call.method, call.path, call.endpoint, _check(call)) for call in CALLS
    ]
    return [*routes, _route(services, "openapi", "get", "/openapi.json", openapi, _nobody)]


def root_routes(services: Services) -> list[Route]:
    """Health and metrics, which stand at the root; metrics only where there is a token for them."""
    return [
        _route(services, "healthz", "get", "/healthz", health.healthz, _nobody),
        _route(services, "readyz", "get", "/readyz", health.readyz, _nobody),
        _route(services, "metrics", "get", "/metrics", health.metrics, _scraper),
    ]


def _route(services: Services, name: str, method: str, path: str, endpoint: Endpoint, check: Check) -> Route:
    async def answer(request: Request) -> Response:
        request.scope[CALL_KEY] = name
        asked = ApiRequest(request.scope, request.receive, services)
        await check(asked)
        person = None if asked.principal is None else asked.principal.session_id
        await services.throttle.admit(name, asked.address, person)
        asked.raw = await read_body(asked, services.settings.body_bytes, asked.stopwatch.left)
        return finished(asked, await endpoint(asked))

    return Route(path, answer, methods=[method.upper()])


def _check(call: Call) -> Check:
    async def bearer(request: ApiRequest) -> None:
        authenticator = request.services.authenticator
        request.principal = await authenticator.principal(request.authorization, reads=not call.is_write)

    return _nobody if call.is_open else bearer


async def _nobody(request: ApiRequest) -> None:
    return None


async def _scraper(request: ApiRequest) -> None:
    token = request.services.settings.metrics_token
    if token is None:
        raise HTTPException(404)
    health.require_scraper(request.authorization, token)
