"""Pages of other origins that may call the API, and how their browsers are told (Fetch standard, CORS).

Callers bear their token in a header and no cookie exists, so credentials are never allowed, and no origin is
ever answered with a wildcard.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import Scope

_METHODS = "GET, POST"
_SENT = "Authorization, Content-Type, If-None-Match, X-Session-ID"
_SHOWN = "Almanac-Sign-Ins, Content-Disposition, ETag, Retry-After, Server-Timing, X-Request-ID"
_AGE = "600"


class Cors:
    """Answers for a list of origins, compared whole."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._origins = frozenset(origins)

    def preflight(self, scope: Scope) -> Response | None:
        """The answer to an allowed origin's preflight of the API; None where it is no such thing."""
        if scope["method"] != "OPTIONS":
            return None
        headers = Headers(scope=scope)
        if "access-control-request-method" not in headers or not self._allows(scope, headers):
            return None
        told = {
            "Access-Control-Allow-Methods": _METHODS,
            "Access-Control-Allow-Headers": _SENT,
            "Access-Control-Max-Age": _AGE,
        }
        return Response(None, 204, told)

    def mark(self, scope: Scope, fields: list[tuple[bytes, bytes]]) -> None:
        """Say in an answer of the API who may read it; where there is a list, that depends on the asker."""
        if not (self._origins and _is_api(scope)):
            return
        answer, headers = MutableHeaders(raw=fields), Headers(scope=scope)
        answer.add_vary_header("Origin")
        if self._allows(scope, headers):
            answer["Access-Control-Allow-Origin"] = headers["origin"]
            answer["Access-Control-Expose-Headers"] = _SHOWN

    def _allows(self, scope: Scope, headers: Headers) -> bool:
        return _is_api(scope) and headers.get("origin") in self._origins


def _is_api(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/api/")
