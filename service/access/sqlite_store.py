"""The access store in SQLite: one file in the state folder, used by several threads and processes.

A record is read by its key on the caller's own thread, which takes microseconds and waits for no writer; all
else happens in a thread, one thing at a time, as the database has one connection that writes.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread

from core.contracts.errors import DataError
from service.access.record_store import KEPT_OVER, Change, Kind
from service.access.records import StoreUnavailable
from service.access.store import NAME_KEPT, AccessStore

DATABASE = "access.sqlite3"
VERSION = 4
"""Version 1 kept sessions alone, in other columns: they end, and their people sign in again."""

_PATIENT, _IMPATIENT = 2000, 20
"""Milliseconds to wait for a lock: a database that stays locked costs one long wait, not one a request."""

_SCHEMA = (
    "CREATE TABLE records (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, kept_until INTEGER,"
    " PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID",
    "CREATE INDEX records_by_end ON records(kept_until)",
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
_FROM_TABLE_OF_TRIES = (
    "CREATE TABLE IF NOT EXISTS tries (bucket TEXT, count INTEGER, expires_at REAL)",
    "INSERT INTO records SELECT 'window', replace(trim(bucket, '/'), '/second', ''),"
    " json_object('count', count, 'expires_at', expires_at), CAST(expires_at AS INTEGER) + 1 FROM tries",
    "DROP TABLE tries",
)
_TEXT = "SELECT text FROM records WHERE kind = ? AND name = ?"


class SqliteStore(AccessStore):
    """Keeps everything in one file of the state folder; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the file: one connection to write, in one thread at a time, and one to read a row by its key.

        Folder and file are made readable by nobody else if absent.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        super().__init__(now)
        self._turn = CapacityLimiter(1)
        path = state / DATABASE
        try:
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._connection = _connected(path, _PATIENT)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._upgrade()
            self._reader = _connected(path, _IMPATIENT)
        except (OSError, sqlite3.Error) as error:
            remedy = "Give a folder that can be written (--state)."
            if path.is_dir():
                remedy = "It is a folder, and a file was expected: bring it back from a backup."
            raise DataError(f"{path}: {error}. {remedy}") from error

    async def ping(self) -> None:
        """Nothing, where the file can be read."""
        await self._get("session", "")

    async def close(self) -> None:
        """Let go of the file."""
        await to_thread.run_sync(self._connection.close, limiter=self._turn)
        self._reader.close()

    async def _get(self, kind: Kind, name: str) -> str | None:
        try:
            row = self._reader.execute(_TEXT, (kind, name)).fetchone()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error
        return None if row is None else row[0]

    async def texts(self, kind: Kind) -> list[tuple[str, str]]:
        """Every text of a kind with its name."""
        return await to_thread.run_sync(
            self._rows, "SELECT name, text FROM records WHERE kind = ?", (kind,), limiter=self._turn
        )

    async def forget_traces(self) -> None:
        """Write the file anew, without what removed records left in it and in its log."""
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            await to_thread.run_sync(self._rows, statement, (), limiter=self._turn)

    def _rows(self, statement: str, given: tuple[str, ...]) -> list[Any]:
        try:
            return self._connection.execute(statement, given).fetchall()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error

    async def _write(self, *changes: Change) -> bool:
        return await to_thread.run_sync(self._written, changes, limiter=self._turn)

    def _written(self, changes: tuple[Change, ...]) -> bool:
        """What is long over is forgotten."""
        with self._transaction() as execute:
            for each in changes:
                found = execute(_TEXT, (each.kind, each.name)).fetchone()
                if not each.anyway and (found and found[0]) != each.replaces:
                    return False
            execute("DELETE FROM records WHERE kept_until <= ?", (self._now(),))
            for each in changes:
                if each.text is None:
                    execute("DELETE FROM records WHERE kind = ? AND name = ?", (each.kind, each.name))
                else:
                    values = (each.kind, each.name, each.text, each.until)
                    execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", values)
        return True

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """All of the block or nothing of it. After a lock that stayed the next is hardly waited for."""
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection.execute
        except sqlite3.OperationalError as error:
            self._connection.execute(f"PRAGMA busy_timeout={_IMPATIENT}")
            raise StoreUnavailable from error
        self._connection.execute(f"PRAGMA busy_timeout={_PATIENT}")

    def _upgrade(self) -> None:
        with self._transaction() as execute:
            version = execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise sqlite3.DatabaseError("written by a newer version of Session Almanac")
            if version == VERSION:
                return
            older = _FROM_VERSION_2 if version == 2 else ("DROP TABLE IF EXISTS sessions",)
            statements = _FROM_TABLE_OF_TRIES if version == 3 else (*_SCHEMA, *older, *_FROM_TABLE_OF_TRIES)
            for statement in (*statements, f"PRAGMA user_version={VERSION}"):
                execute(statement)


def _connected(path: Path, patience: int) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout={patience}")
    return connection
