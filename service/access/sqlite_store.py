"""The access store in SQLite: one file in the state folder, used by several threads and processes.

A record is read by its key on the caller's own thread, which takes microseconds and waits for no writer; all
else happens in a thread, one thing at a time, as the database has one connection that writes.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread
from limits.aio.storage import Storage

from core.contracts.errors import DataError
from service.access import rate_limits
from service.access.rate_limits import RateLimiter
from service.access.records import StoreUnavailable
from service.access.store import KEPT_OVER, NAME_KEPT, AccessStore, Change, Kind

DATABASE = "access.sqlite3"
VERSION = 3
"""Version 1 kept sessions alone, in other columns: they end, and their people sign in again."""

_PATIENT, _IMPATIENT = 2000, 20
"""Milliseconds to wait for a lock: a database that stays locked costs one long wait, not one a request."""

_SCHEMA = (
    "CREATE TABLE records (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, kept_until INTEGER,"
    " PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID",
    "CREATE INDEX records_by_end ON records(kept_until)",
    "CREATE TABLE IF NOT EXISTS tries (bucket TEXT PRIMARY KEY, count INTEGER NOT NULL,"
    " expires_at REAL NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS tries_by_end ON tries(expires_at)",
)
_FROM_VERSION_2 = (
    "CREATE TABLE IF NOT EXISTS grants (user_id TEXT PRIMARY KEY, record TEXT NOT NULL, expires_at INTEGER)",
    "INSERT INTO records SELECT 'session', id, json_object('id', id, 'user', json(person),"
    " 'created_at', created_at, 'last_accessed', last_accessed, 'expires_at', expires_at,"
    " 'active', json(iif(active, 'true', 'false')), 'data_loaded', json(iif(data_loaded, 'true', 'false')),"
    " 'generation', generation, 'token', token), expires_at FROM sessions WHERE json_valid(person)",
    "INSERT INTO records SELECT 'refresh', digest, session_id, expires_at FROM refresh_tokens"
    " JOIN sessions ON id = session_id",
    f"INSERT INTO records SELECT 'name', name, expires_at, expires_at + {NAME_KEPT} FROM names",
    "INSERT INTO records SELECT 'account', username, record, NULL FROM accounts",
    "INSERT INTO records SELECT 'code', digest, json_object('digest', digest, 'tier', tier, 'uses', uses,"
    " 'created_at', created_at, 'expires_at', expires_at, 'used', used,"
    f" 'revoked', json(iif(revoked, 'true', 'false'))), expires_at + {KEPT_OVER} FROM codes",
    f"INSERT INTO records SELECT 'redeemed', digest || ':' || user_id, '1', expires_at + {KEPT_OVER}"
    " FROM redeemed JOIN codes USING (digest)",
    f"INSERT INTO records SELECT 'grant', user_id, record, expires_at + {KEPT_OVER} FROM grants",
    *(
        f"DROP TABLE {name}"
        for name in ("refresh_tokens", "sessions", "names", "accounts", "redeemed", "codes", "grants")
    ),
)
_TEXT = "SELECT text FROM records WHERE kind = ? AND name = ?"
_FORGET_TRIES = "DELETE FROM tries WHERE expires_at <= ? OR (bucket = ? AND expires_at > ?)"
_COUNT_TRY = (
    "INSERT INTO tries VALUES (?, ?, ?) ON CONFLICT (bucket) DO UPDATE SET count = count + excluded.count"
    " RETURNING count"
)

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class Database:
    """The file: one connection to write, in one thread at a time, and one to read a row by its key."""

    def __init__(self, state: Path) -> None:
        """Opens the file in the state folder; both are made readable by nobody else if absent.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._turn = CapacityLimiter(1)
        self._is_patient = True
        path = state / DATABASE
        try:
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._connection = _connected(path, _PATIENT)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._prepare()
            self._reader = _connected(path, _IMPATIENT)
        except (OSError, sqlite3.Error) as error:
            remedy = "Give a folder that can be written (--state)."
            if path.is_dir():
                remedy = "It is a folder, and a file was expected: bring it back from a backup."
            detail = f"{path}: {error}. {remedy}"
            raise DataError(detail) from error

    async def run(self, work: Callable[[*_Args], _T], *args: *_Args) -> _T:
        """What the work gives in a thread, when no other is at work."""
        return await to_thread.run_sync(work, *args, limiter=self._turn)

    def seen(self, query: str, *values: Any) -> Any:
        """The first field of a query's first row, None without one, read at once."""
        try:
            row = self._reader.execute(query, values).fetchone()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error
        return None if row is None else row[0]

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Every row of a query, or of a change that stands alone."""
        try:
            found = self._connection.execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            self._be_patient(False)
            raise StoreUnavailable from error
        if not (self._is_patient or query.startswith("SELECT")):
            self._be_patient(True)
        return found

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the block or nothing of it."""
        self.rows("BEGIN IMMEDIATE")
        try:
            yield
            self.rows("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()
        self._connection.close()

    def _be_patient(self, is_patient: bool) -> None:
        """Wait long for the next lock, or hardly: until a change succeeds, others would wait in vain."""
        self._is_patient = is_patient
        self._connection.execute(f"PRAGMA busy_timeout={_PATIENT if is_patient else _IMPATIENT}")

    def _prepare(self) -> None:
        with self.transaction():
            version = self.rows("PRAGMA user_version")[0][0]
            if version > VERSION:
                raise sqlite3.DatabaseError("written by a newer version of Session Almanac")
            if version == VERSION:
                return
            older = _FROM_VERSION_2 if version == 2 else ("DROP TABLE IF EXISTS sessions",)
            for statement in (*_SCHEMA, *older, f"PRAGMA user_version={VERSION}"):
                self.rows(statement)


def _connected(path: Path, patience: int) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout={patience}")
    return connection


class SqliteTries(Storage):
    """Counts of tries in the same database, as `limits` asks for them."""

    STORAGE_SCHEME = None

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        super().__init__()
        self._db = database
        self._now = now

    @property
    def base_exceptions(self) -> type[Exception]:
        """What goes wrong below."""
        return sqlite3.Error

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count tries; the count so far."""
        return await self._db.run(self._count, key, expiry, amount)

    def _count(self, key: str, expiry: int, amount: int) -> int:
        now = self._now()
        with self._db.transaction():
            self._db.rows(_FORGET_TRIES, now, key, now + expiry + rate_limits.AHEAD)
            return int(self._db.rows(_COUNT_TRY, key, amount, now + expiry)[0][0])

    async def get(self, key: str) -> int:
        """The count so far."""
        known = "SELECT count FROM tries WHERE bucket = ? AND expires_at > ?"
        return self._db.seen(known, key, self._now()) or 0

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in seconds since 1970."""
        ends: float | None = self._db.seen("SELECT expires_at FROM tries WHERE bucket = ?", key)
        return self._now() if ends is None else ends

    async def clear(self, key: str) -> None:
        """Forget one count."""
        await self._db.run(self._db.rows, "DELETE FROM tries WHERE bucket = ?", key)

    async def reset(self) -> None:
        """Forget every count."""
        await self._db.run(self._db.rows, "DELETE FROM tries")

    async def check(self) -> bool:
        """Whether the database can be read."""
        return bool(self._db.seen("SELECT 1"))


class SqliteStore(AccessStore):
    """Keeps everything in one file of the state folder; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the database.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._db = Database(state)
        super().__init__(RateLimiter(SqliteTries(self._db, now), now), now)

    async def ping(self) -> None:
        """Nothing, where the file can be read."""
        self._db.seen(_TEXT, "", "")

    async def close(self) -> None:
        """Let go of the file."""
        await self._db.run(self._db.close)

    async def _get(self, kind: Kind, name: str) -> str | None:
        text: str | None = self._db.seen(_TEXT, kind, name)
        return text

    async def _scan(self, kind: Kind) -> list[str]:
        rows = await self._db.run(self._db.rows, "SELECT text FROM records WHERE kind = ?", kind)
        return [text for (text,) in rows]

    async def _write(self, *changes: Change) -> bool:
        return await self._db.run(self._written, changes)

    def _written(self, changes: tuple[Change, ...]) -> bool:
        """What is long over is forgotten."""
        rows = self._db.rows
        with self._db.transaction():
            for each in changes:
                kept = rows(_TEXT, each.kind, each.name)
                if not each.anyway and (kept[0][0] if kept else None) != each.replaces:
                    return False
            rows("DELETE FROM records WHERE kept_until <= ?", self._now())
            for each in changes:
                if each.text is None:
                    rows("DELETE FROM records WHERE kind = ? AND name = ?", each.kind, each.name)
                else:
                    keep = "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)"
                    rows(keep, each.kind, each.name, each.text, each.until)
            return True
