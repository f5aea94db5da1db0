"""Copying out of folders that are in use: what cannot be read is left out, and said."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from core.storage.databases import (
    database_fault,
    is_database,
    is_database_sidecar,
    is_in_use,
    read_address,
)

Copy: TypeAlias = Callable[[Path, Path], str]
"""Copies one file; says what is wrong with it, nothing where nothing is."""

_LOCK = ".lock"


def copy_loose(source: Path, target: Path, copy: Copy) -> list[str]:
    """Copy a file, or a folder with all that is below it and the folders' modes; a sentence for each trouble.

    A file that goes away meanwhile is not missed. OSError where `target` cannot be written.
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
        if path.is_file() and path.name != _LOCK:
            troubles += _copied(path, target / path.relative_to(source), copy)
    for folder in reversed(folders):
        copy_mode(folder, target / folder.relative_to(source))
    return troubles


def copy_mode(source: Path, target: Path) -> None:
    """Give a copied folder its original's mode, if that is still there."""
    if source.is_dir():
        shutil.copymode(source, target)


def _copied(source: Path, target: Path, copy: Copy) -> list[str]:
    try:
        said = copy(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)
        return []
    except OSError as error:
        target.unlink(missing_ok=True)
        return [f"left out: {source}: cannot be read ({_why_unread(source, error)})"]
    return [said] if said else []


def _why_unread(source: Path, error: OSError) -> str:
    """Why a file cannot be read; the error itself where it can, for then it is the target's."""
    try:
        with source.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError as unread:
        return str(unread.strerror)
    raise error


def copy_plain(source: Path, target: Path) -> str:
    """Copy a file as it is."""
    shutil.copy2(source, target)
    return ""


def copy_private(source: Path, target: Path) -> str:
    """Copy a file for its owner's eyes, a database by SQLite's own copy; nothing of what lies beside one."""
    if is_database_sidecar(source):
        return ""
    is_whole = is_database(source) and source.stat().st_size
    said = _copy_database(source, target) if is_whole else copy_plain(source, target)
    if target.exists():
        target.chmod(0o600)
    return said


def _copy_database(source: Path, target: Path) -> str:
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
