"""What the served snapshot says about the sessions that should be there."""

from dataclasses import dataclass
from datetime import date

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest, read_manifest
from core.storage.paths import Warehouse
from core.storage.snapshot_directory import current_id


@dataclass(frozen=True, slots=True)
class Served:
    """The served snapshot; both None where there is none or it cannot be read."""

    snapshot_id: str | None
    manifest: Manifest | None

    @property
    def last(self) -> str | None:
        """The last counted session, full or half, as an ISO date."""
        return None if self.manifest is None else self.manifest.last_session


def served(warehouse: Warehouse, symbol: str) -> Served:
    """The symbol's served snapshot by its manifest alone, not verified."""
    try:
        snapshot_id = current_id(warehouse.snapshots(symbol))
        if snapshot_id is None:
            return Served(None, None)
        return Served(snapshot_id, read_manifest(warehouse.snapshot(symbol, snapshot_id)))
    except DataError:
        return Served(None, None)


def lacking(found: Served, session: date) -> str | None:
    """Why a session is not among those served, None where it is."""
    day, manifest = session.isoformat(), found.manifest
    if manifest is None:
        return f"{day} is not there: nothing is published"
    reason = next((each.reason for each in manifest.quarantined if each.date == day), None)
    if reason is not None:
        return f"{day} is quarantined: {reason}"
    if day > manifest.last_session or day in manifest.missing_sessions:
        return f"{day} is not there"
    return None


def absent(found: Served, recent: tuple[date, ...]) -> tuple[date, ...]:
    """Of the recent sessions those without bars: after the last one that counts, or missing between."""
    if found.manifest is None:
        return recent[-1:]
    manifest = found.manifest
    return tuple(
        day
        for day in recent
        if day.isoformat() > manifest.last_session or day.isoformat() in manifest.missing_sessions
    )
