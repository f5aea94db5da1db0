"""A backup of warehouse and state folder, whole although builds and services go on.

TARGET/warehouse/...    bars of a symbol, a snapshot, a pin, a night: each as one moment had it
TARGET/state/...        databases by SQLite's own copy, the rest as it is
TARGET/backup.json      size and digest of every file; written last, in a folder that is renamed into place
"""

import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import orjson

from core.contracts.errors import DataError
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import FileEntry
from core.storage.bars_files import changed_bars_files
from core.storage.copy_files import copy_loose, copy_mode, copy_plain, copy_private
from core.storage.durable import sync, write_file
from core.storage.folders import locked
from core.storage.integrity import file_entries, verify_snapshot
from core.storage.paths import Warehouse, is_set_aside
from core.storage.snapshot_directory import CURRENT_FILE, current_id, pointer_held

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

    DataError `backup_exists` where it is there already, `nothing_there` where a folder to copy is not,
    `inside` where `target` would lie in one. A kill leaves a folder `.TARGET.partial`, which the next backup
    to the same place removes.
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
    partial.mkdir(mode=0o700, parents=True)
    try:
        return _made(warehouse, state, partial, target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def require_outside(place: Path, folder: Path) -> None:
    """DataError `inside` where `place` lies in `folder`: one would be copied or moved with the other."""
    if place.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"{place}: lies in {folder}. Name a folder outside of it.", code="inside")


def _made(warehouse: Warehouse, state: Path, partial: Path, target: Path) -> Backup:
    made = Backup()
    _copy_warehouse(warehouse, partial / WAREHOUSE, made)
    made.troubles += _copy_state(state, partial / STATE)
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
    copied = Warehouse(target)
    for symbol in warehouse.symbols_ever():
        made.troubles += _copy_bars(warehouse.bars(symbol), copied.bars(symbol))
    for directory in sorted(path for path in warehouse.snapshots_root.glob("*") if path.is_dir()):
        _copy_snapshots(directory, copied.snapshots(directory.name), made)
    for name in _LOOSE:
        made.troubles += copy_loose(warehouse.root / name, target / name, copy_plain)
    for part in (".", copied.bars_root.name, copied.snapshots_root.name):
        if (target / part).is_dir():
            copy_mode(warehouse.root / part, target / part)


def _copy_bars(folder: Path, target: Path) -> list[str]:
    """Copy a symbol's bars between two imports, and hold the copy to what was noted of them."""
    with locked(folder):
        troubles = copy_loose(folder, target, copy_plain)
    try:
        changed = changed_bars_files(target) or {}
    except DataError as error:
        return [*troubles, f"copied as it is: {error.detail.replace(str(target), str(folder))}"]
    said = " ".join(troubles)
    return troubles + [
        f"copied as it is: {folder / path}: {what}" for path, what in changed.items() if path not in said
    ]


def _copy_snapshots(directory: Path, target: Path, made: Backup) -> None:
    """Copy every whole snapshot and the pointer; nothing is published or removed meanwhile."""
    target.mkdir(parents=True)
    with pointer_held(directory):
        for folder in sorted(path for path in directory.iterdir() if is_snapshot_id(path.name)):
            trouble = _left_out(folder, lambda folder=folder: verify_snapshot(folder))  # type: ignore[misc]
            if trouble:
                made.troubles.append(trouble)
            else:
                shutil.copytree(folder, target / folder.name)
        trouble = _left_out(directory / CURRENT_FILE, lambda: current_id(directory))
        if trouble:
            made.troubles.append(trouble)
        elif (target / (current_id(directory) or CURRENT_FILE)).is_dir():
            shutil.copy2(directory / CURRENT_FILE, target / CURRENT_FILE)
    copy_mode(directory, target)


def _left_out(path: Path, look: Callable[[], object]) -> str:
    """Why a path is left out, empty where it can be read and is whole."""
    try:
        look()
    except DataError as error:
        return f"left out: {error.detail}"
    except OSError as error:
        return f"left out: {error.filename or path}: cannot be read ({error.strerror})"
    return ""


def _copy_state(state: Path, target: Path) -> list[str]:
    target.mkdir(mode=0o700)
    return [
        trouble
        for path in sorted(state.glob("*"))
        if path.name not in _MADE_AGAIN and not is_set_aside(path)
        for trouble in copy_loose(path, target / path.name, copy_private)
    ]
