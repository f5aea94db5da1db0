"""The databases of the state folder: found by content, inspected and copied without changes."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from core.warehouse.paths import is_set_aside

_HEAD = b"SQLite format 3\x00"
_SUFFIXES = (".sqlite3", ".db")
_BESIDE = ("-wal", "-shm", "-journal")
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def state_files(state: Path) -> Iterator[Path]:
    """Every file below the state folder, except those that a restore left there."""
    for top in sorted(path for path in state.glob("*") if not is_set_aside(path)):
        yield from sorted(path for path in (top, *top.rglob("*")) if path.is_file())


def is_database(path: Path) -> bool:
    """Whether the file is a database by its name (even if damaged) or by its first bytes."""
    if path.suffix in _SUFFIXES:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def is_database_sidecar(path: Path) -> bool:
    """Whether SQLite keeps the file next to a database in use."""
    return path.name.endswith(_BESIDE)


def is_in_use(error: sqlite3.Error) -> bool:
    """Whether another process's lock is the only fault."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY


def read_address(path: Path) -> str:
    """The URI by which SQLite opens a database to read it, also on a read-only disk."""
    is_still = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if is_still else ''}"


def database_fault(path: Path) -> str:
    """The fault that SQLite's own check finds, "" if none; sqlite3.Error if it is in use."""
    try:
        with closing(sqlite3.connect(read_address(path), uri=True, timeout=5)) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            strays = database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        if is_in_use(error):
            raise
        return f"cannot be read ({error})"
    if found != ["ok"]:
        return f"SQLite finds: {'; '.join(found)}"
    return f"{len(strays)} rows belong to rows that are not there" if strays else ""


def is_open(path: Path) -> bool:
    """Whether another process has the database open, even idle: nobody else may then lock it exclusively."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=1, isolation_level=None)) as database:
            for statement in ("PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE", "ROLLBACK"):
                database.execute(statement)
    except sqlite3.Error as error:
        return is_in_use(error)
    return False


def copy_database(source: Path, target: Path) -> str:
    """Copy by SQLite's own copy, else byte for byte; returns a sentence about any fault."""
    try:
        with (
            closing(sqlite3.connect(read_address(source), uri=True, timeout=30)) as database,
            closing(sqlite3.connect(target)) as copy,
        ):
            database.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        found = database_fault(target)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        if is_in_use(error):
            return f"left out: {source}: is in use ({error}); take another backup"
        shutil.copy2(source, target)
        found = f"SQLite cannot copy it ({error})"
    return f"copied as it is: {source}: {found}; look with `almanac verify`" if found else ""
