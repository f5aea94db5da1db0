"""The built page: hashed assets kept for good, and index.html for every address of the page's own."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import orjson
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Scope

from service.routing import CALL_KEY
from service.settings import Settings

HASHED = "assets"
INDEX = "index.html"
_FOREVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_PLACE = re.compile(r'(<meta name="session-almanac" content=")[^"]*(")')


def page_settings(settings: Settings) -> dict[str, str]:
    """What the service tells the page at run time, so one build serves everywhere; absent where unset."""
    site = settings.course_site
    told = {
        "analyticsUrl": settings.analytics_url,
        "supportUrl": settings.support_url or (f"https://{site}/contact" if site else None),
        "courseHome": f"https://{site}/" if site else None,
        "productionUrl": settings.production_url,
    }
    return {name: value for name, value in told.items() if value is not None}


class Page(StaticFiles):
    """Files of the build folder; an address without a file ending is the page's and gets index.html."""

    def __init__(self, folder: Path, told: Mapping[str, str]) -> None:
        super().__init__(directory=folder)
        self._index = folder / INDEX
        self._content = html.escape(orjson.dumps(told).decode())

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the build, or index.html."""
        scope[CALL_KEY] = "page"
        asked = PurePosixPath(path)
        if scope["method"] in ("GET", "HEAD") and (not asked.suffix or str(asked) == INDEX):
            return self._first(scope)
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = _FOREVER if asked.parts[:1] == (HASHED,) else _ASK_FIRST
        return response

    def _first(self, scope: Scope) -> Response:
        """index.html with the page's settings in their place."""
        built = self._index.read_text("utf-8")
        text = _PLACE.sub(lambda place: place[1] + self._content + place[2], built, count=1)
        tag = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
        response = HTMLResponse(text, headers={"Cache-Control": _ASK_FIRST, "ETag": f'"{tag}"'})
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


def page_at(folder: Path, told: Mapping[str, str]) -> ASGIApp | None:
    """The page told its settings, compressed for who takes it so; None where it is not built."""
    return GZipMiddleware(Page(folder, told)) if (folder / INDEX).is_file() else None
