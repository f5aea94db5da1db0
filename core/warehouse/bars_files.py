"""`_files.json` beside a symbol's bars: size and digest of every other file of their folder."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import orjson

from core.contracts.errors import DataError
from core.contracts.ids import digest_of
from core.contracts.manifest import FileEntry
from core.warehouse.integrity import differences, entries_as_found, file_entries

FILES_FILE = "_files.json"


def write_bars_files(folder: Path) -> None:
    """Note every file of a folder of bars; the last thing that is written into it."""
    entries = [asdict(entry) for entry in file_entries(folder, FILES_FILE)]
    record = {"files": entries, "sha256": digest_of(entries)}
    (folder / FILES_FILE).write_bytes(orjson.dumps(record, option=orjson.OPT_INDENT_2))


def changed_bars_files(folder: Path) -> dict[str, str] | None:
    """What is wrong with each file that is not as it was written, by path; None where nothing was noted.

    DataError `damaged_bars` where the note cannot be read.
    """
    path = folder / FILES_FILE
    try:
        record = orjson.loads(path.read_bytes())
        stated, is_same = record["files"], record["sha256"] == digest_of(record["files"])
    except FileNotFoundError:
        return None
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise DataError(f"{path}: not readable ({error}).", code="damaged_bars") from error
    if not is_same:
        raise DataError(f"{path}: says something else than when it was written.", code="damaged_bars")
    written = [FileEntry(**each) for each in stated]
    return differences(written, entries_as_found(folder, FILES_FILE), FILES_FILE)
