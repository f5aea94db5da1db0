"""The store in SQLite: one file in the state folder, used by several threads and processes.

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
from service.database.kinds import KINDS, Kind
from service.database.record_store import Change, RecordStore, other_form
from service.database.records import Session, StoreUnavailable

DATABASE = "access.sqlite3"
FORM = 5
"""The form of the tables, which the file names; files of other forms are refused."""

_PATIENT, _IMPATIENT = 2000, 20
"""Milliseconds to wait for a lock: a database that stays locked costs one long wait, not one a request."""

_SCHEMA = (
    "CREATE TABLE records (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, kept_until INTEGER,"
    " PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID",
    "CREATE INDEX records_by_end ON records(kept_until)",
)
_TEXT = "SELECT text FROM records WHERE kind = ? AND name = ?"


class SqliteStore(RecordStore):
    """Keeps everything in one file of the state folder; `now` gives seconds since 1970."""

    def __init__(self, state: Path, now: Callable[[], float] = time.time) -> None:
        """Opens the file: one connection to write, in one thread at a time, and one to read a row by its key.

        An absent folder or file is made, readable by its owner alone.

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
            self._require_form(path)
            self._reader = _connected(path, _IMPATIENT)
        except (OSError, sqlite3.Error) as error:
            remedy = "Give a folder that can be written (--state)."
            if path.is_dir():
                remedy = "It is a folder, and a file was expected: bring it back from a backup."
            raise DataError(f"{path}: {error}. {remedy}") from error

    async def ping(self) -> None:
        await self.get(KINDS[Session], "")

    async def close(self) -> None:
        await to_thread.run_sync(self._connection.close, limiter=self._turn)
        self._reader.close()

    async def get(self, kind: Kind, key: str) -> str | None:
        try:
            row = self._reader.execute(_TEXT, (kind.name, key)).fetchone()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error
        return None if row is None else row[0]

    async def texts(self, kind: Kind) -> list[tuple[str, str]]:
        return await to_thread.run_sync(
            self._rows, "SELECT name, text FROM records WHERE kind = ?", (kind.name,), limiter=self._turn
        )

    async def forget_traces(self) -> None:
        """Rewrite the file without what removed records left in it and in its log."""
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            await to_thread.run_sync(self._rows, statement, (), limiter=self._turn)

    def _rows(self, statement: str, given: tuple[str, ...]) -> list[Any]:
        try:
            return self._connection.execute(statement, given).fetchall()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable from error

    async def write(self, *changes: Change) -> bool:
        """All changes or none of them, in one transaction."""
        return await to_thread.run_sync(self._written, changes, limiter=self._turn)

    def _written(self, changes: tuple[Change, ...]) -> bool:
        """Write the changes, and remove what is long over."""
        with self._transaction() as execute:
            for each in changes:
                found = execute(_TEXT, (each.kind.name, each.key)).fetchone()
                if not each.overwrite and (found and found[0]) != each.replaces:
                    return False
            execute("DELETE FROM records WHERE kept_until <= ?", (self._now(),))
            for each in changes:
                if each.text is None:
                    execute("DELETE FROM records WHERE kind = ? AND name = ?", (each.kind.name, each.key))
                else:
                    values = (each.kind.name, each.key, each.text, each.until)
                    execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", values)
        return True

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """A transaction of the block; after a lock that stayed, the next one hardly waits."""
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection.execute
        except sqlite3.OperationalError as error:
            self._connection.execute(f"PRAGMA busy_timeout={_IMPATIENT}")
            raise StoreUnavailable from error
        self._connection.execute(f"PRAGMA busy_timeout={_PATIENT}")

    def _require_form(self, path: Path) -> None:
        """Make the tables of a new file; DataError where a file is of another form."""
        with self._transaction() as execute:
            found = execute("PRAGMA user_version").fetchone()[0]
            if found == FORM:
                return
            if found or execute("SELECT name FROM sqlite_master").fetchone():
                remedy = "move the file away: `almanac serve` makes a new one"
                raise DataError(other_form(str(path), found, FORM, remedy))
            for statement in (*_SCHEMA, f"PRAGMA user_version={FORM}"):
                execute(statement)


def _connected(path: Path, patience: int) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout={patience}")
    return connection
