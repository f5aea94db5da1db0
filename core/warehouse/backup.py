"""A backup of warehouse and state folder, whole although builds and services go on.

TARGET/warehouse/...    bars of a symbol, a snapshot, a pin, a night: each as one moment had it
TARGET/state/...        databases by SQLite's own copy, the rest as it is
TARGET/backup.json      size and digest of every file; written last, in a folder that is renamed into place
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import orjson

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import FileEntry
from core.warehouse.databases import damaged_databases, is_beside_database, is_database
from core.warehouse.durable import sync, write_file
from core.warehouse.folders import locked
from core.warehouse.integrity import file_entries, verify_snapshot
from core.warehouse.paths import Warehouse
from core.warehouse.shelf import CURRENT_FILE, current_id, pointer_held

BACKUP_FILE = "backup.json"
BACKUP_SCHEMA = 1
WAREHOUSE, STATE = "warehouse", "state"

_LOOSE = ("sources.toml", "sources", "nights", "drop")
"""Parts of a warehouse whose files are each replaced whole."""

_MADE_AGAIN = ("cache",)
"""Parts of a state folder that are copies of something else."""


@dataclass(slots=True)
class Backup:
    """What a backup holds, and a sentence for whatever was found damaged."""

    files: int = 0
    bytes: int = 0
    troubles: list[str] = field(default_factory=list)


def back_up(warehouse: Warehouse, state: Path, target: Path) -> Backup:
    """Copy warehouse and state folder to `target`, which is made.

    DataError `backup_exists` where it is there already, `nothing_there` where there is nothing to copy. A
    kill leaves a folder `.TARGET.partial`, which the next backup to the same place removes.
    """
    if target.exists():
        raise DataError(f"{target}: is there already. Name a folder that is not.", code="backup_exists")
    if not warehouse.root.is_dir() and not state.is_dir():
        raise DataError(
            f"{warehouse.root}, {state}: neither is there. Name them with --warehouse and --state.",
            code="nothing_there",
        )
    target = target.absolute()
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700, parents=True)
    made = Backup()
    _copy_warehouse(warehouse, partial / WAREHOUSE, made)
    _copy_state(state, partial / STATE)
    damaged = damaged_databases(partial / STATE)
    made.troubles += [f"copied as it is: {Path(each.path).name}: {each.found}" for each in damaged]
    entries = file_entries(partial, BACKUP_FILE)
    made.files, made.bytes = len(entries), sum(entry.bytes for entry in entries)
    _finish(partial, target, entries)
    return made


def _finish(partial: Path, target: Path, entries: list[FileEntry]) -> None:
    record = {
        "schema": BACKUP_SCHEMA,
        "taken_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "files": [asdict(entry) for entry in entries],
    }
    write_file(partial / BACKUP_FILE, orjson.dumps(record, option=orjson.OPT_INDENT_2))
    for path in (*partial.rglob("*"), partial):
        sync(path)
    os.rename(partial, target)
    sync(target.parent)


def _copy_warehouse(warehouse: Warehouse, target: Path, made: Backup) -> None:
    target.mkdir()
    for symbol in warehouse.symbols():
        folder = warehouse.bars(symbol)
        with locked(folder):
            shutil.copytree(folder, Warehouse(target).bars(symbol))
    for shelf in sorted(path for path in warehouse.snapshots_root.glob("*") if path.is_dir()):
        _copy_shelf(shelf, Warehouse(target).snapshots(shelf.name), made)
    for name in _LOOSE:
        _copy_loose(warehouse.root / name, target / name, copy=_copy_file)


def _copy_shelf(shelf: Path, target: Path, made: Backup) -> None:
    """Copy every whole snapshot and the pointer; nothing is published or removed meanwhile."""
    target.mkdir(parents=True)
    with pointer_held(shelf):
        for folder in sorted(path for path in shelf.iterdir() if is_snapshot_id(path.name)):
            try:
                verify_snapshot(folder)
            except DataError as error:
                made.troubles.append(f"left out: {error.detail}")
                continue
            shutil.copytree(folder, target / folder.name)
        try:
            served = current_id(shelf)
        except DataError as error:
            made.troubles.append(f"left out: {error.detail}")
            return
        if served and (target / served).is_dir():
            shutil.copy2(shelf / CURRENT_FILE, target / CURRENT_FILE)


def _copy_state(state: Path, target: Path) -> None:
    target.mkdir(mode=0o700)
    for path in sorted(state.glob("*")):
        if path.name not in _MADE_AGAIN:
            _copy_loose(path, target / path.name, copy=_copy_private)


def _copy_loose(source: Path, target: Path, copy: Callable[[Path, Path], None]) -> None:
    """Copy a file, or every file below a folder; one that goes away meanwhile is not missed."""
    for path in _files(source):
        place = target / path.relative_to(source) if path != source else target
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            copy(path, place)
        except FileNotFoundError:
            place.unlink(missing_ok=True)


def _files(source: Path) -> Iterator[Path]:
    if source.is_file():
        yield source
    elif source.is_dir():
        yield from sorted(path for path in source.rglob("*") if path.is_file() and path.name != ".lock")


def _copy_file(source: Path, target: Path) -> None:
    shutil.copy2(source, target)


def _copy_private(source: Path, target: Path) -> None:
    if is_beside_database(source):
        return
    if is_database(source) and source.stat().st_size:
        _copy_database(source, target)
    else:
        shutil.copy2(source, target)
    target.chmod(0o600)


def _copy_database(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source.resolve()}?mode=ro", uri=True, timeout=30)) as database,
            closing(sqlite3.connect(target)) as copy,
        ):
            database.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise DataError(
            f"{source}: SQLite cannot copy it ({error}). Look with `almanac verify`.", code="damaged_database"
        ) from error
