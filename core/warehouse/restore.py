"""Restores a backup: every file is checked before any change, and again in its new place."""

import errno
import os
import shutil
import stat
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import orjson

from core.contracts.erasures import FILE as ERASURES
from core.contracts.erasures import Erasure, erasures_in, merged
from core.contracts.errors import DataError, printable_path
from core.contracts.manifest import FileEntry
from core.warehouse.backup import BACKUP_FILE, BACKUP_SCHEMA, STATE, WAREHOUSE, require_outside
from core.warehouse.databases import is_database, is_database_sidecar, is_open, state_files
from core.warehouse.durable import locked, sync, sync_tree, uninterrupted
from core.warehouse.integrity import differences, file_entries
from core.warehouse.paths import ARRIVING, REPLACED, Warehouse, is_set_aside
from core.warehouse.room import DiskFull, Room
from core.warehouse.snapshots import is_alive, pointer_held

_MARGIN = 60
"""Seconds by which the clocks of a backup and of an erasure may differ."""

Prepare: TypeAlias = Callable[[Path, list[Erasure]], None]
"""Removes the members that the notes name from a state folder, before that is put in place."""


def restore(
    source: Path,
    warehouse: Warehouse,
    state: Path,
    *,
    replace: bool = False,
    prepare: Prepare = lambda folder, notes: None,
) -> int:
    """Restore the backup in `source`; returns the number of files.

    `prepare` removes members who were erased since. With `replace`, existing files move into `.replaced-TIME`
    of their folder. DataError `bad_backup` if a file of the backup is damaged; `not_empty` if files exist
    without `replace`, or the backup has none for them; `in_use` if they are in use; `inside` if the backup
    lies in a target. Nothing is changed then, nor on Ctrl-C.
    """
    _require_files_alone(source)
    stated, begun_at = _read(source)
    _require_same(source, stated)
    folders = {WAREHOUSE: warehouse.root, STATE: state}
    parts = {name: _part(stated, name) for name in folders}
    for name, folder in folders.items():
        require_outside(source, folder)
        require_outside(folder, source)
        _require_room(folder, parts[name], replace=replace)
    _require_idle(warehouse, state)
    try:
        _copy_next_to(source, folders, parts)
        prepare(state / ARRIVING, _erased_since(begun_at, _bring_notes(source, state)))
        with ExitStack() as stack:  # nobody imports bars, publishes or removes a snapshot meanwhile
            for symbol in warehouse.symbols_ever():
                stack.enter_context(locked(warehouse.bars(symbol)))
            for directory in sorted(path for path in warehouse.snapshots_root.glob("*") if path.is_dir()):
                stack.enter_context(pointer_held(directory))
            with uninterrupted():  # some renames: what has come this far is done in an instant
                for folder in folders.values():
                    _swap_in(folder)
    except (KeyboardInterrupt, DiskFull):
        for folder in folders.values():
            shutil.rmtree(folder / ARRIVING, ignore_errors=True)
        raise
    return len(stated)


def _copy_next_to(source: Path, folders: Mapping[str, Path], parts: Mapping[str, list[FileEntry]]) -> None:
    """Copy every part next to its target and read it back; DiskFull if it does not fit."""
    rooms = {
        name: Room(folder, f"its part of {source}", sum(entry.bytes for entry in parts[name]))
        for name, folder in folders.items()
    }
    for room in rooms.values():
        room.require()
    for name, folder in folders.items():
        with rooms[name].in_words():
            _copy_in(source / name, folder)
    for name, folder in folders.items():
        _require_files_alone(folder / ARRIVING)
        _require_same(folder / ARRIVING, parts[name])


def _bring_notes(source: Path, state: Path) -> list[Erasure]:
    """Merge the notes of erasures: those in the backup, those sent to it, and the current ones."""
    target = state / ARRIVING / ERASURES
    places = (target, source / ERASURES, state / ERASURES)
    text = merged(path.read_bytes() for path in places if path.is_file())
    if text:
        owner = target.parent.stat()
        target.write_bytes(text)
        target.chmod(0o600)
        if os.geteuid() == 0:
            os.chown(target, owner.st_uid, owner.st_gid)
        sync(target)
    return erasures_in(text)


