"""Bringing a backup back: every file checked before anything is touched, and again where it then lies."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import orjson

from core.contracts.errors import DataError
from core.contracts.manifest import FileEntry
from core.warehouse.backup import BACKUP_FILE, BACKUP_SCHEMA, STATE, WAREHOUSE
from core.warehouse.durable import sync
from core.warehouse.integrity import differences, file_entries
from core.warehouse.paths import Warehouse

_ARRIVING = ".restoring"
_IGNORED = (".gitkeep", _ARRIVING)


def restore(source: Path, warehouse: Warehouse, state: Path, *, replace: bool = False) -> int:
    """Bring the backup in `source` back; how many files.

    With `replace`, what is there is moved into `.replaced-TIME` of its folder. DataError `bad_backup` where a
    file of the backup is not as it was written, `not_empty` where something is there and `replace` is not
    said; nothing is changed then.
    """
    stated = _read(source)
    _require_same(source, stated)
    places = {WAREHOUSE: warehouse.root, STATE: state}
    for place in places.values():
        if not replace and _held(place):
            raise DataError(
                f"{place}: is not empty. Stop services and builds, then say --replace to move what is there "
                "aside, or name another folder.",
                code="not_empty",
            )
    for name, place in places.items():
        _arrive(source / name, place)
    for name, place in places.items():
        part = [
            FileEntry(entry.path.removeprefix(f"{name}/"), entry.bytes, entry.sha256)
            for entry in stated
            if entry.path.startswith(f"{name}/")
        ]
        _require_same(place / _ARRIVING, part)
    for place in places.values():
        _settle(place)
    return len(stated)


def _read(source: Path) -> list[FileEntry]:
    path = source / BACKUP_FILE
    try:
        record = orjson.loads(path.read_bytes())
        stated = [FileEntry(**each) for each in record["files"]]
    except FileNotFoundError:
        raise DataError(
            f"{path}: is missing, so {source} is no backup, or not a whole one.", code="bad_backup"
        ) from None
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise DataError(f"{path}: not readable ({error}). Take another backup.", code="bad_backup") from error
    if record.get("schema") != BACKUP_SCHEMA:
        raise DataError(
            f"{path}: schema {record.get('schema')}, expected {BACKUP_SCHEMA}.", code="bad_backup"
        )
    return stated


def _require_same(folder: Path, stated: list[FileEntry]) -> None:
    for path, what in differences(stated, file_entries(folder, BACKUP_FILE), BACKUP_FILE).items():
        raise DataError(f"{folder / path}: {what}. Take another backup.", code="bad_backup")


def _held(place: Path) -> list[Path]:
    return [path for path in place.glob("*") if path.name not in _IGNORED] if place.is_dir() else []


def _arrive(source: Path, place: Path) -> None:
    """Copy a part beside where it will lie, on the same disk."""
    arriving = place / _ARRIVING
    shutil.rmtree(arriving, ignore_errors=True)
    place.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, arriving)
    for path in (*arriving.rglob("*"), arriving):
        sync(path)
    if source.name == STATE:
        place.chmod(0o700)


def _settle(place: Path) -> None:
    """Move aside what is there and put in place what arrived, each entry by one rename."""
    aside = place / f".replaced-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    held = _held(place)
    if held:
        aside.mkdir(mode=0o700)
    for path in held:
        os.rename(path, aside / path.name)
    for path in sorted((place / _ARRIVING).iterdir()):
        os.rename(path, place / path.name)
    (place / _ARRIVING).rmdir()
    sync(place)
