"""Erasing a member: every record of theirs, and their name in the audit log.

A record is a member's where a field that its kind declares names the id. The erasure is first noted in the
state folder, by a salted digest: a restore of an older backup does not bring the member back.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from core.contracts.erasures import FILE, Erasure, as_line, erasure_of
from service.database.kinds import KINDS
from service.database.record_store import Change, RecordStore, next_state
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

_AUDIT = "lines of the audit log without the name"


class Erasures:
    """Erases members; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, state: Path, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._state = state
        self._now = now

    async def erase(self, user_id: str, noted_in: Iterable[Path] = ()) -> dict[str, int]:
        """Erase a member; returns how many records of each kind, and lines of the audit log, were theirs.

        It is noted in the state folder and in the files `noted_in`.

        Raises:
            StoreUnavailable: not everything is erased; try again.
        """
        note = erasure_of(user_id, self._now())
        for path in (self._state / FILE, *noted_in):
            await asyncio.to_thread(note_erasure, path, note)
        return await self._erase(user_id)

    async def repeat(self, notes: Iterable[Erasure]) -> int:
        """Erase again the members of notes from an older copy; returns how many there were.

        Raises:
            StoreUnavailable: see `erase`.
        """
        known = tuple(notes)
        found = [each for each in await self._ids() if any(note.is_of(each) for note in known)]
        for user_id in found:
            await self._erase(user_id)
        return len(found)

    async def erase_session(self, session_id: str) -> dict[str, int]:
        """Erase what one session of a shared user left; the other sessions' stays.

        Raises:
            StoreUnavailable: see `erase`.
        """
        removed = await self._remove(session_id)
        await self._store.forget_traces()
        return _counted(removed)

    async def _erase(self, user_id: str) -> dict[str, int]:
        removed = await self._remove(user_id)
        removed += await self._remove(user_id)  # of calls that were under way
        await self._store.forget_traces()
        return _counted(removed) | _counted({_AUDIT: await asyncio.to_thread(mask, self._state, user_id)})

    async def _remove(self, person: str) -> Counter[str]:
        """Remove every record of a member, or of a session; how many of each label."""
        changes, removed = list[Change](), Counter[str]()
        for kind in KINDS.values():
            for key, text in await self._store.texts(kind) if kind.owners else ():
                if person in kind.owners_of(text):
                    changes.append(Change(kind, key, None, overwrite=True))
                    removed[kind.label or ""] += kind.count(text)
        polled = {each.kind: next_state(each.kind) for each in changes if each.kind.is_polled}
        if changes:
            await self._store.put(*changes, *polled.values())
        return removed

    async def _ids(self) -> set[str]:
        """Every id that a record or the audit log names."""
        ids = await asyncio.to_thread(names_in, self._state)
        for kind in KINDS.values():
            for _, text in await self._store.texts(kind) if kind.owners else ():
                ids |= kind.owners_of(text)
        return ids


def note_erasure(path: Path, note: Erasure) -> None:
    """Append a note to a file, made where it is absent; it is on the disk when this returns."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        os.write(descriptor, as_line(note))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _counted(removed: Mapping[str, int]) -> dict[str, int]:
    """The counts of the kinds that have a label, where there were any."""
    return {label: count for label, count in removed.items() if label and count}
