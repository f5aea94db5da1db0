"""Every damaged file of warehouse and state folder, each with its remedy."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.contracts.errors import DataError, Outdated
from core.contracts.ids import is_snapshot_id
from core.contracts.manifest import MANIFEST_FILE, read_manifest
from core.warehouse.bars import content_sha256, has_bars, read_bars, read_bars_index
from core.warehouse.databases import database_fault, is_database, is_database_sidecar, state_files
from core.warehouse.durable import locked
from core.warehouse.integrity import FILES_FILE, changed_bars_files, differences, file_entries
from core.warehouse.nights import read_night
from core.warehouse.paths import Warehouse
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.sidecars import (
    CHANGES_FOLDER,
    ORIGINS_FILE,
    minutes_as_stated,
    minutes_file,
    read_changes,
    with_origins,
)
from core.warehouse.snapshots import CURRENT_FILE, current_id

_BARS = "Bring the folder back from a backup, or delete it and import its files again."
_NOTE = "Bring it back from a backup, or delete it: until the next import the bars' record alone is compared."
_SIDECARS = {
    "_origins": "Bring it back from a backup, or delete it: its bars then rank equal to every source.",
    "_minutes": "Bring it back from a backup, or delete it and import the symbol's one-minute bars again.",
    "_changes": "Bring it back from a backup, or delete it: `almanac changes` then lacks what it said.",
    "_findings": "Bring it back from a backup, or delete it and import its file again.",
}
_DATABASE = "Stop the service and bring the file back from a backup (docs/operations.md, Backup)."
UNREAD = "Look at the disk and at who may read it, then look again."


@dataclass(frozen=True, slots=True)
class Damage:
    """A file or folder that is not as it was written: the fault, and the remedy."""

    path: str
    found: str
    remedy: str


@dataclass(frozen=True, slots=True)
class OutdatedSnapshot(Damage):
    """A whole snapshot of an earlier version; nothing serves it, and it needs no action."""


def symbols_to_verify(warehouse: Warehouse) -> tuple[str, ...]:
    """Symbols with any files: bars, also between two renames, or a folder of snapshots."""
    found = {path.name for path in warehouse.snapshots_root.glob("[!.]*") if path.is_dir()}
    for symbol in warehouse.symbols_ever():
        try:
            has_some = has_bars(warehouse, symbol) or warehouse.bars(symbol).is_dir()
        except OSError:  # which looking at them then names
            has_some = True
        if has_some:
            found.add(symbol)
    return tuple(sorted(found))


def damages_of(warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Read every file of a symbol back: its bars and their sidecars, its snapshots, its nights."""
    yield from readable(warehouse.bars(symbol), damaged_bars(warehouse, symbol))
    yield from readable(warehouse.snapshots(symbol), damaged_snapshots(warehouse, symbol))
    yield from readable(warehouse.nights(symbol), _damaged_nights(warehouse, symbol))


def readable(path: Path, look: Iterator[Damage]) -> Iterator[Damage]:
    """The faults of `look`, and last the one that made it stop; a file that disappears is ignored."""
    try:
        yield from look
    except FileNotFoundError:
        return
    except OSError as error:
        yield Damage(str(error.filename or path), _unread(error), UNREAD)


def fault(look: Callable[[], object]) -> str:
    """The fault that a reader finds in a file, "" if none; Outdated is raised."""
    try:
        look()
    except Outdated:
        raise
    except DataError as error:
        return error.detail
    except Exception as error:
        return f"cannot be read ({error})"
    return ""


def _unread(error: OSError) -> str:
    return f"cannot be read ({error.strerror or error})"


def _after(path: Path, error: DataError) -> str:
    """The message of an error, without the path it begins with."""
    return error.detail.removeprefix(f"{path}: ")


