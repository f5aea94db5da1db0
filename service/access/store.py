"""The access store: sessions, refresh tokens, accounts, codes, nonces and tries behind one interface.

SQLite in the state folder by default, Redis with REDIS_URL; one suite of tests holds both to it. Here is what
the records mean and when they are over; what must happen in one piece is done by either store.
"""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

from service.access.rate_limits import RateLimiter
from service.access.records import (
    Account,
    Code,
    DamagedRecord,
    Grant,
    Outcome,
    Rotation,
    Session,
    User,
    Values,
    code_of,
    code_values,
    record_of,
    session_of,
    session_values,
    text_of,
)
from service.settings import Settings

logger = logging.getLogger(__name__)

KEPT_OVER = 400 * 24 * 60 * 60
"""Seconds that dated codes and grants stay, worth nothing: a clock that was ahead has forgotten none."""
NAME_KEPT = 30 * 24 * 60 * 60
"""Seconds that a name stays known after its end: a clock that is put back lets none pass again."""

Noted = Literal["sessions", "codes"]
"""Records that are kept field by field."""
Written = Literal["accounts", "grants"]
"""Records that are kept as one text."""

_Read = TypeVar("_Read")


class AccessStore(ABC):
    """Every method is atomic and raises `StoreUnavailable` where the store is away.

    Refresh tokens and codes are only ever passed as digests. A damaged record counts as none: its session has
    ended, its code or account is not known. `tries` counts in the store; `now` gives seconds since 1970.
    """

    def __init__(self, tries: RateLimiter, now: Callable[[], float] = time.time) -> None:
        self.tries = tries
        self._now = now

    async def open_session(self, session: Session, token: str) -> None:
        """Keep a new session and the digest of its first refresh token."""
        await self._open(session, session_values(session) | {"token": token})

    async def session(self, session_id: str) -> Session | None:
        """The session of that id, also an ended one; None where it is unknown or its time is over."""
        values = await self._values("sessions", session_id)
        session = _legible(partial(session_of, session_id, values)) if values else None
        return None if session is None or self._is_over(session.expires_at) else session

    async def rotate(self, spent: str, following: str) -> Rotation:
        """Replace a session's live refresh token; one that was replaced before ends the session."""
        outcome, session_id = await self._rotate(spent, following)
        return Rotation(outcome, await self.session(session_id) if session_id else None)

    async def change_user(self, session_id: str, user: User, following: str) -> Session | None:
        """Give a running session another user, generation and refresh token; None where it has ended."""
        done = await self._change_user(session_id, user.user_id, text_of(user), following)
        return await self.session(session_id) if done else None

    async def touch(self, session_id: str) -> None:
        """Note that the session was used now."""
        await self._note("sessions", session_id, "last_accessed", int(self._now()))

    async def mark_data_loaded(self, session_id: str) -> None:
        """Note that the session has asked for data."""
        await self._note("sessions", session_id, "data_loaded", 1)

    async def end_session(self, session_id: str) -> None:
        """End one session."""
        await self._note("sessions", session_id, "active", 0)

    async def once(self, name: str, expires_at: int) -> bool:
        """True the first time this name comes before `expires_at`, then False; False from then on too."""
        return expires_at > self._now() and await self._once(name, expires_at)

    async def account(self, username: str) -> Account | None:
        """The account of that name."""
        text = await self._text("accounts", username)
        return None if text is None else _legible(partial(record_of, Account, text))

    async def accounts(self) -> list[Account]:
        """Every account, by name."""
        read = [_legible(partial(record_of, Account, text)) for text in await self._account_texts()]
        return sorted((each for each in read if each is not None), key=lambda each: each.username)

    async def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account if what is kept equals `replaces` (None: no such account); whether it was."""
        before = None if replaces is None else text_of(replaces)
        return await self._put_account(account.username, text_of(account), before)

    async def add_code(self, code: Code) -> None:
        """Keep a new code."""
        await self._add_code(code.digest, code_values(code))

    async def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user, who may come again with it; None where it is not to be had."""
        return await self.code(digest) if await self._take_code(digest, user_id) else None

    async def code(self, digest: str) -> Code | None:
        """The code of that digest, also a revoked one; None where it is unknown or its date is over."""
        return self._code(digest, await self._values("codes", digest))

    async def codes(self) -> list[Code]:
        """Every code that is kept, oldest first."""
        read = [self._code(digest, values) for digest, values in await self._all_code_values()]
        kept = (each for each in read if each is not None)
        return sorted(kept, key=lambda code: (code.created_at, code.digest))

    async def put_grant(self, user_id: str, grant: Grant) -> None:
        """Keep what a user has of a code, in place of what was kept before."""
        await self._put_grant(user_id, text_of(grant), grant.expires_at)

    async def revoke_code(self, digest: str) -> None:
        """Make a code worthless."""
        await self._note("codes", digest, "revoked", 1)

    async def grant(self, user_id: str) -> Grant | None:
        """What a user has of a code; None where there is nothing or its date is over."""
        text = await self._text("grants", user_id)
        grant = None if text is None else _legible(partial(record_of, Grant, text))
        return None if grant is None or self._is_over(grant.expires_at) else grant

    @abstractmethod
    async def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""

    @abstractmethod
    async def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""

    @abstractmethod
    async def drop_grant(self, user_id: str) -> None:
        """Forget what a user has of a code."""

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
    async def _open(self, session: Session, values: Values) -> None: ...
    @abstractmethod
    async def _values(self, kind: Noted, name: str) -> Values | None: ...
    @abstractmethod
    async def _note(self, kind: Noted, name: str, field: str, value: int) -> None: ...
    @abstractmethod
    async def _text(self, kind: Written, name: str) -> str | None: ...
    @abstractmethod
    async def _rotate(self, spent: str, following: str) -> tuple[Outcome, str | None]: ...
    @abstractmethod
    async def _change_user(self, session_id: str, user_id: str, person: str, following: str) -> bool: ...
    @abstractmethod
    async def _once(self, name: str, expires_at: int) -> bool: ...
    @abstractmethod
    async def _account_texts(self) -> list[str]: ...
    @abstractmethod
    async def _put_account(self, username: str, text: str, before: str | None) -> bool: ...
    @abstractmethod
    async def _add_code(self, digest: str, values: Values) -> None: ...
    @abstractmethod
    async def _take_code(self, digest: str, user_id: str) -> bool: ...
    @abstractmethod
    async def _all_code_values(self) -> list[tuple[str, Values | None]]: ...
    @abstractmethod
    async def _put_grant(self, user_id: str, text: str, expires_at: int | None) -> None: ...

    def _code(self, digest: str, values: Values | None) -> Code | None:
        code = _legible(partial(code_of, digest, values)) if values else None
        return None if code is None or self._is_over(code.expires_at) else code

    def _is_over(self, expires_at: int | None) -> bool:
        return expires_at is not None and expires_at <= self._now()


def _legible(read: Callable[[], _Read]) -> _Read | None:
    """What is read, None where it is damaged."""
    try:
        return read()
    except DamagedRecord:
        logger.error("a record of the access store is damaged; it counts as none")
        return None


def open_store(settings: Settings) -> AccessStore:
    """The store the settings name.

    Raises:
        DataError: the state folder cannot be used, or REDIS_URL is not an address of Redis.
    """
    return store_at(settings.state, settings.redis_url)


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
