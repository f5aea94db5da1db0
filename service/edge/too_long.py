"""The answer to an address or headers that are too long: a page in words for a person, JSON for a program."""

import re

from starlette.responses import HTMLResponse, Response

from service.edge.errors import HeadersTooLarge, error_response

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
