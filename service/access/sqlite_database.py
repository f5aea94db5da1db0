"""The access database: one SQLite file in the state folder, used by several threads and processes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from core.contracts.errors import DataError
from service.access.records import StoreUnavailable

DATABASE = "access.sqlite3"
VERSION = 2
"""Version 1 kept sessions alone, in other columns: they end, and their people sign in again."""

_PATIENT, _IMPATIENT = 2000, 20
"""Milliseconds to wait for a lock: a database that stays locked costs one long wait, not one a request."""

_SCHEMA = (
    "CREATE TABLE sessions (id TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at INTEGER NOT NULL,"
    " last_accessed INTEGER NOT NULL, active INTEGER NOT NULL, data_loaded INTEGER NOT NULL,"
    " expires_at INTEGER NOT NULL, generation INTEGER NOT NULL, person TEXT NOT NULL,"
    " token TEXT NOT NULL) STRICT",
    "CREATE INDEX sessions_by_user ON sessions(user_id)",
    "CREATE INDEX sessions_by_end ON sessions(expires_at)",
    "CREATE TABLE refresh_tokens (digest TEXT PRIMARY KEY,"
    " session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE) STRICT",
    "CREATE INDEX refresh_tokens_by_session ON refresh_tokens(session_id)",
    "CREATE TABLE names (name TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT",
    "CREATE INDEX names_by_end ON names(expires_at)",
    "CREATE TABLE tries (bucket TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at REAL NOT NULL) STRICT",
    "CREATE INDEX tries_by_end ON tries(expires_at)",
    "CREATE TABLE accounts (username TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT",
    "CREATE TABLE codes (digest TEXT PRIMARY KEY, tier TEXT NOT NULL, uses INTEGER NOT NULL,"
    " created_at INTEGER NOT NULL, expires_at INTEGER, used INTEGER NOT NULL,"
    " revoked INTEGER NOT NULL) STRICT",
    "CREATE TABLE redeemed (digest TEXT NOT NULL REFERENCES codes(digest) ON DELETE CASCADE,"
    " user_id TEXT NOT NULL, PRIMARY KEY (digest, user_id)) STRICT",
)
_ADDED = (
    "CREATE TABLE IF NOT EXISTS grants (user_id TEXT PRIMARY KEY, record TEXT NOT NULL,"
    " expires_at INTEGER) STRICT",
)
"""Tables that an earlier program of the same version does without; it runs beside them."""


class Database:
    """One connection, one user of it at a time."""

    def __init__(self, state: Path) -> None:
        """Opens the file in the state folder; both are made readable by nobody else if absent.

        Raises:
            DataError: the folder or the database cannot be used.
        """
        self._lock = RLock()
        self._is_patient = True
        path = state / DATABASE
        try:
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.row_factory = sqlite3.Row
            self._connection.execute(f"PRAGMA busy_timeout={_PATIENT}")
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            remedy = "Give a folder that can be written (--state)."
            if path.is_dir():
                remedy = "It is a folder, and a file was expected: bring it back from a backup."
            detail = f"{path}: {error}. {remedy}"
            raise DataError(detail) from error

    def row(self, query: str, *values: Any) -> Any:
        """The first row, None without one."""
        rows = self.rows(query, *values)
        return rows[0] if rows else None

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Every row of a query, or of a change that stands alone."""
        with self._lock:
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
        with self._lock:
            self.rows("BEGIN IMMEDIATE")
            try:
                yield
                self.rows("COMMIT")
            except BaseException:
                self._connection.rollback()
                raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _be_patient(self, is_patient: bool) -> None:
        """Wait long for the next lock, or hardly: until a change succeeds, others would wait in vain."""
        self._is_patient = is_patient
        self._connection.execute(f"PRAGMA busy_timeout={_PATIENT if is_patient else _IMPATIENT}")

    def _prepare(self) -> None:
        with self.transaction():
            version = self.row("PRAGMA user_version")[0]
            if version > VERSION:
                raise sqlite3.DatabaseError("written by a newer version of Session Almanac")
            if version < VERSION:
                self.rows("DROP TABLE IF EXISTS refresh_tokens")
                self.rows("DROP TABLE IF EXISTS sessions")
                for statement in _SCHEMA:
                    self.rows(statement)
                self.rows(f"PRAGMA user_version={VERSION}")
            for statement in _ADDED:
                self.rows(statement)
