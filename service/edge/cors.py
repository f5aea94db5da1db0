"""Which pages of another origin a browser lets read the API."""

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_SENT = ("Authorization", "Content-Type", "If-None-Match", "X-Session-ID")
_SHOWN = (
    "Almanac-Sign-Ins", "Content-Disposition", "ETag", "Retry-After", "Server-Timing", "X-Request-ID",
)  # fmt: skip


class ApiCors(CORSMiddleware):
    """Starlette's, below /api: an origin that is not listed gets the answer of any other request.

    Callers send their token in a header and no cookie exists, so credentials are never allowed. No origin is
    ever answered with a wildcard (Fetch standard, CORS). A preflight of another origin is an OPTIONS that no
    call has: it is refused with the API's error body instead of plain text.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...], methods: tuple[str, ...]) -> None:
        super().__init__(app, origins, methods, _SENT, expose_headers=_SHOWN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
