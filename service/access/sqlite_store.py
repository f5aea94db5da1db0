"""The access store in SQLite; see `service.access.store` for what each method promises."""

import sqlite3
import time
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from anyio import CapacityLimiter, to_thread
from limits.aio.storage import Storage

from service.access import rate_limits
from service.access.rate_limits import RateLimiter
from service.access.records import Outcome, Session, Values
from service.access.sqlite_database import Database
from service.access.store import KEPT_OVER, NAME_KEPT, AccessStore, Noted, Written

_TOKEN = (
    "SELECT s.id, s.token, s.active FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id"
    " WHERE t.digest = ? AND s.expires_at > ?"
)
_TAKEN = (
    "UPDATE codes SET used = used + 1 WHERE digest = ? AND used < uses AND revoked = 0"
    " AND coalesce(expires_at > ?, 1) RETURNING digest"
)
_KEEP_NAME = (
    "INSERT INTO names VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at"
    " WHERE names.expires_at <= ? RETURNING name"
)
_FORGET_TRIES = "DELETE FROM tries WHERE expires_at <= ? OR (bucket = ? AND expires_at > ?)"
_COUNT_TRY = (
    "INSERT INTO tries VALUES (?, ?, ?) ON CONFLICT (bucket) DO UPDATE SET count = count + excluded.count"
    " RETURNING count"
)
_NAMED = {"sessions": "id", "codes": "digest", "accounts": "username", "grants": "user_id"}

_P = ParamSpec("_P")
_R = TypeVar("_R")


class _Turned(Protocol):
    turn: CapacityLimiter


_S = TypeVar("_S", bound=_Turned)


