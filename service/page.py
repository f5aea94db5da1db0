"""The built page: hashed assets kept for good, and index.html for every address of the page's own."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from service.routing import CALL_KEY

HASHED = "assets"
INDEX = "index.html"
_FOREVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"


class Page(StaticFiles):
    """Files of the build folder; an address without a file ending is the page's and gets index.html."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the build, or index.html."""
        scope[CALL_KEY] = "page"
        asked = PurePosixPath(path)
        if str(asked) == "." or not asked.suffix:
            path = INDEX
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = _FOREVER if asked.parts[:1] == (HASHED,) else _ASK_FIRST
        return response


def page_at(folder: Path) -> Page | None:
    """The page, None where it is not built."""
    return Page(folder) if (folder / INDEX).is_file() else None
