"""The outermost layer: who calls, security headers, one log line, metrics, the last net for errors.

The client's address, scheme and request id come from the headers of trusted proxies alone.
"""

import logging
import re
import secrets
import time
import traceback
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.contracts.errors import AlmanacError
from service.edge.errors import (
    HeadersTooLarge,
    Malformed,
    error_response,
    internal_error_response,
    takes_page,
    too_long,
)
from service.edge.headers import TRANSPORT, security_headers
from service.edge.request import CALL_KEY
from service.members.personal_tokens import PREFIX
from service.observability.logs import REQUESTS
from service.observability.metrics import Metrics
from service.settings import Settings
from service.settings.values import Network

logger = logging.getLogger(REQUESTS)

_LINE = "%(method)s %(call)s %(status)s %(ms).1fms request=%(request)s session=%(session)s"
_LONGEST_METHOD = 200
"""Characters of a method in the log; the other fields are ours, or too short to fill it."""

_SESSION_ID = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_.-]{{1,64}}")
"""What the log repeats of X-Session-ID: no personal token that was sent there by mistake."""
_REQUEST_ID = re.compile(rf"(?!{PREFIX})[A-Za-z0-9_.-]{{8,64}}")
_MOST_HOPS = 32

THROTTLED = 429
LEFT = 499
"""What the log and the metrics say of a request whose client left before its answer."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The client of a request, as far as it is known; `request_id` only where a trusted proxy gave one."""

    address: str | None
    scheme: str
    request_id: str | None = None


def caller_of(scope: Scope, trusted: tuple[Network, ...]) -> Caller:
    """Resolve the client from X-Forwarded-For of trusted proxies.

    The client's address is the rightmost that is none of theirs. Entries left of it are never read: the
    caller may have written them. After an entry that is no address, the last trusted proxy counts as the
    client.
    """
    peer = scope["client"][0] if scope.get("client") else None
    if not is_trusted(peer, trusted):
        return Caller(peer, scope["scheme"])
    headers = Headers(scope=scope)
    forwarded = headers.getlist("x-forwarded-for")
    hops = ",".join(forwarded).split(",") if forwarded else []
    caller = peer
    for hop in reversed(hops[-_MOST_HOPS:]):
        address = _address(hop.strip())
        if address is None:
            break
        caller = str(address)
        if not is_trusted(caller, trusted):
            break
    scheme = ["", *headers.getlist("x-forwarded-proto")][-1].strip().lower()
    request_id = headers.get("x-request-id", "")
    return Caller(
        caller,
        scheme if scheme in ("http", "https") else scope["scheme"],
        request_id if _REQUEST_ID.fullmatch(request_id) else None,
    )


@lru_cache(maxsize=1024)
def is_trusted(host: str | None, trusted: tuple[Network, ...]) -> bool:
    address = _address(host or "")
    return address is not None and any(address in network for network in trusted)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address in an entry such as `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


class RequestMiddleware:
    """Wraps the application, which sees the client's own address and scheme."""

    def __init__(self, app: ASGIApp, metrics: Metrics, settings: Settings) -> None:
        self._app = app
        self._metrics = metrics
        self._proxies = settings.trusted_proxies
        headers = security_headers(settings)
        secure = headers | {"Strict-Transport-Security": TRANSPORT}
        self._headers = {"http": headers, "https": secure}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                for name, value in self._headers[caller.scheme].items():
                    headers.setdefault(name, value)
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

    def _record(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        """Count it and log one line: the call, never a path, no query, nothing about a person."""
        call = str(scope.get(CALL_KEY, "none"))
        self._metrics.requests.labels(call, str(status)).inc()
        self._metrics.seconds.labels(call).observe(seconds)
        if status == THROTTLED:
            self._metrics.throttled.labels(call).inc()
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
    """Rejects requests with oversized headers, an unknown Host or conflicting lengths."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = frozenset((*settings.allowed_hosts, settings.host))
        self._longest_head = settings.header_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it and end its connection: where such a request ends is in doubt."""
        answer: ASGIApp = self._app
        if scope["type"] == "http" and (refusal := self._refusal(scope)) is not None:
            is_page = takes_page(Headers(scope=scope).get("accept", ""))
            answer = too_long(is_page) if isinstance(refusal, HeadersTooLarge) else error_response(refusal)
            answer.headers["Connection"] = "close"
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> AlmanacError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].lower()
        if not ("*" in self._hosts or name in self._hosts):
            return Malformed("host: this service does not answer to that name.", code="host_not_allowed")
        address = len(scope["path"]) + len(scope["query_string"])
        if address + sum(len(key) + len(value) for key, value in scope["headers"]) > self._longest_head:
            return HeadersTooLarge()
        if "transfer-encoding" in headers and "content-length" in headers:
            return Malformed("content-length: not beside transfer-encoding.", code="malformed_request")
        return None


def _where(error: BaseException) -> str:
    """The kinds of an error and its causes, with their lines; messages may hold what people sent."""
    chain = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    kinds = " from ".join(type(each).__name__ for each in chain)
    return "\n".join((kinds, *("".join(traceback.format_tb(each.__traceback__)) for each in chain)))
