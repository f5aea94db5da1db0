"""The access store: sessions, refresh tokens, accounts, codes, grants, nonces and tries behind one interface.

Here is what the records mean and when they are over, once. Below it a database keeps texts by kind and name:
SQLite in the state folder, or Redis with REDIS_URL. Whatever must happen in one piece is one `_write`, which
happens only while everything it replaces is still as it was read; who loses that race reads again.
"""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

import msgspec

from service.access.rate_limits import RateLimiter
from service.access.records import (
    Account,
    Code,
    DamagedRecord,
    Grant,
    Rotation,
    Session,
    StoreUnavailable,
    User,
)

logger = logging.getLogger(__name__)

KEPT_OVER = 400 * 24 * 60 * 60
"""Seconds that dated codes and grants stay, worth nothing: a clock that was ahead has forgotten none."""
NAME_KEPT = 30 * 24 * 60 * 60
"""Seconds that a name stays known after its end: a clock that is put back lets none pass again."""
MOST_TURNS = 100
"""Times that one step is tried while others are quicker."""

Kind = Literal["session", "refresh", "name", "account", "code", "redeemed", "grant"]
_Record = TypeVar("_Record", Session, Account, Code, Grant)
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Overtaken(Exception):
    """Somebody else wrote what was to be replaced; nothing was changed."""