def _damaged_nights(warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    for path in sorted(warehouse.nights(symbol).glob("*.json")):
        found = fault(lambda path=path: read_night(warehouse, symbol, date.fromisoformat(path.stem)))  # type: ignore[misc]
        if found:
            yield Damage(str(path), found, "Delete it; the next run of that night writes it again.")


def damaged_databases(state: Path) -> Iterator[Damage]:
    """Every database below the folder that fails SQLite's own check, or cannot be opened."""
    for path in state_files(state):
        yield from readable(path, _damaged_database(path))


def _damaged_database(path: Path) -> Iterator[Damage]:
    if is_database_sidecar(path) or not is_database(path) or not path.stat().st_size:
        return
    try:
        found = database_fault(path)
    except sqlite3.Error:
        yield Damage(str(path), "is in use, so it was not looked at", "Look again.")
        return
    if found:
        yield Damage(str(path), found, _DATABASE)


def damaged_bars(warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Compare a symbol's bars with the noted digests, and their values with their record.

    Without a readable note, the sidecars are read instead.
    """
    folder = warehouse.bars(symbol)
    note = folder / FILES_FILE
    if not (has_bars(warehouse, symbol) or note.exists()):
        return
    changed: dict[str, str] | None = None
    try:
        with locked(folder):
            changed = changed_bars_files(folder)
    except DataError as error:
        yield Damage(str(note), _after(note, error), _NOTE)
    for path, what in (changed or {}).items():
        yield _beside_bars(folder, path, what)
    if changed:
        return
    found = fault(lambda: _require_content(warehouse, symbol))
    if found:
        yield Damage(str(folder), found, _BARS)
    elif changed is None:
        looks: dict[str, Callable[[], object]] = {
            ORIGINS_FILE: lambda: with_origins(warehouse, symbol, read_bars(warehouse, symbol)),
            CHANGES_FOLDER: lambda: read_changes(warehouse, symbol),
            **{
                minutes_file(year): lambda of={year: digest}: list(minutes_as_stated(warehouse, symbol, of))  # type: ignore[misc]
                for year, digest in read_bars_index(warehouse, symbol).minutes.items()
            },
        }
        faults = {name: fault(look) for name, look in looks.items()}
        yield from (_beside_bars(folder, name, what) for name, what in faults.items() if what)


def require_undamaged(warehouse: Warehouse, symbol: str) -> None:
    """DataError `damaged_bars` with the first damaged file of the symbol's bars and its remedy.

    A deleted sidecar is ignored.
    """
    folder = warehouse.bars(symbol)
    for each in damaged_bars(warehouse, symbol):
        path = Path(each.path)
        if path.exists() or not path.relative_to(folder).parts[0].startswith(tuple(_SIDECARS)):
            raise DataError(f"{path}: {each.found.removesuffix('.')}. {each.remedy}", code="damaged_bars")


def _beside_bars(folder: Path, path: str, found: str) -> Damage:
    return Damage(str(folder / path), found, _SIDECARS.get(path.split("/")[0].partition(".")[0], _BARS))


def _require_content(warehouse: Warehouse, symbol: str) -> None:
    stated = read_bars_index(warehouse, symbol).content_sha256
    found = content_sha256(read_bars(warehouse, symbol))
    if found != stated:
        raise DataError(f"holds bars with digest {found[:12]}; _bars.json says {stated[:12]}")


def damaged_snapshots(warehouse: Warehouse, symbol: str) -> Iterator[Damage]:
    """Compare every snapshot of a symbol with its manifest, and check the pointer."""
    directory = warehouse.snapshots(symbol)
    pointer = directory / CURRENT_FILE
    try:
        served, names = _served_among(directory)
    except (DataError, OSError) as error:
        served, names = "", _names(directory)
        found = _unread(error) if isinstance(error, OSError) else error.detail
        yield Damage(str(pointer), found, f"Run `almanac rollback {symbol} --to ID`.")
    if served not in (*names, "", *(() if names else (None,))):
        found = f"names {served}, which is not there" if served else "is missing, so nothing is served"
        yield Damage(
            str(pointer), found, f"Run `almanac build {symbol}`, or `almanac rollback {symbol} --to ID`."
        )
    for name in names:
        remedy = f"Run `almanac build {symbol}`, or `almanac rollback {symbol}` to an earlier one."
        if name != served:
            remedy = f"It is not served: delete the folder {name}, or leave it to the builds to come."
        folder = directory / name
        try:
            found_there = [Damage(str(path), found, remedy) for path, found in _damaged(folder, symbol)]
        except Outdated:
            kind = Damage if name == served else OutdatedSnapshot
            found_there = [kind(str(folder), "is outdated: an earlier version wrote it", remedy)]
        except OSError as error:
            found_there = [Damage(str(error.filename or folder), _unread(error), remedy)]
        if folder.exists():  # else retention removed it meanwhile
            yield from found_there


def _served_among(directory: Path) -> tuple[str | None, list[str]]:
    """The served snapshot and all others at that time; none is published in between."""
    while True:
        served, names = current_id(directory), _names(directory)
        if current_id(directory) == served:
            return served, names


def _names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("*") if is_snapshot_id(path.name))


def _damaged(folder: Path, symbol: str) -> Iterator[tuple[Path, str]]:
    described = folder / MANIFEST_FILE
    try:
        manifest = read_manifest(folder)
    except DataError as error:
        yield described, _after(described, error)
        return
    if (manifest.symbol, manifest.snapshot_id) != (symbol, folder.name):
        yield described, f"describes {manifest.symbol} {manifest.snapshot_id}"
    changed = differences(manifest.files, file_entries(folder, with_unreadable=True), "the manifest")
    yield from ((folder / path, what) for path, what in changed.items())
    found = None if changed else fault(lambda: load_index(Pack.open(folder / "serving")))
    if found:
        yield folder / "serving", found
