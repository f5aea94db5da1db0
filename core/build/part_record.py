"""The record of a part: its inputs, and each of its files with size and digest."""

from pathlib import Path
from typing import Any

import msgspec

from core.contracts.manifest import FileEntry
from core.warehouse.durable import write_new
from core.warehouse.integrity import differences, file_entries

RECORD_FILE = "record.json"


class UnreadablePart(Exception):
    """A part is missing or damaged; the message names the fault."""


class Record(msgspec.Struct):
    """`record.json`; `started_from` is the snapshot that was served when the build began."""

    made_from: str
    started_from: str | None
    facts: dict[str, Any]
    files: list[FileEntry]


def write_record(folder: Path, made_from: str, started_from: str | None, facts: dict[str, Any]) -> Record:
    """Note every file of a part's folder, after all others are written."""
    record = Record(made_from, started_from, facts, file_entries(folder, RECORD_FILE))
    write_new(folder / RECORD_FILE, msgspec.json.format(msgspec.json.encode(record)))
    return record


def read_record(folder: Path) -> Record:
    """The record of a part with every file as written, else UnreadablePart. Hold the part's lock."""
    try:
        record = msgspec.json.decode((folder / RECORD_FILE).read_bytes(), type=Record)
        changed = differences(record.files, file_entries(folder, RECORD_FILE), RECORD_FILE)
    except (OSError, msgspec.DecodeError) as error:
        raise UnreadablePart(f"cannot be read ({error})") from error
    for path, what in changed.items():
        raise UnreadablePart(f"{path} {what}")
    return record
