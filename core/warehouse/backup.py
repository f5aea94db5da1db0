"""A backup of warehouse and state folder, whole although builds and services go on.

TARGET/warehouse/...    bars of a symbol, a snapshot, a pin, a night: each as one moment had it
TARGET/state/...        databases by SQLite's own copy, the rest as it is
TARGET/backup.json      size and digest of every file; written last, in a folder that is renamed into place
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import orjson

from core.contracts.errors import DataError, is_utf8, printable_path
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import FileEntry
from core.warehouse.databases import copy_database, is_database, is_database_sidecar
from core.warehouse.durable import locked, sync, sync_tree, write_file
from core.warehouse.integrity import changed_bars_files, file_entries, verify_snapshot
from core.warehouse.paths import Warehouse, is_set_aside
from core.warehouse.room import Room, bytes_below
from core.warehouse.snapshots import CURRENT_FILE, current_id, pointer_held

BACKUP_FILE = "backup.json"
BACKUP_SCHEMA = 1
WAREHOUSE, STATE = "warehouse", "state"

_LOOSE = ("sources.toml", "claims.toml", "sources", "nights", "drop")
"""Parts of a warehouse with files that are always replaced whole."""

_MADE_AGAIN = ("cache",)
"""Parts of a state folder that are copies of other data."""


Copy: TypeAlias = Callable[[Path, Path], str]
"""Copies one file; returns its fault, "" without one."""


@dataclass(slots=True)
class Backup:
    """The result of a backup, with a sentence for everything found damaged."""

    files: int = 0
    bytes: int = 0
    troubles: list[str] = field(default_factory=list)


def back_up(warehouse: Warehouse, state: Path, target: Path) -> Backup:
    """Copy warehouse and state folder to the new folder `target`.

    DataError `backup_exists` if it is there already, `nothing_there` if a folder to copy is missing, `inside`
    if `target` would lie in one, `disk_full` if it does not fit. A kill leaves a folder `.TARGET.partial`,
    which the next backup to the same place removes.
    """
    if target.exists():
        raise DataError(f"{target}: is there already. Name a folder that is not.", code="backup_exists")
    for option, folder in ((WAREHOUSE, warehouse.root), (STATE, state)):
        if not folder.is_dir():
            raise DataError(
                f"{folder}: is not there. Name it with --{option}, or make it if nothing is to be kept.",
                code="nothing_there",
            )
        require_outside(target, folder)
    target = target.absolute()
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    room = Room(target.parent, "a backup", sum(map(bytes_below, _parts(warehouse, state))))
    room.require()
    try:
        with room.in_words():
            partial.mkdir(mode=0o700, parents=True)
            return _made(warehouse, state, partial, target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def _parts(warehouse: Warehouse, state: Path) -> list[Path]:
    loose = [warehouse.root / name for name in _LOOSE]
    return [warehouse.bars_root, warehouse.snapshots_root, *loose, *_parts_of_state(state)]


def _parts_of_state(state: Path) -> list[Path]:
    return [
        path for path in sorted(state.glob("*")) if path.name not in _MADE_AGAIN and not is_set_aside(path)
    ]


def require_outside(path: Path, folder: Path) -> None:
    """DataError `inside` if `path` lies in `folder`: one would be copied or moved with the other."""
    if path.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"{path}: lies in {folder}. Name a folder outside of it.", code="inside")


def _made(warehouse: Warehouse, state: Path, partial: Path, target: Path) -> Backup:
    begun_at = datetime.now(UTC)
    troubles = _copy_warehouse(warehouse, partial / WAREHOUSE)
    (partial / STATE).mkdir(mode=0o700)
    for path in _parts_of_state(state):
        troubles += _copy_loose(path, partial / STATE / path.name, copy_private)
    entries = file_entries(partial, BACKUP_FILE)
    _finish(partial, target, entries, begun_at)
    return Backup(len(entries), sum(entry.bytes for entry in entries), troubles)


def _finish(partial: Path, target: Path, entries: list[FileEntry], begun_at: datetime) -> None:
    times = {
        name: at.isoformat(timespec="seconds")
        for name, at in (("begun_at", begun_at), ("taken_at", datetime.now(UTC)))
    }
    record = {"schema": BACKUP_SCHEMA, **times, "files": entries}
    write_file(partial / BACKUP_FILE, orjson.dumps(record, option=orjson.OPT_INDENT_2))
    sync_tree(partial)
    os.rename(partial, target)
    sync(target.parent)


def _copy_warehouse(warehouse: Warehouse, target: Path) -> list[str]:
    target.mkdir()
    copied, troubles = Warehouse(target), list[str]()
    for symbol in warehouse.symbols_ever():
        troubles += _copy_bars(warehouse.bars(symbol), copied.bars(symbol))
    for directory in sorted(path for path in warehouse.snapshots_root.glob("*") if path.is_dir()):
        troubles += _copy_snapshots(directory, copied.snapshots(directory.name))
    for name in _LOOSE:
        troubles += _copy_loose(warehouse.root / name, target / name, copy_plain)
    for part in (".", copied.bars_root.name, copied.snapshots_root.name):
        if (target / part).is_dir():
            _copy_mode(warehouse.root / part, target / part)
    return troubles


def _copy_bars(folder: Path, target: Path) -> list[str]:
    """Copy a symbol's bars between two imports, and verify the copy against the noted digests."""
    with locked(folder):
        troubles = _copy_loose(folder, target, copy_plain)
    try:
        changed = changed_bars_files(target) or {}
    except DataError as error:
        return [*troubles, f"copied as it is: {error.detail.replace(str(target), str(folder))}"]
    known = " ".join(troubles)
    return troubles + [
        f"copied as it is: {folder / path}: {what}" for path, what in changed.items() if path not in known
    ]


