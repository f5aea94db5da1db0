"""The databases of the state folder: found by what they are, looked at without changing them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from core.warehouse.damage import Damage

_HEAD = b"SQLite format 3\x00"
_SUFFIXES = (".sqlite3", ".db")
_BESIDE = ("-wal", "-shm", "-journal")
_REMEDY = "Stop the service and bring the file back from a backup (docs/operations.md, Backup)."


def is_database(path: Path) -> bool:
    """Whether it is one by its name, so that a damaged one counts too, or by its first bytes."""
    if path.suffix in _SUFFIXES:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


def is_beside_database(path: Path) -> bool:
    """Whether SQLite keeps it beside a database that is in use."""
    return path.name.endswith(_BESIDE)


def damaged_databases(state: Path) -> Iterator[Damage]:
    """Every database below the folder that SQLite's own check finds at fault."""
    for path in sorted(path for path in state.rglob("*") if path.is_file() and not is_beside_database(path)):
        if is_database(path) and path.stat().st_size:
            found = _fault(path)
            if found:
                yield Damage(str(path), found, _REMEDY)


def _fault(path: Path) -> str:
    try:
        with closing(sqlite3.connect(f"file:{path.resolve()}?mode=ro", uri=True, timeout=5)) as database:
            said = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            strays = database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        return f"cannot be read ({error})"
    if said != ["ok"]:
        return f"SQLite finds: {'; '.join(said)}"
    return f"{len(strays)} rows belong to rows that are not there" if strays else ""
