"""The databases of the state folder: found by what they are, looked at without changing them."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from core.storage.damage import Damage, readable
from core.storage.paths import is_set_aside

_HEAD = b"SQLite format 3\x00"
_SUFFIXES = (".sqlite3", ".db")
_BESIDE = ("-wal", "-shm", "-journal")
_REMEDY = "Stop the service and bring the file back from a backup (docs/operations.md, Backup)."
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_database(path: Path) -> bool:
    """Whether it is one by its name, so that a damaged one counts too, or by its first bytes."""
    if path.suffix in _SUFFIXES:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def is_database_sidecar(path: Path) -> bool:
    """Whether SQLite keeps it beside a database that is in use."""
    return path.name.endswith(_BESIDE)


def is_in_use(error: sqlite3.Error) -> bool:
    """Whether somebody else's lock is all that is wrong."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY


def read_address(path: Path) -> str:
    """The address by which SQLite opens a database to read it, also on a disk that cannot be written."""
    is_still = not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()
    return f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if is_still else ''}"


def damaged_databases(state: Path) -> Iterator[Damage]:
    """Every database below the folder that SQLite's own check finds at fault, or that cannot be looked at."""
    for top in sorted(path for path in state.glob("*") if not is_set_aside(path)):
        for path in sorted(path for path in (top, *top.rglob("*")) if path.is_file()):
            yield from readable(path, _damaged(path))


def _damaged(path: Path) -> Iterator[Damage]:
    if is_database_sidecar(path) or not is_database(path) or not path.stat().st_size:
        return
    try:
        found = database_fault(path)
    except sqlite3.Error:
        yield Damage(str(path), "is in use, so it was not looked at", "Look again.")
        return
    if found:
        yield Damage(str(path), found, _REMEDY)


def database_fault(path: Path) -> str:
    """What SQLite's own check finds, empty where it finds nothing; sqlite3.Error where it is in use."""
    try:
        with closing(sqlite3.connect(read_address(path), uri=True, timeout=5)) as database:
            said = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            strays = database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        if is_in_use(error):
            raise
        return f"cannot be read ({error})"
    if said != ["ok"]:
        return f"SQLite finds: {'; '.join(said)}"
    return f"{len(strays)} rows belong to rows that are not there" if strays else ""
