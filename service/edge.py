"""The outermost layer: request ids, security headers, one log line, figures, and the last net for errors."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import Malformed, error_response, internal_error_response
from service.metrics import Metrics
from service.routing import CALL_KEY

logger = logging.getLogger("service.access")

_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
_SESSION_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def security_headers(analytics_url: str | None) -> dict[str, str]:
    """What every answer bears; the page may talk to nobody but this service and the analytics address."""
    policy = _POLICY
    if analytics_url is not None:
        parts = urlsplit(analytics_url)
        policy += f"; connect-src 'self' {parts.scheme}://{parts.netloc}"
    return {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": policy,
    }


class Edge:
    """Wraps the application; `allowed_hosts` are the names it answers to, `*` is any."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, allowed_hosts: tuple[str, ...], headers: Mapping[str, str]
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._hosts = frozenset(allowed_hosts)
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; everything but HTTP passes through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send, self._headers)
        try:
            await self._forward(scope, receive, visit)
        except Exception:
            logger.exception("request %s failed", visit.request_id)
            if visit.status is None:
                await internal_error_response()(scope, receive, visit.send)
        finally:
            self._metrics.record(visit.call, visit.status or 499, visit.seconds)
            visit.log()

    async def _forward(self, scope: Scope, receive: Receive, visit: _Visit) -> None:
        host = Headers(scope=scope).get("host", "")
        if "*" in self._hosts or _name_of(host) in self._hosts:
            await self._app(scope, receive, visit.send)
            return
        refusal = Malformed("host: this service does not answer to that name.", code="host_not_allowed")
        await error_response(refusal)(scope, receive, visit.send)


class _Visit:
    """One request on its way out."""

    def __init__(self, scope: Scope, send: Send, headers: Mapping[str, str]) -> None:
        self.request_id = secrets.token_hex(8)
        self.status: int | None = None
        self._scope = scope
        self._send = send
        self._headers = headers
        self._start = time.perf_counter()

    @property
    def call(self) -> str:
        """The call that answered, never a path: paths may hold anything."""
        return str(self._scope.get(CALL_KEY, "none"))

    @property
    def seconds(self) -> float:
        """Time since the request came in."""
        return time.perf_counter() - self._start

    async def send(self, message: Message) -> None:
        """Pass a message on, with our headers on the first."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self.request_id
            for name, value in self._headers.items():
                headers[name] = value
        await self._send(message)

    def log(self) -> None:
        """One line: no query, no token, nothing about a person."""
        session = Headers(scope=self._scope).get("x-session-id", "")
        logger.info(
            "%s %s %s %.1fms request=%s session=%s",
            self._scope["method"],
            self.call,
            self.status,
            self.seconds * 1000,
            self.request_id,
            session if _SESSION_ID.fullmatch(session) else "-",
        )


def _name_of(host: str) -> str:
    """A Host header without its port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
