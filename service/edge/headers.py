"""What a browser may do with an answer: headers, the page's policy, pages of another origin."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from service.members.entry.sites import course_origins
from service.settings import Settings

TRANSPORT = "max-age=31536000; includeSubDomains"
"""Strict-Transport-Security where people come by https."""

_DENIED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
_NOTHING = "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'"
_CORS_SENT = ("Authorization", "Content-Type", "If-None-Match", "X-Session-ID")
_CORS_SHOWN = (
    "Almanac-Sign-Ins", "Content-Disposition", "ETag", "Retry-After", "Server-Timing", "X-Request-ID",
)  # fmt: skip


def security_headers(settings: Settings) -> dict[str, str]:
    """The headers of every answer; the page replaces the policy, which allows nothing."""
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": f"{_NOTHING}; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _DENIED),
    }
    if (settings.public_url or "").startswith("https://"):
        headers["Strict-Transport-Security"] = TRANSPORT
    return headers


def page_policy(settings: Settings, nonce: str) -> str:
    """The page's policy: own scripts, styles with the nonce, calls to this service and to analytics.

    Style attributes in markup are closed too: React, MUI and ECharts set theirs through the style object.
    """
    analytics = urlsplit(settings.analytics_url or "")
    posts_to = [f"{analytics.scheme}://{analytics.netloc}"] if analytics.netloc else []
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            "style-src-attr 'none'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            " ".join(("connect-src 'self'", *posts_to)),
            "form-action 'self'",
            "base-uri 'none'",
            "object-src 'none'",
            " ".join(("frame-ancestors 'self'", *course_origins(settings))),
        )
    )


class ApiCors(CORSMiddleware):
    """Starlette's, below /api: an origin that is not listed gets the answer of any other request.

    Callers send their token in a header and no cookie exists, so credentials are never allowed. No origin is
    ever answered with a wildcard (Fetch standard, CORS). A preflight of another origin is an OPTIONS that no
    call has: it is refused with the API's error body instead of plain text.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...], methods: tuple[str, ...]) -> None:
        super().__init__(app, origins, methods, _CORS_SENT, expose_headers=_CORS_SHOWN)

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
