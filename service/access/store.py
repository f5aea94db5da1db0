"""The access store: sessions, refresh tokens, accounts, codes, nonces and throttles behind one interface.

SQLite in the state folder by default, Redis with REDIS_URL; one suite of tests holds both to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.contracts.errors import AlmanacError
from service.access.people import User
from service.access.records import Account, Code, Grant, Rotation, Session
from service.settings import Settings

KEPT_OVER = 400 * 24 * 60 * 60
"""Seconds that dated codes and grants stay, worth nothing: a clock that was ahead has forgotten none."""
NAME_KEPT = 30 * 24 * 60 * 60
"""Seconds that a name stays known after its end: a clock that is put back lets none pass again."""
AHEAD = 1.0
"""Seconds that a window may end too late; one that ends later was begun while the clock was ahead."""


class StoreUnavailable(AlmanacError):
    """The access store does not answer; nothing was changed, or the change is complete."""

    status = 503
    code = "store_unavailable"

    def __init__(self) -> None:
        super().__init__("the store of sessions does not answer; try again in a few seconds.")


class DamagedRecord(StoreUnavailable):
    """What the store keeps under a name is not what was written there; a reader takes it for nothing."""


class AccessStore(Protocol):
    """Every method is atomic, safe from any thread, and raises `StoreUnavailable` where the store is away.

    Refresh tokens and codes are only ever passed as digests.
    """

    def open_session(self, session: Session, token: str) -> None:
        """Keep a new session and the digest of its first refresh token."""

    def session(self, session_id: str) -> Session | None:
        """The session of that id, also an ended one; None where it is unknown or its time is over."""

    def rotate(self, spent: str, following: str) -> Rotation:
        """Replace a session's live refresh token; one that was replaced before ends the session."""

    def change_user(self, session_id: str, user: User, following: str) -> Session | None:
        """Give a running session another user, generation and refresh token; None where it has ended."""

    def touch(self, session_id: str) -> None:
        """Note that the session was used now."""

    def mark_data_loaded(self, session_id: str) -> None:
        """Note that the session has asked for data."""

    def end_session(self, session_id: str) -> None:
        """End one session."""

    def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""

    def once(self, name: str, expires_at: int) -> bool:
        """True the first time this name comes before `expires_at`, then False; False from then on too."""

    def hit(self, bucket: str, limit: int, window: int) -> int:
        """Count one try: 0 where it is allowed, else the whole seconds to wait.

        `limit` tries are allowed in `window` seconds, which begin with the first of them.
        """

    def forgive(self, bucket: str) -> None:
        """Forget the tries of a bucket."""

    def account(self, username: str) -> Account | None:
        """The account of that name."""

    def accounts(self) -> list[Account]:
        """Every account, by name."""

    def put_account(self, account: Account, replaces: Account | None) -> bool:
        """Write an account if what is kept equals `replaces` (None: no such account); whether it was."""

    def add_code(self, code: Code) -> None:
        """Keep a new code."""

    def take_code(self, digest: str, user_id: str) -> Code | None:
        """Use a code once for a user, who may come again with it; None where it is not to be had."""

    def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""

    def code(self, digest: str) -> Code | None:
        """The code of that digest, also a revoked one; None where it is unknown or its date is over."""

    def codes(self) -> list[Code]:
        """Every code that is kept, oldest first."""

    def revoke_code(self, digest: str) -> None:
        """Make a code worthless."""

    def put_grant(self, user_id: str, grant: Grant) -> None:
        """Keep what a user has of a code, in place of what was kept before."""

    def grant(self, user_id: str) -> Grant | None:
        """What a user has of a code; None where there is nothing or its date is over."""

    def drop_grant(self, user_id: str) -> None:
        """Forget what a user has of a code."""

    def warnings(self) -> list[str]:
        """What the log says at start about a place that may forget what it is given."""

    def ping(self) -> None:
        """Nothing, where the store answers."""

    def close(self) -> None:
        """Let go of it."""


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
