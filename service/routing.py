"""Calls as applications and routes: recognise who asks, read the body, answer, tag."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from service.access.records import Principal
from service.bodies import read_body
from service.calls import HANDLERS
from service.contract import CALLS, OPEN_CALLS, Call
from service.endpoints import health
from service.exchange import Ask, Elsewhere, Handler, Later, Reply, Services
from service.head import Head
from service.stopwatch import Stopwatch

Recognise = Callable[[Head], Awaitable[Principal | None]]
RawHeaders = list[tuple[bytes, bytes]]
DOCUMENT = Path(__file__).with_name("openapi.json")
WRITES = frozenset({"redeem", "clearCache", "clearChartCache"})
"""Calls that a session which cannot be looked up may not make; a sign-out it may."""
_RECALLED = (b"almanac-sign-ins", b"away")
CALL_KEY = "almanac.call"
"""Where in the scope the name of the answering call stands, for the log and the metrics."""


class CallApp:
    """One call as an ASGI application; `recognise` says who asks, or refuses."""

    def __init__(self, name: str, handler: Handler, services: Services, recognise: Recognise) -> None:
        self._name = name
        self._handler = handler
        self._services = services
        self._recognise = recognise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request.

        Raises:
            AlmanacError: it is refused; nothing was sent.
        """
        scope[CALL_KEY] = self._name
        head, services = Head(scope), self._services
        principal = await self._recognise(head)
        person = None if principal is None else principal.session_id
        await services.throttle.admit(self._name, head.client, person)
        stopwatch = Stopwatch(services.settings.request_budget)
        raw = await read_body(scope, receive, head, services.settings.body_bytes, stopwatch)
        reply = self._handler(_ask(services, stopwatch, principal, head, raw))
        if isinstance(reply, Awaitable):
            reply = await reply
        if isinstance(reply, Later):
            with stopwatch.stretch("write"):
                reply = await asyncio.to_thread(reply.write)
        elif isinstance(reply, Elsewhere):
            with stopwatch.stretch("write"):
                reply = await _awaited(reply.make(), receive)
        told = [_RECALLED] if principal is not None and principal.is_recalled else []
        await _send(send, head, reply, stopwatch, told)


def api_routes(services: Services) -> list[Route]:
    """One route per call of the contract, and the contract itself, below /api."""
    document = Reply(DOCUMENT.read_bytes())
    routes = [_route(call.path, call.method, _call_app(call, services)) for call in CALLS]
    contract = CallApp("openapi", lambda ask: document, services, _nobody)
    return [*routes, _route("/openapi.json", "get", contract)]


def root_routes(services: Services) -> list[Route]:
    """Health and metrics, which stand at the root; metrics only where there is a token for them."""
    scraper = _scraper(services.settings.metrics_token)
    return [
        _route("/healthz", "get", CallApp("healthz", health.healthz, services, _nobody)),
        _route("/readyz", "get", CallApp("readyz", health.readyz, services, _nobody)),
        _route("/metrics", "get", CallApp("metrics", health.metrics, services, scraper)),
    ]


def _route(path: str, method: str, app: CallApp) -> Route:
    return Route(path, app, methods=[method.upper()])


def _call_app(call: Call, services: Services) -> CallApp:
    recognise = _nobody if call.name in OPEN_CALLS else _bearer(services, reads=call.name not in WRITES)
    return CallApp(call.name, HANDLERS[call.name], services, recognise)


async def _nobody(head: Head) -> None:
    return None


def _bearer(services: Services, *, reads: bool) -> Recognise:
    return lambda head: services.authenticator.principal(head.text(b"authorization"), reads=reads)


def _scraper(token: str | None) -> Recognise:
    async def recognise(head: Head) -> None:
        if token is None:
            raise HTTPException(404)
        health.require_scraper(head.text(b"authorization"), token)

    return recognise


def _ask(
    services: Services, stopwatch: Stopwatch, principal: Principal | None, head: Head, raw: bytes
) -> Ask:
    return Ask(
        services=services,
        stopwatch=stopwatch,
        principal=principal,
        client=head.client,
        authorization=head.text(b"authorization"),
        path=head.path,
        query=head.query,
        raw=raw,
    )


async def _awaited(work: Awaitable[Reply], receive: Receive) -> Reply:
    """What the work gives; it ends when the caller leaves.

    Raises:
        ClientDisconnect: the caller left first.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(send: Send, head: Head, reply: Reply, stopwatch: Stopwatch, told: RawHeaders) -> None:
    status, body = reply.status, reply.body
    timing = (b"server-timing", stopwatch.server_timing().encode())
    headers = [(b"cache-control", b"no-store"), timing, *told]
    if reply.file_name is not None:
        disposition = f'attachment; filename="{reply.file_name}"'
        headers.append((b"content-disposition", disposition.encode("latin-1")))
    if head.method in ("GET", "HEAD"):
        tag = _tag(body)
        headers[0] = (b"cache-control", b"private, no-cache")
        headers += [(b"etag", tag.encode()), (b"vary", b"Authorization")]
        if _matches(head.text(b"if-none-match"), tag):
            status, body = 304, b""
    if status not in (204, 304):
        length = (b"content-length", b"%d" % len(body))
        headers += [length, (b"content-type", _content_type(reply.media_type))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def _content_type(media_type: str) -> bytes:
    is_bare = media_type.startswith("text/") and "charset=" not in media_type
    return (media_type + ("; charset=utf-8" if is_bare else "")).encode("latin-1")


def _tag(body: bytes) -> str:
    """The entity tag: the body's digest, so that snapshot, tier and path are in it with all else."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def _matches(asked: str | None, tag: str) -> bool:
    known = [part.strip().removeprefix("W/") for part in (asked or "").split(",")]
    return tag in known or "*" in known
