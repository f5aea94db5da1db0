"""The record of a part: what it was made from, and each of its files with size and digest."""

from pathlib import Path
from typing import Any

import msgspec

from core.contracts.manifest import FileEntry
from core.warehouse.integrity import differences, file_entries

RECORD_FILE = "record.json"


class UnreadablePart(Exception):
    """A part that is not there, or not as it was written; the message says what is wrong."""


class Record(msgspec.Struct):
    """`record.json`; `started_from` is the snapshot that was served when the build began."""

    made_from: str
    started_from: str | None
    facts: dict[str, Any]
    files: list[FileEntry]


def write_record(folder: Path, made_from: str, started_from: str | None, facts: dict[str, Any]) -> Record:
    """Note every file of a part's folder; the last thing that is written into it."""
    record = Record(made_from, started_from, facts, file_entries(folder, RECORD_FILE))
    (folder / RECORD_FILE).write_bytes(msgspec.json.format(msgspec.json.encode(record)))
    return record


def read_record(folder: Path) -> Record:
    """The record of a part with every file as written; UnreadablePart for any other. Hold its lock."""
    try:
        record = msgspec.json.decode((folder / RECORD_FILE).read_bytes(), type=Record)
        changed = differences(record.files, file_entries(folder, RECORD_FILE), RECORD_FILE)
    except (OSError, msgspec.DecodeError) as error:
        raise UnreadablePart(f"cannot be read ({error})") from error
    for path, what in changed.items():
        raise UnreadablePart(f"{path} {what}")
    return record
