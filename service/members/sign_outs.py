"""Sign-outs that the store does not know yet: kept in the state folder until it has ended the session.

One file a session, on the disk before the visitor gets an answer. Every process on that folder refuses the
session meanwhile, and ends it in the store as soon as that answers; a service that starts later does too.
"""

import asyncio
import logging
import os
from contextlib import suppress
from pathlib import Path

from service.database.records import StoreUnavailable
from service.members.sessions import Sessions

logger = logging.getLogger(__name__)

FOLDER = "sign-outs"


class SignOuts:
    """Ends sessions; without a state folder, those that wait are forgotten with the process."""

    def __init__(self, sessions: Sessions, state: Path | None) -> None:
        self._sessions = sessions
        self._folder = None if state is None else state / FOLDER
        self._waiting: set[str] = set()
        self._turn = asyncio.Lock()

    def waits(self, session_id: str) -> bool:
        """Whether a session was ended, and the store does not know."""
        return session_id in self._waiting or (
            self._folder is not None and (self._folder / session_id).exists()
        )

    async def end(self, session_id: str) -> None:
        """End a session: here at once, in the store as soon as it answers."""
        try:
            await self._sessions.end(session_id)
        except StoreUnavailable:
            self._waiting.add(session_id)
            async with self._turn:
                await asyncio.to_thread(self._keep, session_id)

    async def carry_out(self) -> None:
        """End in the store what was ended while it was away.

        Raises:
            StoreUnavailable: it still is.
        """
        for session_id in self._waiting | self._kept():
            await self._sessions.end(session_id)
            self._waiting.discard(session_id)
            if self._folder is not None:
                with suppress(OSError):  # it is ended again, which changes nothing
                    (self._folder / session_id).unlink()

    def _keep(self, session_id: str) -> None:
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._folder / session_id).touch(mode=0o600)
            for folder in (self._folder, self._folder.parent):
                _sync(folder)
        except OSError as error:
            logger.error(
                "%s: %s; a sign-out is lost if the service ends before the store answers",
                self._folder,
                error.strerror,
            )

    def _kept(self) -> set[str]:
        """The sessions that wait in the folder."""
        if self._folder is None:
            return set()
        try:
            return {path.name for path in self._folder.iterdir()}
        except OSError:
            return set()


def _sync(folder: Path) -> None:
    """Put a folder's names on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
