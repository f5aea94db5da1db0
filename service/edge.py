"""The outermost layer: who calls, security headers, one log line, figures, the last net for errors."""

from __future__ import annotations

import logging
import re
import secrets
import time
import traceback
from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.contracts.errors import AlmanacError
from service.cors import Cors
from service.errors import HeadersTooLarge, Malformed, error_response, internal_error_response
from service.headers import TRANSPORT, security_headers
from service.logs import RequestLine
from service.metrics import Metrics
from service.proxies import Caller, caller_of
from service.routing import CALL_KEY, RawHeaders
from service.settings import Settings

logger = logging.getLogger("service.access")

_SESSION_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")
_REQUEST_ID = b"x-request-id"
LEFT = 499
"""What the log and the metrics say of a request whose client left before its answer."""


class Edge:
    """Wraps the application; what lies inside sees the caller's own address and scheme."""

    def __init__(self, app: ASGIApp, metrics: Metrics, settings: Settings) -> None:
        self._app = app
        self._metrics = metrics
        self._hosts = frozenset((*settings.allowed_hosts, settings.host))
        self._longest_head = settings.header_bytes
        self._proxies = settings.trusted_proxies
        self._cors = Cors(settings.allowed_origins)
        self._headers = _raw(security_headers(settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; the application's own start and end pass through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        caller = caller_of(scope, self._proxies)
        scope["client"] = None if caller.address is None else (caller.address, 0)
        scope["scheme"] = caller.scheme
        visit = _Visit(scope, send, caller, self._cors, self._headers)
        try:
            await self._forward(scope, receive, visit)
        except ClientDisconnect:
            pass
        except Exception as error:
            logger.error("request %s failed: %s", visit.request_id, _where(error))
            if visit.status is None:
                await internal_error_response()(scope, receive, visit.send)
        finally:
            visit.status = visit.status or LEFT
            self._metrics.record(visit.call, visit.status, visit.seconds)
            visit.log()

    async def _forward(self, scope: Scope, receive: Receive, visit: _Visit) -> None:
        refusal = self._refusal(scope)
        answer = self._cors.preflight(scope) if refusal is None else _last_answer(refusal)
        await (answer or self._app)(scope, receive, visit.send)

    def _refusal(self, scope: Scope) -> AlmanacError | None:
        """What is wrong with a request before anybody looks at what it asks for."""
        headers = dict(reversed(scope["headers"]))
        if not ("*" in self._hosts or _name_of(headers.get(b"host", b"").decode("latin-1")) in self._hosts):
            return Malformed("host: this service does not answer to that name.", code="host_not_allowed")
        if _head_bytes(scope) > self._longest_head:
            return HeadersTooLarge("request: its line and headers are too long; shorten them.")
        if b"transfer-encoding" in headers and b"content-length" in headers:
            return Malformed("content-length: not beside transfer-encoding.", code="malformed_request")
        return None


class _Visit:
    """One request on its way out."""

    def __init__(self, scope: Scope, send: Send, caller: Caller, cors: Cors, headers: RawHeaders) -> None:
        self.request_id = caller.request_id or secrets.token_hex(8)
        self.status: int | None = None
        self._scope = scope
        self._send = send
        self._secure = caller.scheme == "https"
        self._cors = cors
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
        """Pass a message on, with our headers on the first; what the answer brings itself stays."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = message["headers"] = [each for each in message["headers"] if each[0] != _REQUEST_ID]
            named = {name for name, _ in given}
            given.append((_REQUEST_ID, self.request_id.encode("latin-1")))
            given += [each for each in self._headers if each[0] not in named]
            if self._secure:
                MutableHeaders(raw=given).setdefault("Strict-Transport-Security", TRANSPORT)
            self._cors.mark(self._scope, given)
        await self._send(message)

    def log(self) -> None:
        """One line: no query, no token, nothing about a person."""
        if not logger.isEnabledFor(logging.INFO):
            return
        session = next((value for name, value in self._scope["headers"] if name == b"x-session-id"), b"")
        line = RequestLine(
            self._scope["method"],
            self.call,
            self.status or LEFT,
            self.seconds * 1000,
            self.request_id,
            session.decode() if _SESSION_ID.fullmatch(session) else "-",
        )
        logger.info(line)


def _raw(headers: Mapping[str, str]) -> RawHeaders:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


def _last_answer(refusal: AlmanacError) -> Response:
    """A refusal that ends its connection: where such a request ends, and another begins, is in doubt."""
    answer = error_response(refusal)
    answer.headers["Connection"] = "close"
    return answer


def _head_bytes(scope: Scope) -> int:
    """The length of a request's address and headers."""
    address = len(scope["path"]) + len(scope["query_string"])
    return address + sum(len(name) + len(value) for name, value in scope["headers"])


def _where(error: BaseException) -> str:
    """The kinds of an error and its causes, and the lines they passed; texts may hold what people sent."""
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    kinds = " from ".join(type(each).__name__ for each in chain)
    return "\n".join((kinds, *("".join(traceback.format_tb(each.__traceback__)) for each in chain)))


def _name_of(host: str) -> str:
    """A Host header without its port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
