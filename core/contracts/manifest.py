"""The manifest: what one snapshot was made of, and what was left out (architecture.md, Contracts)."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import msgspec
import orjson

from core.contracts.errors import DataError
from core.contracts.ids import digest_of

MANIFEST_SCHEMA = 1
MANIFEST_FILE = "manifest.json"

_OWN_DIGEST = "sha256"
"""The manifest's last entry: a digest of the others."""

RollPolicy = Literal["contracts", "calendar", "adjusted", "file", "unknown"]
"""Where contracts come from: the bars' own, the exchange's roll calendar, nowhere because the prices are
already adjusted, a roll file, or nobody knows."""


@dataclass(frozen=True, slots=True)
class DatedReason:
    """A date and why it is set apart."""

    date: str
    reason: str


@dataclass(frozen=True, slots=True)
class Source:
    """One imported file: its name without a folder, digest and extent (first and last UTC bar open)."""

    name: str
    sha256: str
    rows: int
    first_ts: str
    last_ts: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A session whose contract differs from the previous session's."""

    date: str
    from_contract: str
    to_contract: str
    difference_known: bool


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the snapshot, its path below the snapshot's folder."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One immutable publication. Dates are ISO; `built_at` is UTC.

    `full`, `short`, `missing`, `closed_days`, `quarantined` explain every date between the first and the last
    session; `conventions` records how yesterday's close, Globex and adjustment are meant (ruling 7).
    """

    schema: int
    snapshot_id: str
    symbol: str
    sample_data: bool
    first_session: str
    last_session: str
    full_sessions: int
    short_sessions: list[str]
    missing_sessions: list[str]
    quarantined: list[DatedReason]
    closed_days: list[str]
    rolls: list[Roll]
    roll_state: RollPolicy
    warnings: list[str]
    conventions: dict[str, str]
    sources: list[Source]
    roll_digest: str
    definitions_digest: str
    engine: str
    libraries: dict[str, str]
    commit: str | None
    built_at: str
    replaces: str | None
    files: list[FileEntry]


def manifest_to_json(manifest: Manifest) -> bytes:
    """The stored manifest: indented JSON with a digest of its content."""
    record = orjson.loads(orjson.dumps(manifest))
    return orjson.dumps(
        {**record, _OWN_DIGEST: digest_of(record)}, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    )


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the snapshot in `folder`; DataError `bad_manifest` if it is not as written."""
    path = folder / MANIFEST_FILE
    try:
        found = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise _bad_manifest(path, f"cannot be read ({error})") from error
    if not isinstance(found, dict) or found.get("schema") != MANIFEST_SCHEMA:
        raise _bad_manifest(path, f"is no manifest of schema {MANIFEST_SCHEMA}")
    if not _says_what_was_written(found):
        raise _bad_manifest(path, "says something else than when it was written")
    try:
        return msgspec.convert(found, Manifest)
    except msgspec.ValidationError as error:
        raise _bad_manifest(path, f"lacks or mistypes {error}") from error


def _says_what_was_written(found: dict[str, Any]) -> bool:
    """Whether its own digest fits; a manifest without one must hold only known fields."""
    stated = found.pop(_OWN_DIGEST, None)
    if stated is None:
        return found.keys() <= {each.name for each in fields(Manifest)}
    return bool(stated == digest_of(found))


def _bad_manifest(path: Path, what: str) -> DataError:
    return DataError(
        f"{path}: {what}. Roll back with `almanac rollback`, or build again with `almanac build`.",
        code="bad_manifest",
    )
