"""The content of a warehouse, whether it is fit to serve, and whether tonight worked."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Literal

from core.build.build import start
from core.contracts.errors import DataError
from core.contracts.manifest import Manifest
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.warehouse.bars import has_bars
from core.warehouse.due import DueSession, due_session, lacking
from core.warehouse.integrity import verify_snapshot
from core.warehouse.nights import Night, is_kept_nightly, is_running, read_night
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id, published

State = Literal["ok", "stale", "outdated", "incomplete", "broken", "unbuilt"]
"""stale: the session that is due is not served; outdated: bars or code are newer than the snapshot;
incomplete: it is served, but a session of the ten before has no bars or the latest run failed."""


@dataclass(frozen=True, slots=True)
class NightStatus:
    """Whether tonight worked. `lacking` says why the due session is not served, "" if it is.

    `night` is tonight's record, None before the first run; `missing` are recent sessions without bars.
    """

    due: DueSession
    night: Night | None
    is_running: bool
    lacking: str
    missing: tuple[date, ...]

    @property
    def has_failed(self) -> bool:
        """Whether the latest run could not publish its result."""
        last = None if self.night is None else self.night.last
        return last is not None and last.result == "failed"


@dataclass(frozen=True, slots=True)
class SymbolStatus:
    """One symbol: `manifest` of a whole served snapshot; `detail` has the remedy if not ok.

    `kept` are the other snapshots for a rollback, the latest first; `tonight` is None if no nightly run
    imports the symbol's bars.
    """

    symbol: str
    state: State
    detail: str
    manifest: Manifest | None
    kept: tuple[str, ...]
    tonight: NightStatus | None = None


def status_of(warehouse: Warehouse, symbol: str, now: datetime | None = None) -> SymbolStatus:
    """Verify the served snapshot, and compare it with a build of today's bars and code.

    For a symbol with nightly runs, `now` (aware; the clock's if None) decides which session is due.
    """
    found = _of_snapshot(warehouse, symbol)
    if not is_kept_nightly(warehouse, symbol):
        return found
    tonight = _tonight(warehouse, symbol, found.manifest, now or datetime.now(UTC))
    state: State = found.state
    if found.manifest is not None and tonight.lacking:
        state = "stale"
    elif state == "ok" and (tonight.missing or tonight.has_failed):
        state = "incomplete"
    return replace(found, tonight=tonight, state=state)


def _of_snapshot(warehouse: Warehouse, symbol: str) -> SymbolStatus:
    directory = warehouse.snapshots(symbol)
    known = [manifest.snapshot_id for manifest in published(directory)]
    try:
        served = current_id(directory)
        if served is None:
            return SymbolStatus(symbol, "unbuilt", f"no snapshot yet; run: almanac build {symbol}", None, ())
        manifest = verify_snapshot(warehouse.snapshot(symbol, served))
    except DataError as error:
        return SymbolStatus(symbol, "broken", error.detail, None, tuple(known))
    kept = tuple(name for name in known if name != served)
    if has_bars(warehouse, symbol) and start(warehouse, symbol).snapshot_id != served:
        detail = f"bars or code have changed since it was built; run: almanac build {symbol}"
        return SymbolStatus(symbol, "outdated", detail, manifest, kept)
    return SymbolStatus(symbol, "ok", "", manifest, kept)


def _tonight(warehouse: Warehouse, symbol: str, manifest: Manifest | None, now: datetime) -> NightStatus:
    due = due_session(now, exchange_calendar(instrument(symbol).calendar))
    gone = () if manifest is None else manifest.missing_sessions
    return NightStatus(
        due=due,
        night=read_night(warehouse, symbol, due.session),
        is_running=is_running(warehouse, symbol),
        lacking=lacking(manifest, due.session) or "",
        missing=tuple(day for day in due.recent if day.isoformat() in gone and day != due.session),
    )
