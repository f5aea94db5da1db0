"""Pages of other origins that may call the API (Fetch standard, CORS).

Callers bear their token in a header and no cookie exists, so credentials are never allowed, and no origin is
ever answered with a wildcard.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SENT = ("Authorization", "Content-Type", "If-None-Match", "X-Session-ID")
_SHOWN = (
    "Almanac-Sign-Ins", "Content-Disposition", "ETag", "Retry-After", "Server-Timing", "X-Request-ID",
)  # fmt: skip


class ApiCors(CORSMiddleware):
    """Starlette's, below /api: an origin that is not listed gets the answer of any other request.

    Its preflight is an OPTIONS that no call has, refused in the API's own shape instead of in plain text.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        super().__init__(app, origins, ("GET", "POST"), _SENT, expose_headers=_SHOWN)
        self._is_off = not origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a listed origin's preflight; mark every other answer of the API."""
        if self._is_off or scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        if self.is_allowed_origin(Headers(scope=scope).get("origin", "")):
            await super().__call__(scope, receive, send)
            return

        async def send_varied(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).add_vary_header("Origin")
            await send(message)

        await self.app(scope, receive, send_varied)

    def preflight_response(self, request_headers: Headers) -> Response:
        """What is allowed, whatever was asked for, without a body."""
        answer = super().preflight_response(request_headers)
        told = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
        return Response(None, 204, told)
