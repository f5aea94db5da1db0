"""Sessions and their refresh tokens (spec/product.md sections 3 and 4, design/api.md, Accounts).

A session lasts a day from its sign-in, as the page discards its stored sign-in after a day. There is no
second clock for idleness: an open page renews its tokens by itself, as specified, so it is never idle. A
session's refresh tokens are one family with one live member. Each is spent once, and only its digest is
stored. A spent one that comes again ends the session, because two parties hold it.

A sign-out that the store does not know yet is kept in the state folder: one file a session, on the disk
before the visitor gets an answer. Every process on that folder refuses the session meanwhile, and ends it in
the store as soon as that answers. A service that starts later does too.
"""

import asyncio
import hashlib
import logging
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from core.contracts.errors import Unauthorized
from service.database.record_store import Change, RecordStore, change_to, retry_on_conflict
from service.database.records import RefreshToken, Session, StoreUnavailable, User

logger = logging.getLogger(__name__)

LIFETIME = 24 * 60 * 60
TOUCH_INTERVAL = 60

LONGEST = 2 * LIFETIME
"""Seconds that a session may have left: one with more was opened while the clock was ahead, and is over."""

FOLDER = "sign-outs"

_BYTES = 32
_MOST_KEPT = 10_000


class RefreshReused(Unauthorized, code="refresh_reused"):
    """A spent refresh token came again; the session of `user_id` was ended."""

    def __init__(self, user_id: str) -> None:
        super().__init__("refresh_token: used before, so the session was ended; sign in again.")
        self.user_id = user_id


class Sessions:
    """Opens, continues and ends sessions; `now` gives seconds since 1970."""

    def __init__(self, store: RecordStore, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._loaded: set[str] = set()

    async def open(self, user: User) -> tuple[Session, str]:
        """A new session and its first refresh token."""
        now, token = int(self._now()), secrets.token_urlsafe(_BYTES)
        session = Session(
            secrets.token_urlsafe(16), user, now, now, now + LIFETIME, True, False, 0, _digest(token)
        )
        await self._store.put(change_to(session.id, session), _live_token(session))
        return session, token

    @retry_on_conflict
    async def rotate(self, refresh_token: str) -> tuple[Session, str]:
        """Spend a refresh token: its session and the next token.

        Raises:
            Unauthorized: `refresh_invalid`, unknown or over.
            RefreshReused: spent before.
        """
        known = await self._store.find(RefreshToken, _digest(refresh_token))
        text, session = await self._store.read(Session, "" if known is None else known.session_id)
        if session is None:
            raise _refused("not known")
        if not session.active:
            raise _refused("its session has ended")
        if session.token != _digest(refresh_token):
            await self._store.put(change_to(session.id, replace(session, active=False), text))
            raise RefreshReused(session.user_id)
        rotated, token = await self._with_new_token(session, text)
        if self._was_ahead(session):
            raise _refused("its session has ended")
        return rotated, token

    async def running(self, session_id: str) -> Session:
        """A session that has not ended; its last access is noted once a minute.

        Raises:
            Unauthorized: `session_ended`.
        """
        session = await self._store.find(Session, session_id)
        if session is None or not session.active or self._was_ahead(session):
            raise ended()
        if abs(self._now() - session.last_accessed) >= TOUCH_INTERVAL:
            await self._store.noted(Session, session_id, last_accessed=int(self._now()))
        return session

    @retry_on_conflict
    async def change_user(self, session_id: str, user: User) -> tuple[Session, str]:
        """Change the user and the refresh token of a running session; every earlier token is refused.

        Raises:
            Unauthorized: `session_ended`.
        """
        text, session = await self._store.read(Session, session_id)
        if session is None or not session.active:
            raise ended()
        changed = replace(session, user=user, generation=session.generation + 1)
        return await self._with_new_token(changed, text)

    async def _with_new_token(self, session: Session, replaces: str | None) -> tuple[Session, str]:
        token = secrets.token_urlsafe(_BYTES)
        renewed = replace(session, token=_digest(token))
        await self._store.put(change_to(session.id, renewed, replaces), _live_token(renewed))
        return renewed, token

    async def end(self, session_id: str) -> None:
        """Revoke a session; its access and refresh tokens are refused from now on."""
        await self._store.note(Session, session_id, active=False)

    async def end_all_of(self, user_id: str) -> None:
        for session in await self._store.every(Session):
            if session.user_id == user_id:
                await self.end(session.id)

    async def mark_data_loaded(self, session_id: str) -> None:
        """Note that the session has read data, once in the store."""
        if session_id in self._loaded:
            return
        if await self._store.noted(Session, session_id, data_loaded=True):
            if len(self._loaded) >= _MOST_KEPT:
                self._loaded.clear()
            self._loaded.add(session_id)

    def _was_ahead(self, session: Session) -> bool:
        return session.expires_at - self._now() > LONGEST


class SignOuts:
    """Ends sessions; without a state folder, those that wait are lost with the process."""

    def __init__(self, sessions: Sessions, state: Path | None) -> None:
        self._sessions = sessions
        self._folder = None if state is None else state / FOLDER
        self._waiting: set[str] = set()
        self._turn = asyncio.Lock()

    def waits(self, session_id: str) -> bool:
        """Whether a session was ended and the store does not know yet."""
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


def _live_token(session: Session) -> Change:
    """The session's live refresh token, which leads to it, also when it is spent."""
    token = RefreshToken(session.id, session.user_id, session.expires_at)
    return change_to(session.token, token)


def _refused(reason: str) -> Unauthorized:
    return Unauthorized(f"refresh_token: {reason}; sign in again.", code="refresh_invalid")


def ended() -> Unauthorized:
    return Unauthorized("authorization: the session has ended; sign in again.", code="session_ended")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
