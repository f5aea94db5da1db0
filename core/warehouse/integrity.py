"""Whether files on the disk are as written: a snapshot's by its manifest, bars' by `_files.json`.

`_files.json` in a symbol's folder of bars holds size and digest of every other file of their folder.
"""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from core.contracts.errors import DataError
from core.contracts.ids import digest_of
from core.contracts.manifest import MANIFEST_FILE, FileEntry, Manifest, read_manifest
from core.warehouse.durable import locked, write_new

FILES_FILE = "_files.json"
UNREADABLE = -1

FORM = 1


def file_entries(
    folder: Path, leave_out: str = MANIFEST_FILE, *, with_unreadable: bool = False
) -> list[FileEntry]:
    """Size and digest of every file below `folder`, by path, except the file `leave_out`.

    An unreadable file raises OSError; `with_unreadable` gives it UNREADABLE bytes and the reason as digest.
    """
    entries: list[FileEntry] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / leave_out):
        try:
            entries.append(file_entry(folder, path))
        except OSError as error:
            if not with_unreadable:
                raise
            entries.append(FileEntry(path.relative_to(folder).as_posix(), UNREADABLE, str(error.strerror)))
    return entries


def file_entry(folder: Path, path: Path) -> FileEntry:
    """Size and digest of one file below `folder`; OSError that names it if it cannot be read."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        error.filename = str(path)
        raise
    return FileEntry(path.relative_to(folder).as_posix(), path.stat().st_size, digest)


def differences(stated: Iterable[FileEntry], found: Iterable[FileEntry], record: str) -> dict[str, str]:
    """By path, the fault of each file that differs from its entry in the file `record`."""
    ours, theirs = ({entry.path: entry for entry in entries} for entries in (stated, found))
    return {
        path: _difference(ours.get(path), theirs.get(path), record)
        for path in sorted(ours.keys() | theirs.keys())
        if ours.get(path) != theirs.get(path)
    }


def _difference(stated: FileEntry | None, found: FileEntry | None, record: str) -> str:
    if found is None:
        return f"is in {record}, but missing"
    if found.bytes == UNREADABLE:
        return f"cannot be read ({found.sha256})"
    if stated is None:
        return f"is not in {record}"
    is_now, was = (f"{each.bytes} bytes with sha256 {each.sha256[:12]}" for each in (found, stated))
    return f"is {is_now}, in {record} {was}"


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
    try:
        verify_snapshot(folder)
    except DataError:
        return False
    return True


def write_bars_files(folder: Path) -> None:
    """Note every file of a folder of bars, after all others are written."""
    entries = [asdict(entry) for entry in file_entries(folder, FILES_FILE)]
    record = {"version": FORM, "files": entries, "sha256": digest_of(entries)}
    write_new(folder / FILES_FILE, orjson.dumps(record, option=orjson.OPT_INDENT_2))


def changed_bars_files(folder: Path) -> dict[str, str] | None:
    """By path, the fault of each file of a folder of bars that is not as it was written.

    None without a note. DataError `damaged_bars` if the note cannot be read.
    """
    noted = _noted(folder)
    if noted is None:
        return None
    return differences(noted, file_entries(folder, FILES_FILE, with_unreadable=True), FILES_FILE)


def require_as_written(path: Path) -> None:
    """DataError `damaged_bars` if a file of a folder of bars is not as it was noted; hold no lock.

    Does nothing without a readable note, which `almanac verify` reports.
    """
    folder = path.parent
    with locked(folder), suppress(FileNotFoundError):
        found, noted = file_entry(folder, path), None
        with suppress(DataError):
            noted = _noted(folder)
        if any(each.path == found.path and each != found for each in noted or ()):
            raise DataError(
                f"{path}: is not what was written. Bring the folder back from a backup, or delete it and "
                "import its files again.",
                code="damaged_bars",
            )


def _noted(folder: Path) -> list[FileEntry] | None:
    path = folder / FILES_FILE
    try:
        record = orjson.loads(path.read_bytes())
        require_form(path, record.get("version"))
        is_same = record["sha256"] == digest_of(record["files"])
    except FileNotFoundError:
        return None
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path}: not readable ({error}).", code="damaged_bars") from error
    if not is_same:
        raise DataError(f"{path}: says something else than when it was written.", code="damaged_bars")
    return [FileEntry(**each) for each in record["files"]]


def require_form(path: Path | str, found: Any) -> None:
    """DataError `damaged_bars` if a file has another form version, or none."""
    if found != FORM:
        raise DataError(
            f"{path}: is of form {found or 'unnamed'}, and this version of Session Almanac reads form {FORM}."
            " Use the version that wrote it, bring the folder back from a backup, or move the folder away and"
            " import its files again: almanac import FILE.",
            code="damaged_bars",
        )