def _erased_since(begun_at: str, notes: list[Erasure]) -> list[Erasure]:
    """Erasures after the copy began; a member who returned after an earlier one stays in the copy."""
    begun = datetime.fromisoformat(begun_at).timestamp() - _MARGIN
    return [each for each in notes if each.at >= begun]


def _part(stated: list[FileEntry], name: str) -> list[FileEntry]:
    start = f"{name}/"
    return [
        FileEntry(entry.path.removeprefix(start), entry.bytes, entry.sha256)
        for entry in stated
        if entry.path.startswith(start)
    ]


def _require_room(folder: Path, part: list[FileEntry], *, replace: bool) -> None:
    if not _held(folder):
        return
    if not replace:
        raise DataError(
            f"{folder}: is not empty. Stop services and builds, then say --replace to move what is there "
            "aside, or name another folder.",
            code="not_empty",
        )
    if not part:
        raise DataError(
            f"{folder}: is not empty, and the backup has nothing to put there. Take the backup that has, or "
            "empty the folder yourself if nothing is to be in it.",
            code="not_empty",
        )


def _read(source: Path) -> tuple[list[FileEntry], str]:
    """The files of a backup, and when it began."""
    path = source / BACKUP_FILE
    try:
        record = orjson.loads(path.read_bytes())
        stated = [FileEntry(**each) for each in record["files"]]
        begun_at = record["begun_at"]
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
    return stated, begun_at


def _require_idle(warehouse: Warehouse, state: Path) -> None:
    """DataError `in_use` if a service has a database of `state` open, or a build writes a snapshot."""
    for building in warehouse.snapshots_root.glob("*/.building-*"):
        if is_alive(building):
            raise DataError(f"{building}: is being built. Stop the build first.", code="in_use")
    for path in state_files(state):
        if not is_database_sidecar(path) and is_database(path) and is_open(path):
            raise DataError(f"{path}: is in use. Stop the service first.", code="in_use")


def _require_files_alone(source: Path) -> None:
    """DataError `bad_backup` if a backup holds a link or a device, which no backup writes."""
    for folder, folders, files in os.walk(source):
        for name in (*folders, *files):
            mode = os.lstat(path := Path(folder, name)).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                what = "a link" if stat.S_ISLNK(mode) else "no regular file"
                raise DataError(
                    f"{printable_path(path)}: is {what}, and a backup has none. Take another backup.",
                    code="bad_backup",
                )


def _require_same(folder: Path, stated: list[FileEntry]) -> None:
    found = [each for each in file_entries(folder, BACKUP_FILE) if each.path != ERASURES]
    kept = [each for each in stated if each.path != ERASURES]
    for path, what in differences(kept, found, BACKUP_FILE).items():
        raise DataError(f"{folder / path}: {what}. Take another backup.", code="bad_backup")


def _held(folder: Path) -> list[Path]:
    """The entries of a folder, except those of a restore and the one that keeps it in Git."""
    return [path for path in folder.glob("*") if path.name != ".gitkeep" and not is_set_aside(path)]


def _copy_in(source: Path, folder: Path) -> None:
    """Copy a part next to its target, on the same disk; root gives it to the folder's owner."""
    arriving, is_new = folder / ARRIVING, not folder.exists()
    owner = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists()).stat()
    shutil.rmtree(arriving, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, arriving, symlinks=True)  # a link that came since is refused with the copy
    else:
        arriving.mkdir()
    if os.geteuid() == 0:
        for path in (arriving, *arriving.rglob("*"), *([folder] if is_new else [])):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
    sync_tree(arriving)
    if source.name == STATE:
        folder.chmod(0o700)


def _swap_in(folder: Path) -> None:
    """Move existing entries aside and the new ones into place, each by one rename."""
    aside = folder / f"{REPLACED}{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"
    held = _held(folder)
    if held:
        aside.mkdir(mode=0o700)
    for path in held:
        os.rename(path, aside / path.name)
    for path in sorted((folder / ARRIVING).iterdir()):
        _put(path, folder / path.name, aside)
    (folder / ARRIVING).rmdir()
    sync(folder)


def _put(path: Path, target: Path, aside: Path) -> None:
    """Rename to `target`; moves a folder aside that a reader created there for its lock."""
    while path.exists():
        if target.exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            os.rename(target, aside / f"{path.name}-{len(list(aside.iterdir()))}")
        try:
            os.rename(path, target)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                raise
