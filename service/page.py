"""The built page: hashed assets kept for good, and index.html for every address of the page's own.

Files travel as the build packed them (`web/precompressed.ts`); nothing is compressed for a request.
"""

import html
import re
import secrets
from pathlib import PurePosixPath

import orjson
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from core.contracts.errors import AlmanacError
from core.contracts.version import VERSION
from service.claims_page import with_claims
from service.edge.headers import page_policy
from service.edge.request import CALL_KEY
from service.members.entry.sites import course_hosts, course_origins
from service.settings import Settings
from service.snapshots.store import SnapshotStore

HASHED = "assets"
INDEX = "index.html"
DOCS = "docs.html"
"""The calls of the API, to read and to try, as /docs."""
CLAIMS = "claims"
_DOCS = (DOCS, "docs")
_FOREVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_ENDINGS = {"br": ".br", "gzip": ".gz"}
_REFUSED = re.compile(r"\s*q=0(\.0*)?\s*")
_METHODS = ("GET", "HEAD")
_GENERATOR = f'<meta name="generator" content="Session Almanac {html.escape(VERSION)}" />'
_PLACE = re.compile(r'(<meta name="session-almanac" content=")[^"]*(")')


class NoPage(AlmanacError, status=404, code="no_page"):
    """The page's address at a service that has none."""

    sentence = "This service has no page: it answers programs only, below /api."


def missing_page(settings: Settings) -> str | None:
    """What to do about a missing page; None where it is there."""
    if (settings.web / INDEX).is_file():
        return None
    return (
        f"{settings.web}: there is no built page, so the service is the API alone. Install a released wheel, "
        "or build it in the repository (make build/web) and name its folder in ALMANAC_WEB."
    )


def no_page(request: Request) -> Response:
    """Raise NoPage: the service was started without the page."""
    raise NoPage(f"{request.method} /: this service was started without the built page")


def page_settings(settings: Settings) -> dict[str, object]:
    """What the page reads at run time, so one build serves everywhere; absent where unset."""
    site = next(iter(course_hosts(settings)), None)
    given = {
        "analyticsUrl": settings.analytics_url,
        "supportUrl": settings.support_url or (f"https://{site}/contact" if site else None),
        "courseHome": f"https://{site}/" if site else None,
        "courseOrigins": list(course_origins(settings)) or None,
        "productionUrl": settings.production_url,
        "publicClaims": settings.public_claims or None,
    }
    return {name: value for name, value in given.items() if value is not None}


class Page(StaticFiles):
    """Files of the build folder; an address without a file ending is the page's and gets index.html.

    Where everybody may read the claims, /claims has them as plain HTML too.
    """

    def __init__(self, settings: Settings, store: SnapshotStore) -> None:
        super().__init__(directory=settings.web)
        self._settings = settings
        self._store = store
        self._index = settings.web / INDEX
        self._docs = settings.web / DOCS
        self._page_settings = page_settings(settings)

    async def get_response(self, path: str, scope: Scope) -> Response:
        scope[CALL_KEY] = "page"
        if scope["method"] not in _METHODS:
            raise HTTPException(405, headers={"Allow": ", ".join(_METHODS)})
        file = PurePosixPath(path)
        if str(file) in _DOCS and self._docs.is_file():
            return self._html(self._docs.read_text("utf-8"), secrets.token_urlsafe(16))
        if not file.suffix or str(file) == INDEX:
            is_claims = str(file) == CLAIMS and self._settings.public_claims
            return await self._index_page(
                QueryParams(scope["query_string"]).get("symbol", "") if is_claims else None
            )
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            encoding = self._encoding(path, Headers(scope=scope).get("accept-encoding", ""))
            response = await super().get_response(path + _ENDINGS[encoding], scope) if encoding else response
            response.headers["Cache-Control"] = _FOREVER if file.parts[:1] == (HASHED,) else _ASK_FIRST
            response.headers["Vary"] = "Accept-Encoding"
            if encoding:
                response.headers["Content-Encoding"] = encoding
        return response

    def _encoding(self, path: str, accepted: str) -> str | None:
        """The smallest encoding of a file that the browser takes and the build made."""
        parts = (each.partition(";") for each in accepted.lower().split(","))
        taken = {name.strip() for name, _, weight in parts if not _REFUSED.fullmatch(weight)}
        made = (name for name in _ENDINGS if name in taken and self.lookup_path(path + _ENDINGS[name])[1])
        return next(made, None)

    async def _index_page(self, claims_of: str | None) -> Response:
        """index.html with the page's settings and a nonce of this answer alone, so it is never cached.

        `claims_of` is the symbol whose claims it has, empty for the default; None for none.
        """
        nonce = secrets.token_urlsafe(16)
        content = html.escape(orjson.dumps(self._page_settings | {"styleNonce": nonce}).decode())
        built = self._index.read_text("utf-8")
        text = _PLACE.sub(lambda place: _GENERATOR + place[1] + content + place[2], built, count=1)
        if claims_of is not None:
            text = await self._with_claims(text, claims_of, nonce)
        return self._html(text, nonce)

    def _html(self, text: str, nonce: str) -> Response:
        policy = page_policy(self._settings, nonce)
        return HTMLResponse(text, headers={"Cache-Control": "no-store", "Content-Security-Policy": policy})

    async def _with_claims(self, index: str, symbol: str, nonce: str) -> str:
        """The page with the claims; unchanged where the symbol has no snapshot."""
        try:
            snapshot = await self._store.load(symbol or None)
        except AlmanacError:
            return index
        base = self._settings.public_url
        named = f"?symbol={snapshot.symbol}" if symbol else ""
        return with_claims(index, snapshot.claims, base and f"{base.rstrip('/')}/{CLAIMS}{named}", nonce)
