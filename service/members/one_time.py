"""What lets in once: entry links and mailed codes, each noted in the store when it is used.

A store that loses its memory forgets which were used. A marker is kept in it, a random name that the state
folder has too: where the store has none, or another one, memory was lost. From then on what was made before
is refused, used or not.
"""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from service.database.record_store import Change, RecordStore, change_to, retry_on_conflict
from service.database.records import Marker, Spent

logger = logging.getLogger(__name__)

FILE = "store-marker"
_NAME = "memory"


class MemoryLost(Exception):
    """The store has lost its memory since: this may have been used before."""


class OneTime:
    """Spends what lets in once; without a state folder, the marker is in this process alone."""

    def __init__(
        self, store: RecordStore, state: Path | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._path = None if state is None else state / FILE
        self._now = now
        self._known = self._remembered()

    async def spend(self, name: str, made_at: int, expires_at: int) -> bool:
        """Whether this name comes for the first time; it may have been made as early as `made_at`.

        Raises:
            MemoryLost: it may have been used before the store lost its memory.
        """
        text, marker = await self.look()
        if marker.lost_at is not None and made_at <= marker.lost_at:
            raise MemoryLost
        return await self.once(name, expires_at, change_to(_NAME, marker, text))

    async def once(self, name: str, expires_at: int, *together: Change) -> bool:
        """True the first time this name comes before `expires_at`, else False.

        The use is written together with the other changes. A damaged record counts as used.
        """
        if expires_at <= self._now():
            return False
        text, _ = await self._store.read(Spent, name)
        known = None if text is None else self._store.decode(text, Spent, is_over_too=True)
        if text is not None and (known is None or known.expires_at > self._now()):
            return False
        return await self._store.write(change_to(name, Spent(expires_at), text), *together)

    @retry_on_conflict
    async def look(self) -> tuple[str | None, Marker]:
        """The store's marker, as text and record; made or changed where memory was lost."""
        text, found = await self._store.read(Marker, _NAME)
        is_lost = self._known is not None and (found is None or found.id != self._known)
        lost_at = int(self._now()) if is_lost else None
        if found is None:
            made = Marker(secrets.token_urlsafe(16), lost_at)
        elif is_lost and found.lost_at is None:
            made = replace(found, lost_at=lost_at)
        else:
            made = found
        if made is not found:
            is_damaged = found is None and text is not None
            change = change_to(_NAME, made, text, overwrite=is_damaged)
            await self._store.put(change)
            text = change.text
        if self._known != made.id:
            await self._remember(made.id, is_lost)
        return text, made

    async def _remember(self, marker_id: str, is_lost: bool) -> None:
        if is_lost:
            logger.warning("the store of sign-ins lost its memory; entry links made before are refused")
        self._known = marker_id
        if self._path is None:
            return
        try:
            await asyncio.to_thread(_write_whole, self._path, marker_id)
        except OSError as error:
            logger.error("%s: %s; a service that starts later may not notice a loss", self._path, error)

    def _remembered(self) -> str | None:
        try:
            return None if self._path is None else self._path.read_text(encoding="ascii").strip() or None
        except (FileNotFoundError, UnicodeDecodeError):
            return None


def _write_whole(path: Path, text: str) -> None:
    """Write the file by rename, so that it has the old text or the new one, whole."""
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    with draft.open("w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
