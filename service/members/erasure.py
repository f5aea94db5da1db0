"""Erasing a member: every record of theirs, and their name in the audit log.

A record is a member's where one of its fields names the id, whatever its kind: a new kind is found without
being listed here. Before anything is removed the erasure is noted in the state folder, by a salted digest,
so that a restore of an older backup does not bring the member back.
"""

import asyncio
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import get_args

import msgspec

from core.contracts.erasures import FILE, Erasure, as_line, erasure_of
from service.database.record_store import Change, Kind
from service.database.records import WatchesOf
from service.database.store import AccessStore, lists_changed, watches_changed
from service.members.audit import mask, names_in

LEFT = (
    "Lines of the audit log stay, without name and address: they show that something happened.",
    "Counts of tries stay until their hour is over, by digest; how often a code was used stays.",
    "A service with a state folder of its own has an audit log of its own: erase with that --state too.",
    "A salted digest of the id stays, so that a restore does not bring the member back.",
    "Backups made before, and what a restore moved aside, hold the member until they are deleted; a restore "
    "leaves the member out.",
)
"""What an erasure leaves, and why."""

_WORDS = {
    "account": "account",
    "token": "personal token",
    "grant": "tier of a code",
    "session": "sessions",
    "view": "short links",
    "watches": "watched presets",
    "day_list": "lists of days",
    "round": "rounds of the quiz",
    "audit": "lines of the audit log without the name",
}
"""What is said of the kinds that a person knows."""
_NAMES = re.compile(r'"(?:user_id|person|updated_by)":\s*("(?:[^"\\]|\\.)*")')
"""The fields of records that name a member; in the text of a field its quotes are escaped."""
_NAMED_BY_ID: tuple[Kind, ...] = ("grant", "rounds_of", "views_of", "watches_of")
"""Kinds with one record a member, under the id."""


class Erasures:
    """Erases members; `now` gives seconds since 1970."""

    def __init__(self, store: AccessStore, state: Path, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._state = state
        self._now = now

    async def erase(self, user_id: str, told: Iterable[Path] = ()) -> dict[str, int]:
        """Erase a member: how many records of each kind, and lines of the audit log, were theirs.

        It is noted in the state folder and in the files `told`.

        Raises:
            StoreUnavailable: not everything is erased; try again.
        """
        note = erasure_of(user_id, self._now())
        for path in (self._state / FILE, *told):
            await asyncio.to_thread(note_erasure, path, note)
        return await self._erase(user_id)

    async def repeat(self, notes: Iterable[Erasure]) -> int:
        """Erase again whom these notes are of: how many there were, for they came from an older copy.

        Raises:
            StoreUnavailable: see `erase`.
        """
        known = tuple(notes)
        found = [each for each in await self._ids() if any(note.is_of(each) for note in known)]
        for user_id in found:
            await self._erase(user_id)
        return len(found)

    async def erase_session(self, session_id: str) -> dict[str, int]:
        """Erase what one session of a user that many share has left; the others' stays.

        Raises:
            StoreUnavailable: see `erase`.
        """
        removed = await self._remove(session_id, session_id)
        await self._store.forget_traces()
        return _in_words(removed)

    async def _erase(self, user_id: str) -> dict[str, int]:
        removed = await self._remove(user_id)
        removed += await self._remove(user_id)  # of calls that were under way
        await self._store.forget_traces()
        removed["audit"] = await asyncio.to_thread(mask, self._state, user_id)
        return _in_words(removed)

    async def _remove(self, person: str, session_id: str | None = None) -> Counter[str]:
        sessions = set[str]() if session_id is None else {session_id}
        changes: list[Change] = []
        for kind in get_args(Kind):
            if kind in _NAMED_BY_ID:
                continue
            for name, text in await self._store.texts(kind):
                if person in named_in(text):
                    changes.append(_forgotten(kind, name))
                    sessions |= {name} if kind == "session" else set()
        tokens = await self._store.texts("refresh")
        changes += [_forgotten("refresh", name) for name, text in tokens if text in sessions]
        changes += [_forgotten("session", each) for each in sessions if session_id is not None]
        changes += [_forgotten(kind, person) for kind in _NAMED_BY_ID]
        changes += [_forgotten("redeemed", f"{each}:{person}") for each, _ in await self._store.texts("code")]
        changes += await self._own(person)
        watched = await self._store.find(WatchesOf, person)
        kept = [each for each in changes if await self._store.text(each.kind, each.name) is not None]
        removed = Counter[str](each.kind for each in kept)
        removed["watches"] = 0 if watched is None else len(watched.watches)
        state = [lists_changed()] if removed["day_list"] else []
        state += [watches_changed()] if removed["watches_of"] else []
        if changes:
            await self._store.put(*dict.fromkeys((*changes, *state)))
        return removed

    async def _own(self, user_id: str) -> list[Change]:
        """The account or personal token that a user id of ours is of."""
        space, _, name = user_id.partition(":")
        if space == "account":
            return [_forgotten("account", name)]
        if space != "token":
            return []
        digest = await self._store.text("token_named", name)
        return [_forgotten("token_named", name), *([_forgotten("token", digest)] if digest else [])]

    async def _ids(self) -> set[str]:
        """Every id that a record names."""
        ids = {each.user_id for each in await self._store.accounts()}
        ids |= {each.user().user_id for each in await self._store.personal_tokens()}
        ids |= await asyncio.to_thread(names_in, self._state)
        for kind in get_args(Kind):
            for name, text in await self._store.texts(kind):
                ids |= named_in(text)
                ids |= {name} if kind in _NAMED_BY_ID else set()
                ids |= {name.partition(":")[2]} if kind == "redeemed" else set()
        return ids


def note_erasure(path: Path, note: Erasure) -> None:
    """Add a note to a file, made where it is not there; it is on the disk when this returns."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        os.write(descriptor, as_line(note))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def named_in(text: str) -> set[str]:
    """The ids that the fields of a record name, also of a damaged one."""
    return {msgspec.json.decode(found) for found in _NAMES.findall(text)}


def _forgotten(kind: Kind, name: str) -> Change:
    return Change(kind, name, None, anyway=True)


def _in_words(removed: Counter[str]) -> dict[str, int]:
    return {words: removed[kind] for kind, words in _WORDS.items() if removed[kind]}
