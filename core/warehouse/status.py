"""What a warehouse holds and whether it can be trusted to serve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.contracts.errors import DataError
from core.contracts.manifest import Manifest
from core.warehouse.bars import has_bars
from core.warehouse.build import start
from core.warehouse.integrity import verify_snapshot
from core.warehouse.paths import Warehouse
from core.warehouse.shelf import current_id, published

State = Literal["ok", "stale", "broken", "unbuilt"]


@dataclass(frozen=True, slots=True)
class SymbolStatus:
    """One symbol: `manifest` of the served snapshot where it is whole, `detail` says what to do if not ok.

    `kept` are the other snapshots one can roll back to, the latest built first.
    """

    symbol: str
    state: State
    detail: str
    manifest: Manifest | None
    kept: tuple[str, ...]


def status_of(warehouse: Warehouse, symbol: str) -> SymbolStatus:
    """Read the served snapshot back and compare it with what a build of today's bars and code would be."""
    shelf = warehouse.snapshots(symbol)
    try:
        served = current_id(shelf)
        if served is None:
            return SymbolStatus(symbol, "unbuilt", f"no snapshot yet; run: almanac build {symbol}", None, ())
        manifest = verify_snapshot(warehouse.snapshot(symbol, served))
    except DataError as error:
        return SymbolStatus(symbol, "broken", error.detail, None, _kept(warehouse, symbol, None))
    kept = _kept(warehouse, symbol, served)
    if _is_stale(warehouse, symbol, served):
        detail = f"bars or code have changed since it was built; run: almanac build {symbol}"
        return SymbolStatus(symbol, "stale", detail, manifest, kept)
    return SymbolStatus(symbol, "ok", "", manifest, kept)


def _kept(warehouse: Warehouse, symbol: str, served: str | None) -> tuple[str, ...]:
    names = (manifest.snapshot_id for manifest in published(warehouse.snapshots(symbol)))
    return tuple(name for name in names if name != served)


def _is_stale(warehouse: Warehouse, symbol: str, served: str) -> bool:
    return has_bars(warehouse, symbol) and start(warehouse, symbol).snapshot_id != served
