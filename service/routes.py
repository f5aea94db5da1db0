"""Which function answers which call: recognise who asks, read the body, answer, tag."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.contract import CALLS, Call
from service.endpoints import health
from service.http.bodies import read_body
from service.http.request import CALL_KEY, ApiRequest, Services
from service.http.responses import finished, json_response

DOCUMENT = Path(__file__).with_name("openapi.json")
WRITES = frozenset({"redeem", "clearCache", "clearChartCache"})
"""Calls that a session which cannot be looked up may not make; a sign-out it may."""
Endpoint = Callable[[ApiRequest], Awaitable[Response]]
Check = Callable[[ApiRequest], Awaitable[None]]
"""Says who asks, or refuses."""


def api_routes(services: Services) -> list[Route]:
    """One route per call of the contract, and the contract itself, below /api."""
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
    if call.is_open:
        return _nobody
    reads = call.name not in WRITES

    async def bearer(request: ApiRequest) -> None:
        request.principal = await request.services.authenticator.principal(request.authorization, reads=reads)

    return bearer


async def _nobody(request: ApiRequest) -> None:
    return None


async def _scraper(request: ApiRequest) -> None:
    token = request.services.settings.metrics_token
    if token is None:
        raise HTTPException(404)
    health.require_scraper(request.authorization, token)
