"""Whether a snapshot on the disk is the one its manifest describes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from core.contracts.errors import DataError
from core.contracts.manifest import MANIFEST_FILE, FileEntry, Manifest, read_manifest


def file_entries(folder: Path) -> list[FileEntry]:
    """Size and digest of every file below `folder` but the manifest, by path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / MANIFEST_FILE)
    return [_entry(folder, path) for path in files]


def _entry(folder: Path, path: Path) -> FileEntry:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return FileEntry(path.relative_to(folder).as_posix(), path.stat().st_size, digest)


def verify_snapshot(folder: Path) -> Manifest:
    """Read every file back against the manifest; DataError `broken_snapshot` names the first that differs."""
    manifest = read_manifest(folder)
    stated = {entry.path: entry for entry in manifest.files}
    found = {entry.path: entry for entry in file_entries(folder)}
    for path in sorted(stated.keys() | found.keys()):
        if stated.get(path) != found.get(path):
            raise DataError(
                f"{folder / path}: {_difference(stated.get(path), found.get(path))}. "
                "Build again with `almanac build`, or go back with `almanac rollback`.",
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


def _difference(stated: FileEntry | None, found: FileEntry | None) -> str:
    if found is None:
        return "is in the manifest, but missing"
    if stated is None:
        return "is not in the manifest"
    return f"is {_described(found)}, in the manifest {_described(stated)}"


def _described(entry: FileEntry) -> str:
    return f"{entry.bytes} bytes with sha256 {entry.sha256[:12]}"
