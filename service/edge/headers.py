"""The headers every answer bears, and the policies that say what a browser may do with it."""

from urllib.parse import urlsplit

from service.members.entry.sites import course_origins
from service.settings import Settings

TRANSPORT = "max-age=31536000; includeSubDomains"
"""Strict-Transport-Security where people come by https."""

_DENIED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
_NOTHING = "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'"


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
