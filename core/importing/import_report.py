"""What an import did, or would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from core.contracts.manifest import RollPolicy
from core.importing.findings.defects import FileFinding
from core.market.sessions import SessionBuild


@dataclass(frozen=True, slots=True)
class SessionChange:
    """A day with another state after the import: full, half day, quarantined with its reason, missing."""

    session_date: date
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or with `dry_run` would do.

    `rows` are the file's rows. `added` and `replaced` count bars; `held` counts bars that a source of higher
    rank kept; `changed` counts changed bars by field. `out` is the file written instead of the warehouse.
    `build` are the sessions of all bars, `reading` the lines that describe how the file was read, `source`
    the file's source, `findings` its defects. `sessions`, only of a dry run, are the days that would change.
    """

    symbol: str
    path: Path
    rows: int
    added: int
    replaced: int
    roll_policy: RollPolicy
    build: SessionBuild
    out: Path | None = None
    reading: tuple[str, ...] = ()
    held: int = 0
    changed: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    sessions: tuple[SessionChange, ...] = ()
    dry_run: bool = False
    findings: tuple[FileFinding, ...] = ()


def session_changes(before: SessionBuild | None, after: SessionBuild) -> tuple[SessionChange, ...]:
    """Days with a changed state, ascending; `before` is None if there were no bars."""
    old, new = {} if before is None else _states(before), _states(after)
    days = sorted(day for day in old.keys() | new.keys() if old.get(day) != new.get(day))
    return tuple(SessionChange(day, old.get(day, "none"), new.get(day, "none")) for day in days)


def _states(build: SessionBuild) -> dict[date, str]:
    counted = build.sessions.session_date.tolist()
    full = build.sessions.is_full.tolist()
    return {
        **{day: "full" if is_full else "half day" for day, is_full in zip(counted, full, strict=True)},
        **{each.session_date: f"quarantined ({each.reason})" for each in build.quarantined},
        **dict.fromkeys(build.missing, "missing"),
        **dict.fromkeys(build.closed_days, "closed day with trade"),
    }
