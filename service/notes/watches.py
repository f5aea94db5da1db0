"""Watches: presets with an alert when the next session matches, and which alerts are due.

A person's watches are one record: a name is theirs once, and of two processes one sends an alert. An alert is
noted as being sent before it leaves: a process that dies then has sent it at most once. What surely did not
arrive is sent again, twice at most. The last alert of a removed watch is kept for a while: a watch added
again under its name sends nothing twice. The link that ends a watch has a token of its own in every message;
the store keeps its digest.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.view_requests import WatchRequest
from service.database.kinds import KINDS
from service.database.record_store import Change, RecordStore, change_to, next_state, retry_on_conflict
from service.database.records import Alert, OffLink, RemovedWatch, User, Watch, WatchesOf
from service.outgoing.failure import NotSent

KEPT_FOR = 400 * 24 * 60 * 60
"""Seconds that watches and the links of their alerts stay after their owner made the last watch."""

MOST_WATCHES = 20
"""Watches of a user."""

PAUSES = (60, 600)
"""Seconds before the second and the third try of an alert."""

LOST_AFTER = 15 * 60
"""Seconds after which an alert that is still being sent was left by a process that died."""

REMOVED_KEPT_FOR = 7 * 24 * 60 * 60
"""Seconds that the last alert of a removed watch is kept: an alert leaves days before its session at most."""

MOST_REMOVED = 100
"""Removed watches of a user that are kept."""

_BYTES = 16
_SECRET_BYTES = 32


class Watches:
    """Keeps watches; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def of(self, user_id: str) -> tuple[Watch, ...]:
        """A user's watches, by name."""
        return (await self._read(user_id))[1].watches

    async def everyone(self) -> list[WatchesOf]:
        return await self._store.every(WatchesOf)

    async def state(self) -> str | None:
        """A text that differs after every change that may call for an alert."""
        return await self._store.state(WatchesOf)

    @retry_on_conflict
    async def put(self, user: User, request: WatchRequest, to: str) -> Watch:
        """Watch a preset, in place of the one of its name and symbol; the alert of that one counts.

        Raises:
            InvalidRequest: `watch_name`, `too_many_watches`.
        """
        name = _checked_name(request.name)
        text, kept = await self._read(user.user_id)
        key = _key(name, request.symbol)
        before = next((each for each in kept.watches if _key_of(each) == key), None)
        others = tuple(each for each in kept.watches if each is not before)
        if len(others) >= MOST_WATCHES:
            detail = f"name: {MOST_WATCHES} presets are watched, and no more can be; remove one first."
            raise InvalidRequest(detail, code="too_many_watches")
        own_id = secrets.token_urlsafe(_BYTES) if before is None else before.id
        last = before or next((each for each in kept.removed if _key(each.name, each.symbol) == key), None)
        made = Watch(
            own_id,
            with_fields(request, name=name),
            User(user.user_id, "", user.tier, user.tier_source),
            to,
            int(self._now()),
            None if last is None else last.alert,
            _new_secret() if request.channel == "webhook" else None,
        )
        await self._write(text, replace(kept, watches=(*others, made)), next_state(KINDS[WatchesOf]))
        return made

    async def remove(self, user_id: str, watch_id: str) -> Watch:
        """End a watch of a user.

        Raises:
            UnknownName: `watch_unknown`, also of another's.
        """
        removed = await self._remove(user_id, watch_id)
        if removed is None:
            raise UnknownName("id: none of your watches; it was removed before.", code="watch_unknown")
        return removed

    async def end_by(self, token: str) -> OffLink:
        """End the watch that an alert's link is of; nothing where it has ended before.

        Raises:
            UnknownName: `watch_link_unknown`.
        """
        link = await self._store.find(OffLink, _digest(token))
        if link is None:
            detail = "token: of no alert's link; it is mistyped, or its 400 days are over."
            raise UnknownName(detail, code="watch_link_unknown")
        await self._remove(link.user_id, link.watch_id)
        return link

    @retry_on_conflict
    async def claim(self, user_id: str, watch_id: str, session_date: str) -> str | None:
        """A token for the link of a due alert, which the caller alone sends; None where none is due."""
        text, kept = await self._read(user_id)
        watch = _named(kept, watch_id)
        if watch is None or not is_due(watch, session_date, self._now()):
            return None
        tries = 1 + (watch.alert.tries if watch.alert and watch.alert.session_date == session_date else 0)
        claimed = Alert(session_date, int(self._now()), "sending", tries)
        token = secrets.token_urlsafe(_BYTES)
        link = OffLink(user_id, watch_id, watch.request.name, int(self._now()) + KEPT_FOR)
        await self._write(text, _with(kept, watch, claimed), change_to(_digest(token), link))
        return token

    async def note_sent(self, user_id: str, watch_id: str, session_date: str) -> None:
        await self._note(user_id, watch_id, lambda at, tries: Alert(session_date, at, "sent", tries))

    async def note_failed(self, user_id: str, watch_id: str, session_date: str, error: NotSent) -> None:
        """Note that a claimed alert did not leave; it is tried again where it surely did not arrive."""

        def failed(at: int, tries: int) -> Alert:
            if not error.is_certain or tries > len(PAUSES):
                return Alert(session_date, at, "failed", tries, why=error.reason)
            pause = max(PAUSES[tries - 1], error.retry_after)
            return Alert(session_date, at, "trying", tries, at + pause, error.reason)

        await self._note(user_id, watch_id, failed, next_state(KINDS[WatchesOf]))

    @retry_on_conflict
    async def refuse(self, user_id: str, watch_id: str, session_date: str, why: str) -> None:
        """Note why a watch cannot be answered, where nothing was sent about this session."""
        text, kept = await self._read(user_id)
        watch = _named(kept, watch_id)
        if watch is None or not is_due(watch, session_date, self._now()):
            return
        refused = Alert(session_date, int(self._now()), "failed", why=why)
        if watch.alert is None or (watch.alert.session_date, watch.alert.why) != (session_date, why):
            await self._write(text, _with(kept, watch, refused))

    @retry_on_conflict
    async def _note(
        self, user_id: str, watch_id: str, alert: Callable[[int, int], Alert], *changes: Change
    ) -> None:
        text, kept = await self._read(user_id)
        watch = _named(kept, watch_id)
        if watch is not None and watch.alert is not None:
            now = alert(int(self._now()), watch.alert.tries)
            await self._write(text, _with(kept, watch, now), *changes)

    @retry_on_conflict
    async def _remove(self, user_id: str, watch_id: str) -> Watch | None:
        text, kept = await self._read(user_id)
        watch = _named(kept, watch_id)
        if watch is not None:
            left = replace(kept, watches=tuple(each for each in kept.watches if each is not watch))
            if watch.alert is not None:
                removed = RemovedWatch(watch.request.name, watch.request.symbol, watch.alert)
                left = replace(left, removed=(*kept.removed, removed))
            await self._write(text, left)
        return watch

    async def _read(self, user_id: str) -> tuple[str | None, WatchesOf]:
        text, found = await self._store.read(WatchesOf, user_id)
        return text, found or WatchesOf(user_id, (), 0)

    async def _write(self, text: str | None, of: WatchesOf, *changes: Change) -> None:
        """Keep a user's watches, sorted, and those removed lately."""
        watches = tuple(sorted(of.watches, key=_key_of))
        since = int(self._now()) - REMOVED_KEPT_FOR
        there = set(map(_key_of, watches))
        last = {_key(each.name, each.symbol): each for each in of.removed if each.alert.at > since}
        left = (each for key, each in last.items() if key not in there)
        removed = tuple(sorted(left, key=lambda each: each.alert.at)[-MOST_REMOVED:])
        ends = [each.created_at + KEPT_FOR for each in watches]
        ends += [each.alert.at + REMOVED_KEPT_FOR for each in removed]
        kept = change_to(of.user_id, WatchesOf(of.user_id, watches, max(ends, default=0), removed), text)
        await self._store.put(kept if ends else replace(kept, text=None), *changes)


def is_due(watch: Watch, session_date: str, now: float) -> bool:
    """Whether an alert about a session may be sent now: none was, or the last try failed a while ago."""
    alert = watch.alert
    if alert is None or alert.session_date != session_date:
        return True
    if alert.state == "trying":
        return alert.next_at <= now
    return alert.state == "failed" and alert.tries == 0


def _key(name: str, symbol: str | None) -> tuple[str, str]:
    return name.casefold(), symbol or ""


def _key_of(watch: Watch) -> tuple[str, str]:
    return _key(watch.request.name, watch.request.symbol)


def _named(of: WatchesOf, watch_id: str) -> Watch | None:
    return next((each for each in of.watches if each.id == watch_id), None)


def _with(of: WatchesOf, watch: Watch, alert: Alert) -> WatchesOf:
    changed = (replace(each, alert=alert) if each is watch else each for each in of.watches)
    return replace(of, watches=tuple(changed))


def _new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(_SECRET_BYTES)}"


def _checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable():
        detail = f"name: expected 1 to 200 characters that print, found {text[:40]!r}."
        raise InvalidRequest(detail, code="watch_name")
    return name


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
