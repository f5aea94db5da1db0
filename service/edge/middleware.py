"""The outermost layer: who calls, security headers, one log line, figures, the last net for errors."""

import logging
import re
import secrets
import time
import traceback

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.contracts.errors import AlmanacError
from service.edge.errors import HeadersTooLarge, Malformed, error_response, internal_error_response
from service.edge.headers import TRANSPORT, security_headers
from service.edge.proxies import Caller, caller_of
from service.edge.request import CALL_KEY
from service.edge.too_long import takes_page, too_long
from service.members.personal_tokens import PREFIX
from service.observability.logs import REQUESTS
from service.observability.metrics import Metrics
from service.settings import Settings

logger = logging.getLogger(REQUESTS)

_LINE = "%(method)s %(call)s %(status)s %(ms).1fms request=%(request)s session=%(session)s"
_LONGEST_METHOD = 200
"""Characters of a method in the log; the other fields are ours, or too short to fill it."""

_SESSION_ID = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_.-]{{1,64}}")
"""What the log repeats of X-Session-ID: no personal token that was sent there by mistake."""
LEFT = 499
"""What the log and the metrics say of a request whose client left before its answer."""

_SENT = ("Authorization", "Content-Type", "If-None-Match", "X-Session-ID")
_SHOWN = (
    "Almanac-Sign-Ins", "Content-Disposition", "ETag", "Retry-After", "Server-Timing", "X-Request-ID",
)  # fmt: skip


class RequestMiddleware:
    """Wraps the application; what lies inside sees the caller's own address and scheme."""

    def __init__(self, app: ASGIApp, metrics: Metrics, settings: Settings) -> None:
        self._app = app
        self._metrics = metrics
        self._proxies = settings.trusted_proxies
        self._headers = security_headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; the application's own start and end pass through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, caller, status = time.perf_counter(), caller_of(scope, self._proxies), 0
        scope["client"] = None if caller.address is None else (caller.address, 0)
        scope["scheme"] = caller.scheme
        request_id = caller.request_id or secrets.token_hex(8)

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._mark(MutableHeaders(scope=message), request_id, caller)
            await send(message)

        try:
            await self._app(scope, receive, send_marked)
        except ClientDisconnect:
            pass
        except Exception as error:
            logger.error("request %s failed: %s", request_id, _where(error))
            if not status:
                await internal_error_response()(scope, receive, send_marked)
        finally:
            self._record(scope, status or LEFT, time.perf_counter() - began, request_id)

    def _mark(self, headers: MutableHeaders, request_id: str, caller: Caller) -> None:
        """Our headers on an answer; what it brings itself stays."""
        headers["X-Request-ID"] = request_id
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        if caller.scheme == "https":
            headers.setdefault("Strict-Transport-Security", TRANSPORT)

    def _record(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        """Count it and log one line: the call, never a path, no query, nothing about a person."""
        call = str(scope.get(CALL_KEY, "none"))
        self._metrics.record(call, status, seconds)
        session = Headers(scope=scope).get("x-session-id", "")
        fields = {
            "method": scope["method"][:_LONGEST_METHOD],
            "call": call,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "request": request_id,
            "session": session if _SESSION_ID.fullmatch(session) else "-",
        }
        logger.info(_LINE, fields)


class RefusalMiddleware:
    """Refuses what nobody should read on: another's host name, too long a head, two lengths for one body."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = frozenset((*settings.allowed_hosts, settings.host))
        self._longest_head = settings.header_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it and end its connection: where such a one ends is in doubt."""
        answer: ASGIApp = self._app
        if scope["type"] == "http" and (refusal := self._refusal(scope)) is not None:
            is_page = takes_page(Headers(scope=scope).get("accept", ""))
            answer = too_long(is_page) if isinstance(refusal, HeadersTooLarge) else error_response(refusal)
            answer.headers["Connection"] = "close"
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> AlmanacError | None:
        headers = Headers(scope=scope)
        if not ("*" in self._hosts or _name_of(headers.get("host", "")) in self._hosts):
            return Malformed("host: this service does not answer to that name.", code="host_not_allowed")
        address = len(scope["path"]) + len(scope["query_string"])
        if address + sum(len(name) + len(value) for name, value in scope["headers"]) > self._longest_head:
            return HeadersTooLarge()
        if "transfer-encoding" in headers and "content-length" in headers:
            return Malformed("content-length: not beside transfer-encoding.", code="malformed_request")
        return None


class ApiCors(CORSMiddleware):
    """Starlette's, below /api: an origin that is not listed gets the answer of any other request.

    Callers bear their token in a header and no cookie exists, so credentials are never allowed, and no origin
    is ever answered with a wildcard (Fetch standard, CORS). Such a preflight is an OPTIONS that no call has,
    refused in the API's own shape instead of in plain text.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...], methods: tuple[str, ...]) -> None:
        super().__init__(app, origins, methods, _SENT, expose_headers=_SHOWN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a listed origin's preflight; mark every other answer of the API."""
        if not scope.get("path", "").startswith("/api/"):
            await self.app(scope, receive, send)
        elif self.is_allowed_origin(Headers(scope=scope).get("origin", "")):
            await super().__call__(scope, receive, send)
        else:
            await self.simple_response(scope, receive, send, request_headers=Headers())

    def preflight_response(self, request_headers: Headers) -> Response:
        """What is allowed, whatever was asked for, without a body."""
        answer = super().preflight_response(request_headers)
        headers = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
        return Response(None, 204, headers)


def _name_of(host: str) -> str:
    """A Host header without its port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _where(error: BaseException) -> str:
    """The kinds of an error and its causes, and the lines they passed; texts may hold what people sent."""
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    kinds = " from ".join(type(each).__name__ for each in chain)
    return "\n".join((kinds, *("".join(traceback.format_tb(each.__traceback__)) for each in chain)))
