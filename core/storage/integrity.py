"""Whether a snapshot on the disk is the one its manifest describes."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, FileEntry, Manifest, read_manifest

UNREADABLE = -1


def file_entries(folder: Path, leave_out: str = MANIFEST_FILE) -> list[FileEntry]:
    """Size and digest of every file below `folder`, by path, but the one that says them."""
    return [file_entry(folder, path) for path in _files(folder, leave_out)]


def entries_as_found(folder: Path, leave_out: str = MANIFEST_FILE) -> list[FileEntry]:
    """As `file_entries`; a file that cannot be read has UNREADABLE bytes and for a digest the reason."""
    return [_entry_as_found(folder, path) for path in _files(folder, leave_out)]


def _files(folder: Path, leave_out: str) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / leave_out)


def _entry_as_found(folder: Path, path: Path) -> FileEntry:
    try:
        return file_entry(folder, path)
    except OSError as error:
        return FileEntry(path.relative_to(folder).as_posix(), UNREADABLE, str(error.strerror))


def file_entry(folder: Path, path: Path) -> FileEntry:
    """Size and digest of one file below `folder`; OSError that names it where it cannot be read."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        error.filename = str(path)
        raise
    return FileEntry(path.relative_to(folder).as_posix(), path.stat().st_size, digest)


def differences(stated: Iterable[FileEntry], found: Iterable[FileEntry], said_by: str) -> dict[str, str]:
    """What is wrong with each file that is not as `said_by` states, by path."""
    ours, theirs = ({entry.path: entry for entry in entries} for entries in (stated, found))
    return {
        path: _difference(ours.get(path), theirs.get(path), said_by)
        for path in sorted(ours.keys() | theirs.keys())
        if ours.get(path) != theirs.get(path)
    }


def verify_snapshot(folder: Path) -> Manifest:
    """Read every file back against the manifest; DataError `broken_snapshot` names the first that differs."""
    manifest = read_manifest(folder)
    for path, what in differences(manifest.files, file_entries(folder), "the manifest").items():
        raise DataError(
            f"{folder / path}: {what}. Build again with `almanac build`, or go back with `almanac rollback`.",
            code="broken_snapshot",
        )
    return manifest


def is_whole(folder: Path) -> bool:
    """Whether the snapshot verifies."""
    try:
        verify_snapshot(folder)
    except DataError:
        return False
    return True


def _difference(stated: FileEntry | None, found: FileEntry | None, said_by: str) -> str:
    if found is None:
        return f"is in {said_by}, but missing"
    if found.bytes == UNREADABLE:
        return f"cannot be read ({found.sha256})"
    if stated is None:
        return f"is not in {said_by}"
    return f"is {_described(found)}, in {said_by} {_described(stated)}"


def _described(entry: FileEntry) -> str:
    return f"{entry.bytes} bytes with sha256 {entry.sha256[:12]}"
