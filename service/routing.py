"""Calls as Starlette routes: authenticate, read the body, answer, tag."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.access.people import Principal
from service.bodies import read_body
from service.calls import HANDLERS
from service.contract import CALLS, OPEN_CALLS, Call
from service.endpoints import health
from service.exchange import Ask, Handler, Later, Reply, Services
from service.stopwatch import Stopwatch

Endpoint = Callable[[Request], Awaitable[Response]]
DOCUMENT = Path(__file__).with_name("openapi.json")
CALL_KEY = "almanac.call"
"""Where in the scope the name of the answering call stands, for the log and the metrics."""


def api_routes(services: Services) -> list[Route]:
    """One route per call of the contract, and the contract itself, below /api."""
    document = Reply(DOCUMENT.read_bytes())
    routes = [_route(call.path, call.method, _endpoint(call, services)) for call in CALLS]
    return [*routes, _route("/openapi.json", "get", _open("openapi", lambda ask: document, services))]


def root_routes(services: Services) -> list[Route]:
    """Health and metrics, which stand at the root."""
    return [
        _route("/healthz", "get", _open("healthz", health.healthz, services)),
        _route("/readyz", "get", _open("readyz", health.readyz, services)),
        _route("/metrics", "get", _metrics(services)),
    ]


def _route(path: str, method: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=[method.upper()])


def _endpoint(call: Call, services: Services) -> Endpoint:
    if call.name in OPEN_CALLS:
        return _open(call.name, HANDLERS[call.name], services)
    return _guarded(call.name, HANDLERS[call.name], services)


def _open(name: str, handler: Handler, services: Services) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        request.scope[CALL_KEY] = name
        services.throttle.admit(name, _address(request))
        return await _answer(request, handler, services, None)

    return endpoint


def _guarded(name: str, handler: Handler, services: Services) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        request.scope[CALL_KEY] = name
        principal = services.guard.principal(request.headers.get("authorization"))
        services.throttle.admit(name, _address(request), principal.session_id)
        return await _answer(request, handler, services, principal)

    return endpoint


def _address(request: Request) -> str | None:
    return request.client.host if request.client else None


def _metrics(services: Services) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        request.scope[CALL_KEY] = "metrics"
        authorization = request.headers.get("authorization")
        if not health.is_scraper(authorization, services.settings.metrics_token):
            services.guard.principal(authorization)
        return await _answer(request, health.metrics, services, None)

    return endpoint


async def _answer(
    request: Request, handler: Handler, services: Services, principal: Principal | None
) -> Response:
    stopwatch = Stopwatch(services.settings.request_budget)
    ask = Ask(
        services=services,
        stopwatch=stopwatch,
        principal=principal,
        client=_address(request),
        authorization=request.headers.get("authorization"),
        path=cast("dict[str, str]", request.path_params),
        query=request.query_params,
        raw=await read_body(request, services.settings.body_bytes, stopwatch),
    )
    reply = handler(ask)
    if isinstance(reply, Later):
        with stopwatch.stretch("write"):
            reply = await asyncio.to_thread(reply.write)
    return _response(request, reply, stopwatch)


def _response(request: Request, reply: Reply, stopwatch: Stopwatch) -> Response:
    headers = {"Cache-Control": "no-store", "Server-Timing": stopwatch.server_timing()}
    if reply.file_name is not None:
        headers["Content-Disposition"] = f'attachment; filename="{reply.file_name}"'
    if request.method in ("GET", "HEAD"):
        tag = _tag(reply.body)
        headers |= {"Cache-Control": "private, no-cache", "ETag": tag, "Vary": "Authorization"}
        if _matches(request.headers.get("if-none-match"), tag):
            return Response(b"", 304, headers)
    return Response(reply.body, reply.status, headers, reply.media_type)


def _tag(body: bytes) -> str:
    """The entity tag: the body's digest, so that snapshot, tier and path are in it with all else."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def _matches(asked: str | None, tag: str) -> bool:
    known = [part.strip().removeprefix("W/") for part in (asked or "").split(",")]
    return tag in known or "*" in known