def _until_written(step: Callable[_P, Awaitable[_R]]) -> Callable[_P, Awaitable[_R]]:
    """The step, begun anew while it is overtaken."""

    @wraps(step)
    async def repeated(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for _ in range(MOST_TURNS):
            try:
                return await step(*args, **kwargs)
            except Overtaken:
                continue
        raise StoreUnavailable

    return repeated


@dataclass(frozen=True, slots=True)
class Change:
    """A text to keep (None: to forget) in place of `replaces` (None: of nothing), until a time if it has one.

    With `anyway` it is kept in place of whatever stands there. The time only cleans up: that a record is over
    says the record.
    """

    kind: Kind
    name: str
    text: str | None
    replaces: str | None = None
    until: int | None = None
    anyway: bool = False


class AccessStore(ABC):
    """Every method is atomic and raises `StoreUnavailable` where the store is away.

    Refresh tokens and codes are only ever passed as digests. A damaged record counts as none: its session has
    ended, its code or account is not known. `tries` counts in the store; `now` gives seconds since 1970.
    """

    def __init__(self, tries: RateLimiter, now: Callable[[], float] = time.time) -> None:
        self.tries = tries
        self._now = now

    async def open_session(self, session: Session) -> None:
        """Keep a new session with its first refresh token."""
        await self._put(kept(session), _token(session))

    async def session(self, session_id: str) -> Session | None:
        """The session of that id, also an ended one; None where it is unknown or its time is over."""
        return (await self._read("session", session_id, Session))[1]

    @_until_written
    async def rotate(self, spent: str, following: str) -> Rotation:
        """Replace a session's live refresh token; one that was replaced before ends the session."""
        session_id = await self._legible("refresh", spent)
        text, session = await self._read("session", session_id or "", Session)
        if session is None:
            return Rotation("unknown")
        if not session.active:
            return Rotation("ended", session)
        if session.token != spent:
            ended = replace(session, active=False)
            await self._put(kept(ended, text))
            return Rotation("reused", ended)
        rotated = replace(session, token=following)
        await self._put(kept(rotated, text), _token(rotated))
        return Rotation("rotated", rotated)

    @_until_written
    async def change_user(self, session_id: str, user: User, following: str) -> Session | None:
        """Give a running session another user, generation and refresh token; None where it has ended."""
        text, session = await self._read("session", session_id, Session)
        if session is None or not session.active:
            return None
        changed = replace(session, user=user, generation=session.generation + 1, token=following)
        await self._put(kept(changed, text), _token(changed))
        return changed

    async def touch(self, session_id: str) -> None:
        """Note that the session was used now."""
        await self._note(session_id, last_accessed=int(self._now()))

    async def mark_data_loaded(self, session_id: str) -> None:
        """Note that the session has asked for data."""
        await self._note(session_id, data_loaded=True)

    async def end_session(self, session_id: str) -> None:
        """End one session."""
        await self._note(session_id, active=False)

    async def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        for text in await self._scan("session"):
            session = self._decoded(text, Session)
            if session is not None and session.user_id == user_id:
                await self.end_session(session.id)

    async def once(self, name: str, expires_at: int) -> bool:
        """True the first time this name comes before `expires_at`, then False; False from then on too."""
        if expires_at <= self._now():
            return False
        try:
            known = await self._get("name", name)
        except DamagedRecord:
            return False
        if known is not None and not (known.isdecimal() and int(known) <= self._now()):
            return False
        return await self._write(Change("name", name, str(expires_at), known, expires_at + NAME_KEPT))

    async def account(self, username: str) -> Account | None:
        """The account of that name."""
        return (await self._read("account", username, Account))[1]

    async def accounts(self) -> list[Account]:
        """Every account, by name."""
        found = [self._decoded(text, Account) for text in await self._scan("account")]
        return sorted((each for each in found if each is not None), key=lambda each: each.username)

    async def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account if what is kept equals `replaces` (None: no such account); whether it was."""
        text, before = await self._read("account", account.username, Account)
        if before != replaces or (replaces is None and text is not None):
            return False
        return await self._write(kept(account, text))

    async def add_code(self, code: Code) -> None:
        """Keep a new code."""
        await self._put(kept(code))

    @_until_written
    async def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user, who may come again with it; None where it is not to be had."""
        text, code = await self._read("code", digest, Code)
        if code is None or code.revoked:
            return None
        if await self.has_redeemed(digest, user_id):
            return code
        if code.used >= code.uses:
            return None
        taken = replace(code, used=code.used + 1)
        await self._put(kept(taken, text), redeemed(code, user_id))
        return taken

    async def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        return await self._legible("redeemed", f"{digest}:{user_id}") is not None

    async def code(self, digest: str) -> Code | None:
        """The code of that digest, also a revoked one; None where it is unknown or its date is over."""
        return (await self._read("code", digest, Code))[1]

    async def codes(self) -> list[Code]:
        """Every code that is kept, oldest first."""
        found = [self._decoded(text, Code) for text in await self._scan("code")]
        kept = (each for each in found if each is not None)
        return sorted(kept, key=lambda code: (code.created_at, code.digest))

    @_until_written
    async def revoke_code(self, digest: str) -> None:
        """Make a code worthless."""
        text, code = await self._read("code", digest, Code)
        if code is not None:
            await self._put(kept(replace(code, revoked=True), text))

    async def grant(self, user_id: str) -> Grant | None:
        """What a user has of a code; None where there is nothing or its date is over."""
        return (await self._read("grant", user_id, Grant))[1]

    async def put_grant(self, user_id: str, grant: Grant | None) -> None:
        """Keep what a user has of a code, in place of what was kept before; None forgets that."""
        text = None if grant is None else msgspec.json.encode(grant).decode()
        until = None if grant is None else _kept_over(grant)
        await self._put(Change("grant", user_id, text, until=until, anyway=True))

    async def warnings(self) -> list[str]:
        """What the log says at start about a place that may forget what it is given."""
        return []

    @abstractmethod
    async def ping(self) -> None:
        """Nothing, where the store answers."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""

    @abstractmethod
    async def _get(self, kind: Kind, name: str) -> str | None:
        """The text of that kind and name; DamagedRecord where something else stands there."""

    @abstractmethod
    async def _scan(self, kind: Kind) -> list[str]:
        """Every text of a kind."""

    @abstractmethod
    async def _write(self, *changes: Change) -> bool:
        """All changes, or none of them where one replaces something else than what is kept."""

    @_until_written
    async def _note(self, session_id: str, **fields: Any) -> None:
        text, session = await self._read("session", session_id, Session)
        if session is not None:
            await self._put(kept(replace(session, **fields), text))

    async def _put(self, *changes: Change) -> None:
        if not await self._write(*changes):
            raise Overtaken

    async def _legible(self, kind: Kind, name: str) -> str | None:
        try:
            return await self._get(kind, name)
        except DamagedRecord:
            return None

    async def _read(self, kind: Kind, name: str, record: type[_Record]) -> tuple[str | None, _Record | None]:
        """The text that is kept, and its record if it is one and not over."""
        text = await self._legible(kind, name)
        return text, None if text is None else self._decoded(text, record)

    def _decoded(self, text: str, record: type[_Record]) -> _Record | None:
        try:
            found = msgspec.json.decode(text, type=record)
        except (msgspec.MsgspecError, UnicodeError):
            logger.error("a record of the access store is damaged; it counts as none")
            return None
        ends = None if isinstance(found, Account) else found.expires_at
        return None if ends is not None and ends <= self._now() else found


def kept(record: Session | Account | Code, replaces: str | None = None) -> Change:
    """The change that keeps a record, in place of a text."""
    text = msgspec.json.encode(record).decode()
    if isinstance(record, Session):
        return Change("session", record.id, text, replaces, record.expires_at)
    if isinstance(record, Code):
        return Change("code", record.digest, text, replaces, _kept_over(record))
    return Change("account", record.username, text, replaces)


def _token(session: Session) -> Change:
    """The session's live refresh token, which leads to it, also when it is spent."""
    return Change("refresh", session.token, session.id, until=session.expires_at)


def redeemed(code: Code, user_id: str) -> Change:
    """The change that keeps that a user has used a code."""
    return Change("redeemed", f"{code.digest}:{user_id}", "1", until=_kept_over(code))


def _kept_over(record: Code | Grant) -> int | None:
    return None if record.expires_at is None else record.expires_at + KEPT_OVER


def store_at(state: Path, redis_url: str | None) -> AccessStore:
    """The store in Redis if there is an address, else in the state folder.

    Raises:
        DataError: the state folder cannot be used, or the address is not one of Redis.
    """
    if redis_url is None:
        from service.access.sqlite_store import SqliteStore

        return SqliteStore(state)
    from service.access.redis_store import RedisStore

    return RedisStore(redis_url)
