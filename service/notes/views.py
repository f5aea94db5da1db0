"""Shared views: what a short link leads to, and what it showed when it was made.

A link's id is a hundred and twenty-eight random bits, kept for four hundred days. The same view made again
by the same person on the same snapshot has the same link.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.next_answers import ViewFigures
from core.contracts.view_requests import ViewRequest
from service.database.record_store import RecordStore, change_to, removal, retry_on_conflict
from service.database.records import MadeViews, View

KEPT_FOR = 400 * 24 * 60 * 60
"""Seconds that a view is kept."""

MOST_VIEWS = 500
"""Views of a person that are kept; a further one takes the place of the oldest."""

LONGEST_FILTERS = 8000
"""Characters of filters, as JSON, that are kept with a view or a watch."""

OWN_QUESTION = ("/today", "/next", "/questions", "/claims")
"""Pages that ask a question of their own, whatever the filters are."""

_BYTES = 16
_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class Views:
    """Makes and finds views; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    @retry_on_conflict
    async def make(self, person: str, request: ViewRequest, then: ViewFigures) -> View:
        """Keep a view, or find the one that this person made of the same."""
        text, known = await self._store.read(MadeViews, person)
        made = dict(() if known is None else known.made)
        digest = _digest(request, then)
        found = await self._store.find(View, made.pop(digest, ""))
        if found is not None:
            return found
        now = int(self._now())
        shown = then if shows_figures(request.address) else None
        view = View(secrets.token_urlsafe(_BYTES), person, request, shown, now, now + KEPT_FOR)
        listed = (*made.items(), (digest, view.id))
        kept = MadeViews(person, listed[-MOST_VIEWS:], view.expires_at)
        forgotten = [removal(View, oldest) for _, oldest in listed[:-MOST_VIEWS]]
        await self._store.put(change_to(view.id, view), change_to(person, kept, text), *forgotten)
        return view

    async def find(self, view_id: str) -> View:
        """The view of that id.

        Raises:
            UnknownName: `view_unknown`, the same for one that is over and for one that never was.
        """
        found = await self._store.find(View, view_id) if _ID.fullmatch(view_id) else None
        if found is None:
            detail = "id: no view is kept by that link; it is mistyped, or its 400 days are over."
            raise UnknownName(detail, code="view_unknown")
        return found


def shows_figures(address: str) -> bool:
    return urlsplit(address).path.rstrip("/") not in OWN_QUESTION


def checked_address(address: str) -> str:
    """The page's own path and query, as it came.

    Raises:
        InvalidRequest: `view_address`, it may lead elsewhere.
    """
    is_own = address.startswith("/") and not address.startswith("//")
    if not is_own or "\\" in address or not address.isprintable() or " " in address:
        expected = "expected the page's own path and query, such as /?filters=..., without a host"
        raise InvalidRequest(f"address: {expected}, found {address[:60]!r}.", code="view_address")
    return address


def require_short(filters: object) -> None:
    """Check that filters are short enough to be kept.

    Raises:
        InvalidRequest: `filters_too_long`.
    """
    found = len(msgspec.json.encode(filters))
    if found > LONGEST_FILTERS:
        detail = f"filters: {found:,} characters found, at most {LONGEST_FILTERS:,} are kept; ask fewer."
        raise InvalidRequest(detail, code="filters_too_long")


def _digest(request: ViewRequest, then: ViewFigures) -> str:
    return hashlib.sha256(msgspec.json.encode([request, then])).hexdigest()[:32]