def _copy_snapshots(directory: Path, target: Path) -> list[str]:
    """Copy every whole snapshot and the pointer; holds off publishing and removal."""
    target.mkdir(parents=True)
    troubles: list[str] = []
    with pointer_held(directory):
        for folder in sorted(path for path in directory.iterdir() if is_snapshot_id(path.name)):
            trouble = _left_out(folder, verify_snapshot, folder)
            if trouble:
                troubles.append(trouble)
            else:
                shutil.copytree(folder, target / folder.name)
        trouble = _left_out(directory / CURRENT_FILE, current_id, directory)
        if trouble:
            troubles.append(trouble)
        elif (target / (current_id(directory) or CURRENT_FILE)).is_dir():
            shutil.copy2(directory / CURRENT_FILE, target / CURRENT_FILE)
    _copy_mode(directory, target)
    return troubles


def _left_out(path: Path, look: Callable[[Path], object], at: Path) -> str:
    """Why a path is left out, empty if it is readable and whole."""
    try:
        look(at)
    except DataError as error:
        return f"left out: {error.detail}"
    except OSError as error:
        return f"left out: {error.filename or path}: cannot be read ({error.strerror})"
    return ""


def _copy_loose(source: Path, target: Path, copy: Copy) -> list[str]:
    """Copy a file, or a folder with everything below it and the folders' modes; a sentence for each fault.

    A file that disappears meanwhile is ignored. OSError if `target` cannot be written.
    """
    if source.is_file():
        return _copied(source, target, copy)
    if not source.is_dir():
        return []
    below = sorted(source.rglob("*"))
    links = [path for path in below if path.is_symlink() and path.is_dir()]
    folders = [source, *(path for path in below if path.is_dir() and path not in links)]
    for folder in folders:
        (target / folder.relative_to(source)).mkdir(parents=True, exist_ok=True)
    troubles = [f"left out: {path}: is a link to a folder; back up what it leads to" for path in links]
    for path in below:
        if path.is_file() and path.name != ".lock":
            troubles += _copied(path, target / path.relative_to(source), copy)
    for folder in reversed(folders):
        _copy_mode(folder, target / folder.relative_to(source))
    return troubles


def _copy_mode(source: Path, target: Path) -> None:
    """Give a copied folder its original's mode, if that still exists."""
    if source.is_dir():
        shutil.copymode(source, target)


def _copied(source: Path, target: Path, copy: Copy) -> list[str]:
    if not is_utf8(source.name):
        return [f"left out: {printable_path(source)}: its name is no UTF-8; rename it"]
    try:
        trouble = copy(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)
        return []
    except OSError as error:
        target.unlink(missing_ok=True)
        return [f"left out: {source}: cannot be read ({_why_unread(source, error)})"]
    return [trouble] if trouble else []


def _why_unread(source: Path, error: OSError) -> str:
    """Why a file cannot be read; raises `error` if it can, since the fault is then the target's."""
    try:
        with source.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError as unread:
        return str(unread.strerror)
    raise error


def copy_plain(source: Path, target: Path) -> str:
    shutil.copy2(source, target)
    return ""


def copy_private(source: Path, target: Path) -> str:
    """Copy a file, readable by its owner alone; a database by SQLite's own copy, without its journal."""
    if is_database_sidecar(source):
        return ""
    is_whole = is_database(source) and source.stat().st_size
    trouble = copy_database(source, target) if is_whole else copy_plain(source, target)
    if target.exists():
        target.chmod(0o600)
    return trouble
