"""Watches: presets that somebody is told about when the next session matches, and which alerts are due.

A person's watches are one record, so a name is theirs once and of two who would send the same alert one does.
An alert is noted as being sent before it leaves: a process that dies then has sent it at most once. What
surely did not arrive is sent again, twice at most. The link that ends a watch has a token of its own in every
message; the store keeps its digest.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.next_requests import WatchRequest
from service.access.record_store import Change, change_to, until_written
from service.access.records import Alert, OffLink, User, Watch, WatchesOf
from service.access.store import AccessStore, watches_changed
from service.outgoing.failure import NotSent

KEPT_FOR = 400 * 24 * 60 * 60
"""Seconds that watches and the links of their alerts stay after their owner watched anything anew."""

MOST_WATCHES = 20
"""Watches of a user."""

PAUSES = (60, 600)
"""Seconds before the second and the third try of an alert."""

LOST_AFTER = 15 * 60
"""Seconds after which an alert that is still being sent was left by a process that died."""

_BYTES = 16


class Watches:
    """Keeps watches; `now` gives seconds since 1970."""

    def __init__(self, store: AccessStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def of(self, user_id: str) -> tuple[Watch, ...]:
        """A user's watches, by name."""
        return (await self._read(user_id))[1]

    async def everyone(self) -> list[WatchesOf]:
        """Everybody's."""
        return await self._store.every_watch()

    async def state(self) -> str | None:
        """A text that is another one after every change that may call for an alert."""
        return await self._store.watches_state()

    @until_written
    async def put(self, user: User, asked: WatchRequest, to: str) -> Watch:
        """Watch a preset, in place of the one of its name and symbol, whose alert of the day counts.

        Raises:
            InvalidRequest: `watch_name`, `too_many_watches`.
        """
        name = _checked_name(asked.name)
        text, known = await self._read(user.user_id)
        before = next((each for each in known if _is_of(each, name, asked.symbol)), None)
        others = tuple(each for each in known if each is not before)
        if len(others) >= MOST_WATCHES:
            detail = f"name: {MOST_WATCHES} presets are watched, and no more can be; remove one first."
            raise InvalidRequest(detail, code="too_many_watches")
        own_id, alert = (secrets.token_urlsafe(_BYTES), None) if before is None else (before.id, before.alert)
        owner = User(user.user_id, "", user.tier, user.tier_source)
        asked = with_fields(asked, name=name)
        made = Watch(own_id, asked, owner, to, int(self._now()), alert)
        await self._write(text, user.user_id, (*others, made), watches_changed())
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

    @until_written
    async def claim(self, user_id: str, watch_id: str, session_date: str) -> str | None:
        """A token for the link of an alert that the caller alone is to send now; None where none is due."""
        text, known = await self._read(user_id)
        watch = next((each for each in known if each.id == watch_id), None)
        if watch is None or not is_due(watch, session_date, self._now()):
            return None
        tries = 1 + (watch.alert.tries if watch.alert and watch.alert.session_date == session_date else 0)
        claimed = Alert(session_date, int(self._now()), "sending", tries)
        token = secrets.token_urlsafe(_BYTES)
        link = OffLink(user_id, watch_id, watch.asked.name, int(self._now()) + KEPT_FOR)
        await self._write(text, user_id, _with(known, watch, claimed), change_to(_digest(token), link))
        return token

    async def note_sent(self, user_id: str, watch_id: str, session_date: str) -> None:
        """The alert that was claimed has left."""
        await self._note(user_id, watch_id, lambda at, tries: Alert(session_date, at, "sent", tries))

    async def note_failed(self, user_id: str, watch_id: str, session_date: str, error: NotSent) -> None:
        """The alert that was claimed did not leave: it is tried again where it surely did not arrive."""

        def failed(at: int, tries: int) -> Alert:
            if not error.is_certain or tries > len(PAUSES):
                return Alert(session_date, at, "failed", tries, why=error.reason)
            return Alert(session_date, at, "trying", tries, at + PAUSES[tries - 1], error.reason)

        await self._note(user_id, watch_id, failed, watches_changed())

    @until_written
    async def refuse(self, user_id: str, watch_id: str, session_date: str, why: str) -> None:
        """Note why a watch cannot be asked, where nothing was sent about this session."""
        text, known = await self._read(user_id)
        watch = next((each for each in known if each.id == watch_id), None)
        if watch is None or not is_due(watch, session_date, self._now()):
            return
        refused = Alert(session_date, int(self._now()), "failed", why=why)
        if watch.alert is None or (watch.alert.session_date, watch.alert.why) != (session_date, why):
            await self._write(text, user_id, _with(known, watch, refused))

    @until_written
    async def _note(
        self, user_id: str, watch_id: str, alert: Callable[[int, int], Alert], *changes: Change
    ) -> None:
        text, known = await self._read(user_id)
        watch = next((each for each in known if each.id == watch_id), None)
        if watch is not None and watch.alert is not None:
            now = alert(int(self._now()), watch.alert.tries)
            await self._write(text, user_id, _with(known, watch, now), *changes)

    @until_written
    async def _remove(self, user_id: str, watch_id: str) -> Watch | None:
        text, known = await self._read(user_id)
        removed = next((each for each in known if each.id == watch_id), None)
        if removed is not None:
            await self._write(text, user_id, (each for each in known if each is not removed))
        return removed

    async def _read(self, user_id: str) -> tuple[str | None, tuple[Watch, ...]]:
        text, found = await self._store.read(WatchesOf, user_id)
        return text, () if found is None else found.watches

    async def _write(
        self, text: str | None, user_id: str, watches: Iterable[Watch], *changes: Change
    ) -> None:
        listed = tuple(
            sorted(watches, key=lambda each: (each.asked.name.casefold(), each.asked.symbol or ""))
        )
        ends = max((each.created_at for each in listed), default=int(self._now())) + KEPT_FOR
        kept = change_to(user_id, WatchesOf(user_id, listed, ends), text)
        await self._store.put(kept if listed else replace(kept, text=None), *changes)


def is_due(watch: Watch, session_date: str, now: float) -> bool:
    """Whether an alert about a session may be sent now: none was, or the last try failed a while ago."""
    alert = watch.alert
    if alert is None or alert.session_date != session_date:
        return True
    if alert.state == "trying":
        return alert.next_at <= now
    return alert.state == "failed" and alert.tries == 0


def _is_of(watch: Watch, name: str, symbol: str | None) -> bool:
    return watch.asked.name.casefold() == name.casefold() and watch.asked.symbol == symbol


def _with(known: tuple[Watch, ...], watch: Watch, alert: Alert) -> tuple[Watch, ...]:
    return tuple(replace(each, alert=alert) if each is watch else each for each in known)


def _checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable():
        detail = f"name: expected 1 to 200 characters that print, found {text[:40]!r}."
        raise InvalidRequest(detail, code="watch_name")
    return name


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
