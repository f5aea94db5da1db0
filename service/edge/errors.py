"""Errors as the wire shows them: one body for every way a request can fail (design/api.md, Errors).

A browser that opens an address that is too long gets a page in words.
"""

import re
from http import HTTPStatus

from msgspec.json import encode
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from core.contracts.answers import ErrorBody
from core.contracts.errors import RETRY_SECONDS, AlmanacError
from service.encoding import timestamp


class Malformed(AlmanacError, status=400, code="malformed_json"):
    """A body that is not JSON, or an address this service does not answer."""


class TooLarge(AlmanacError, status=413, code="body_too_large"):
    """A body over the limit."""


class HeadersTooLarge(AlmanacError, status=431, code="headers_too_large"):
    """A request line with headers over the limit."""

    def __init__(self) -> None:
        super().__init__("request: its line and headers are too long; shorten them.")


class UnsupportedBody(AlmanacError, status=415, code="unsupported_body"):
    """A body that is not plain JSON."""


_MESSAGES = {
    400: "The request could not be read.",
    401: "Please sign in again.",
    403: "Your subscription does not include this.",
    404: "There is nothing here by that name.",
    405: "This address does not answer that kind of request.",
    413: "The request is too large.",
    415: "The request is not in a form this service reads.",
    422: "This question cannot be answered as it was asked.",
    431: "The request is too large.",
    429: "Too many requests. Please wait a moment and try again.",
    503: "The data is not ready yet. Please try again in a few seconds.",
    504: "Request timeout. Please try again.",
}
_INTERNAL = "Something went wrong on the server. Please try again later."
_CODES = {404: "not_found", 405: "method_not_allowed"}

_HTML = "text/html"
_ACCEPT = re.compile(rb"(?i)\r\naccept:[^\r\n]*text/html")
_ADDRESS = re.compile(rb"(?:GET|HEAD) /(?!api/)[^ \r\n]*")
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This address is too long - Session Almanac</title>
</head>
<body>
<h1>This address is too long</h1>
<p>The link, with what your browser sends along, is longer than Session Almanac reads.
Nothing is lost: ask who sent it for a short link, or open the page and choose the filters there.</p>
<p><a href="/">Open Session Almanac</a></p>
</body>
</html>
"""


def error_response(error: AlmanacError) -> Response:
    """The answer to an error of the family; a `DataError` keeps its sentence for the log."""
    message = getattr(error, "sentence", None) or _MESSAGES.get(error.status)
    if message is None:
        return internal_error_response()
    if error.status == 422:
        message += f" {error.detail}"
    headers = {}
    if error.status in (429, 503):
        headers["Retry-After"] = str(getattr(error, "retry_after", RETRY_SECONDS))
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return _response(error.status, error.detail, message, error.code, headers)


def internal_error_response() -> Response:
    """A 500 without internals; the log has the request's id."""
    return _response(500, "internal error", _INTERNAL, "internal_error", {})


def on_http_exception(request: Request, error: Exception) -> Response:
    """Put Starlette's own errors (unknown route, wrong method) into the one error body."""
    assert isinstance(error, HTTPException)
    detail = f"{request.method} {request.url.path}: {HTTPStatus(error.status_code).phrase.lower()}"
    message = _MESSAGES.get(error.status_code, _INTERNAL)
    code = _CODES.get(error.status_code, "http_error")
    return _response(error.status_code, detail, message, code, dict(error.headers or {}))


def _response(status: int, detail: str, message: str, code: str, headers: dict[str, str]) -> Response:
    body = encode(ErrorBody(detail, message, code, timestamp()))
    return Response(body, status, headers | {"Cache-Control": "no-store"}, "application/json")


def too_long(is_page: bool) -> Response:
    """431, as a page in words or in the one error shape."""
    if not is_page:
        return error_response(HeadersTooLarge())
    return HTMLResponse(_PAGE, HeadersTooLarge.status, {"Cache-Control": "no-store"})


def takes_page(accept: str) -> bool:
    """Whether a request's Accept is that of a browser which opens an address."""
    return _HTML in accept.lower()


def is_page_head(head: bytes) -> bool:
    """Whether the start of a request is a browser's: by Accept, or by an address without an end."""
    return _ACCEPT.search(head) is not None or _ADDRESS.fullmatch(head) is not None
