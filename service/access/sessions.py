"""Sessions and refresh tokens in SQLite (spec/product.md section 3, design/api.md, Accounts).

A session's refresh tokens are one family: each is spent once, only its digest is stored, and a spent one that
comes again ends the session, because two parties hold it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.contracts.errors import DataError, Unauthorized
from service.access.people import User
from service.access.tiers import as_tier

DATABASE = "access.sqlite3"
REFRESH_LIFETIME = 24 * 60 * 60
TOUCH_INTERVAL = 60

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at INTEGER NOT NULL, last_accessed INTEGER NOT NULL,
    active INTEGER NOT NULL, data_loaded INTEGER NOT NULL, person TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS refresh_tokens (
    digest TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL, spent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS refresh_tokens_by_session ON refresh_tokens(session_id);
"""


class Sessions:
    """Opens, continues and ends sessions; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the database in the state folder, made with mode 0700 if absent.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._now = now
        path = state / DATABASE
        try:
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            self._db.executescript(
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;" + _SCHEMA
            )
        except (OSError, sqlite3.Error) as error:
            detail = f"{path}: {error}. Give a folder that can be written (--state)."
            raise DataError(detail) from error
        self._forget_old()

    def close(self) -> None:
        """Let go of the database."""
        self._db.close()

    def open(self, user: User) -> tuple[str, str]:
        """A new session: its id and its first refresh token."""
        session_id, now = secrets.token_urlsafe(16), int(self._now())
        with self._transaction():
            self._db.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, 1, 0, ?)",
                (session_id, user.user_id, now, now, _to_text(user)),
            )
            return session_id, self._new_token(session_id)

    def rotate(self, refresh_token: str) -> tuple[User, str, str]:
        """Spend a refresh token: the user, the session's id and the next token.

        Raises:
            Unauthorized: unknown or over; `refresh_reused` where it was spent before: the session has ended.
        """
        digest = _digest(refresh_token)
        with self._transaction():
            session_id, person = self._spend(digest)
            return _from_text(person), session_id, self._new_token(session_id)

    def user(self, session_id: str) -> User:
        """The user of a running session.

        Raises:
            Unauthorized: `session_ended`.
        """
        row = self._db.execute(
            "SELECT person, last_accessed FROM sessions WHERE id = ? AND active = 1", (session_id,)
        ).fetchone()
        if row is None:
            raise Unauthorized("authorization: the session has ended; sign in again.", code="session_ended")
        if self._now() - row[1] >= TOUCH_INTERVAL:
            self._db.execute(
                "UPDATE sessions SET last_accessed = ? WHERE id = ?", (int(self._now()), session_id)
            )
        return _from_text(row[0])

    def end(self, session_id: str) -> None:
        """Revoke a session; its access and refresh tokens are worth nothing from now on."""
        self._db.execute("UPDATE sessions SET active = 0 WHERE id = ?", (session_id,))

    def mark_data_loaded(self, session_id: str) -> None:
        """Note that the session has asked for data."""
        self._db.execute(
            "UPDATE sessions SET data_loaded = 1 WHERE id = ? AND data_loaded = 0", (session_id,)
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of the block at once; a refusal keeps what it wrote, for it may have ended a session."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except sqlite3.Error:
            self._db.rollback()
            raise
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def _spend(self, digest: str) -> tuple[str, str]:
        row = self._db.execute(
            "SELECT s.id, s.person, s.active, t.spent, t.expires_at FROM refresh_tokens t"
            " JOIN sessions s ON s.id = t.session_id WHERE t.digest = ?",
            (digest,),
        ).fetchone()
        if row is None:
            raise Unauthorized("refresh_token: not known; sign in again.", code="refresh_invalid")
        session_id, person, active, spent, expires_at = row
        if spent:
            self.end(session_id)
            detail = "refresh_token: used before, so the session was ended; sign in again."
            raise Unauthorized(detail, code="refresh_reused")
        if not active or expires_at <= self._now():
            raise Unauthorized("refresh_token: its session has ended; sign in again.", code="refresh_invalid")
        self._db.execute("UPDATE refresh_tokens SET spent = 1 WHERE digest = ?", (digest,))
        return session_id, person

    def _new_token(self, session_id: str) -> str:
        token = secrets.token_urlsafe(32)
        expires_at = int(self._now()) + REFRESH_LIFETIME
        self._db.execute(
            "INSERT INTO refresh_tokens VALUES (?, ?, ?, 0)", (_digest(token), session_id, expires_at)
        )
        return token

    def _forget_old(self) -> None:
        """Drop sessions whose last refresh token is over."""
        self._db.execute(
            "DELETE FROM sessions WHERE id NOT IN"
            " (SELECT session_id FROM refresh_tokens WHERE expires_at > ?)",
            (int(self._now()),),
        )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _to_text(user: User) -> str:
    return json.dumps({name: getattr(user, name) for name in User.__slots__})


def _from_text(text: str) -> User:
    values = json.loads(text)
    tier = as_tier(values["tier"])
    assert tier is not None, "a session is only ever written with a tier"
    return User(**values | {"tier": tier, "permissions": tuple(values["permissions"])})
