"""The manifest: what one snapshot was made of, and what was left out (architecture.md, Contracts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MANIFEST_SCHEMA = 1
MANIFEST_FILE = "manifest.json"

RollState = Literal["contracts", "calendar", "adjusted", "file", "unknown"]


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
    roll_state: RollState
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