def _in_thread(
    method: Callable[Concatenate[_S, _P], _R],
) -> Callable[Concatenate[_S, _P], Coroutine[Any, Any, _R]]:
    """The method in a thread, one at a time: the database has one connection, and others need no thread."""

    @wraps(method)
    async def awaited(self: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return await to_thread.run_sync(partial(method, self, *args, **kwargs), limiter=self.turn)

    return awaited


class SqliteTries(Storage):
    """Counts of tries in the same database, as `limits` asks for them."""

    STORAGE_SCHEME = None

    def __init__(self, database: Database, turn: CapacityLimiter, now: Callable[[], float]) -> None:
        super().__init__()
        self.turn = turn
        self._db = database
        self._now = now

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong below."""
        return sqlite3.Error

    @_in_thread
    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count tries; the count so far."""
        now = self._now()
        with self._db.transaction():
            self._db.rows(_FORGET_TRIES, now, key, now + expiry + rate_limits.AHEAD)
            return int(self._db.row(_COUNT_TRY, key, amount, now + expiry)[0])

    @_in_thread
    def get(self, key: str) -> int:
        """The count so far."""
        row = self._db.row("SELECT count FROM tries WHERE bucket = ? AND expires_at > ?", key, self._now())
        return 0 if row is None else int(row[0])

    @_in_thread
    def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970."""
        row = self._db.row("SELECT expires_at FROM tries WHERE bucket = ?", key)
        return self._now() if row is None else float(row[0])

    @_in_thread
    def clear(self, key: str) -> None:
        """Forget one count."""
        self._db.rows("DELETE FROM tries WHERE bucket = ?", key)

    @_in_thread
    def reset(self) -> None:
        """Forget every count."""
        self._db.rows("DELETE FROM tries")

    @_in_thread
    def check(self) -> bool:
        """Whether the database can be read."""
        return bool(self._db.rows("SELECT 1"))


class SqliteStore(AccessStore):
    """Keeps everything in one file of the state folder; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the database.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._db = Database(state)
        self.turn = CapacityLimiter(1)
        super().__init__(RateLimiter(SqliteTries(self._db, self.turn, now), now), now)

    @_in_thread
    def end_sessions_of(self, user_id: str) -> None:
        """End every session of a user."""
        self._db.rows("UPDATE sessions SET active = 0 WHERE user_id = ?", user_id)

    @_in_thread
    def has_redeemed(self, digest: str, user_id: str) -> bool:
        """Whether a user has used that code."""
        return self._has_redeemed(digest, user_id)

    @_in_thread
    def drop_grant(self, user_id: str) -> None:
        """Forget what a user has of a code."""
        self._db.rows("DELETE FROM grants WHERE user_id = ?", user_id)

    @_in_thread
    def ping(self) -> None:
        """Nothing, where the file can be read."""
        self._db.row("SELECT 1 FROM sessions")

    async def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @_in_thread
    def _open(self, session: Session, values: Values) -> None:
        """Those whose time is over are forgotten."""
        with self._db.transaction():
            self._db.rows("DELETE FROM sessions WHERE expires_at <= ?", self._now())
            self._insert("sessions", {**values, "id": session.id, "user_id": session.user_id})
            self._db.rows("INSERT INTO refresh_tokens VALUES (?, ?)", values["token"], session.id)

    @_in_thread
    def _values(self, kind: Noted, name: str) -> Values | None:
        row = self._db.row(f"SELECT * FROM {kind} WHERE {_NAMED[kind]} = ?", name)
        return None if row is None else dict(row)

    @_in_thread
    def _note(self, kind: Noted, name: str, field: str, value: int) -> None:
        self._db.rows(f"UPDATE {kind} SET {field} = ? WHERE {_NAMED[kind]} = ?", value, name)

    @_in_thread
    def _text(self, kind: Written, name: str) -> str | None:
        return self._record(kind, name)

    @_in_thread
    def _rotate(self, spent: str, following: str) -> tuple[Outcome, str | None]:
        with self._db.transaction():
            row = self._db.row(_TOKEN, spent, self._now())
            if row is None:
                return "unknown", None
            if not row["active"]:
                return "ended", row["id"]
            if row["token"] != spent:
                self._db.rows("UPDATE sessions SET active = 0 WHERE id = ?", row["id"])
                return "reused", row["id"]
            self._continue(row["id"], following)
            return "rotated", row["id"]

    @_in_thread
    def _change_user(self, session_id: str, user_id: str, person: str, following: str) -> bool:
        changed = (
            "UPDATE sessions SET user_id = ?, person = ?, generation = generation + 1"
            " WHERE id = ? AND active = 1 AND expires_at > ? RETURNING id"
        )
        with self._db.transaction():
            if self._db.row(changed, user_id, person, session_id, self._now()) is None:
                return False
            self._continue(session_id, following)
            return True

    @_in_thread
    def _once(self, name: str, expires_at: int) -> bool:
        now = self._now()
        with self._db.transaction():
            self._db.rows("DELETE FROM names WHERE expires_at <= ?", now - NAME_KEPT)
            return self._db.row(_KEEP_NAME, name, expires_at, now) is not None

    @_in_thread
    def _account_texts(self) -> list[str]:
        return [row[0] for row in self._db.rows("SELECT record FROM accounts")]

    @_in_thread
    def _put_account(self, username: str, text: str, before: str | None) -> bool:
        with self._db.transaction():
            if self._record("accounts", username) != before:
                return False
            self._db.rows("INSERT OR REPLACE INTO accounts VALUES (?, ?)", username, text)
            return True

    @_in_thread
    def _add_code(self, digest: str, values: Values) -> None:
        self._insert("codes", {**values, "digest": digest})

    @_in_thread
    def _take_code(self, digest: str, user_id: str) -> bool:
        is_open = "SELECT 1 FROM codes WHERE digest = ? AND revoked = 0 AND coalesce(expires_at > ?, 1)"
        with self._db.transaction():
            if self._has_redeemed(digest, user_id):
                return self._db.row(is_open, digest, self._now()) is not None
            if self._db.row(_TAKEN, digest, self._now()) is None:
                return False
            self._db.rows("INSERT INTO redeemed VALUES (?, ?)", digest, user_id)
            return True

    @_in_thread
    def _all_code_values(self) -> list[tuple[str, Values | None]]:
        """Those long over are forgotten."""
        self._db.rows("DELETE FROM codes WHERE expires_at <= ?", self._now() - KEPT_OVER)
        return [(row["digest"], dict(row)) for row in self._db.rows("SELECT * FROM codes")]

    @_in_thread
    def _put_grant(self, user_id: str, text: str, expires_at: int | None) -> None:
        """What is long over is forgotten."""
        with self._db.transaction():
            self._db.rows("DELETE FROM grants WHERE expires_at <= ?", self._now() - KEPT_OVER)
            self._db.rows("INSERT OR REPLACE INTO grants VALUES (?, ?, ?)", user_id, text, expires_at)

    def _has_redeemed(self, digest: str, user_id: str) -> bool:
        found = self._db.row("SELECT 1 FROM redeemed WHERE digest = ? AND user_id = ?", digest, user_id)
        return found is not None

    def _continue(self, session_id: str, following: str) -> None:
        self._db.rows("INSERT INTO refresh_tokens VALUES (?, ?)", following, session_id)
        self._db.rows("UPDATE sessions SET token = ? WHERE id = ?", following, session_id)

    def _insert(self, table: str, values: Values) -> None:
        names, places = ", ".join(values), ", ".join("?" * len(values))
        self._db.rows(f"INSERT INTO {table} ({names}) VALUES ({places})", *values.values())

    def _record(self, kind: Written, name: str) -> str | None:
        row = self._db.row(f"SELECT record FROM {kind} WHERE {_NAMED[kind]} = ?", name)
        return None if row is None else row["record"]
