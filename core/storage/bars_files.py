"""`_files.json` beside a symbol's bars: size and digest of every other file of their folder."""

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import orjson

from core.contracts.errors import DataError
from core.contracts.ids import digest_of
from core.contracts.manifest import FileEntry
from core.storage.folders import locked
from core.storage.integrity import differences, entries_as_found, file_entries, file_entry

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
    written = _noted(folder)
    return None if written is None else differences(written, entries_as_found(folder, FILES_FILE), FILES_FILE)


def require_as_written(path: Path) -> None:
    """DataError `damaged_bars` where a file of a folder of bars is not as it was noted; hold no lock.

    Nothing where nothing was noted, or the note cannot be read, which `almanac verify` names.
    """
    folder = path.parent
    with locked(folder), suppress(FileNotFoundError):
        found = file_entry(folder, path)
        stated = [each for each in _note_or_nothing(folder) if each.path == found.path]
        if stated and stated != [found]:
            raise DataError(
                f"{path}: is not what was written. Bring the folder back from a backup, or delete it and "
                "import its files again.",
                code="damaged_bars",
            )


def _note_or_nothing(folder: Path) -> list[FileEntry]:
    with suppress(DataError):
        return _noted(folder) or []
    return []


def _noted(folder: Path) -> list[FileEntry] | None:
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
    return [FileEntry(**each) for each in stated]
