"""`almanac status`: what is served, how old it is, and what it leaves out."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from cli.options import Commands, add_symbol, add_warehouse, symbol_among, warehouse_of

if TYPE_CHECKING:
    from core.contracts.manifest import Manifest
    from core.warehouse.status import SymbolStatus

_NOTHING = "Bring bars in with: almanac import FILE, or: almanac import --sample"


def add_commands(commands: Commands) -> None:
    """Register `status`."""
    parser = commands.add_parser(
        "status",
        help="what is served, how old it is, what it leaves out",
        description="Per symbol: the served snapshot, its sessions, its age, its rolls, its warnings and "
        "what it leaves out; then event tables that end within 60 days. Exit code 1 where a symbol is "
        "stale (bars or code changed since), broken or not built.",
    )
    add_symbol(parser, "which symbol (default: all)")
    add_warehouse(parser)
    parser.set_defaults(run=show_status)


def show_status(asked: argparse.Namespace) -> int:
    """Print each symbol's status; 0 where all are ok, else 1."""
    from core.market.event_coverage import coverage_warnings
    from core.warehouse.status import status_of
    from core.warehouse.symbols import known_symbols

    warehouse = warehouse_of(asked)
    symbols = known_symbols(warehouse)
    first = symbol_among(asked.symbol, symbols, _NOTHING)
    found = [status_of(warehouse, symbol) for symbol in ((first,) if asked.symbol else symbols)]
    print("\n\n".join("\n".join(_lines(each)) for each in found))
    for warning in coverage_warnings(datetime.now(UTC).date()):
        print(f"\nwarning: {warning}")
    return 0 if all(each.state == "ok" for each in found) else 1


def _lines(found: SymbolStatus) -> list[str]:
    head = f"{found.symbol}  {found.state}" + (f": {found.detail}" if found.detail else "")
    about = [] if found.manifest is None else _about(found.manifest)
    kept = [("kept", ", ".join(found.kept))] if found.kept else []
    return [head, *(f"  {name:<13} {text}" for name, text in (*about, *kept))]


def _about(manifest: Manifest) -> list[tuple[str, str]]:
    days = f"{manifest.first_session} to {manifest.last_session}"
    built = datetime.fromisoformat(manifest.built_at)
    return [
        ("snapshot", manifest.snapshot_id),
        ("sessions", f"{manifest.full_sessions:,} full, {days}"),
        ("last session", f"{manifest.last_session}, {_days_ago(date.fromisoformat(manifest.last_session))}"),
        ("built", f"{built:%Y-%m-%d %H:%M} UTC, {_days_ago(built.date())}"),
        ("rolls", f"{manifest.roll_state}, {len(manifest.rolls)} in the data"),
        *_left_out(manifest),
        *(("warning", text) for text in manifest.warnings),
    ]


def _left_out(manifest: Manifest) -> list[tuple[str, str]]:
    return [
        ("half days", _counted(manifest.short_sessions)),
        ("missing", _counted(manifest.missing_sessions)),
        ("closed days", _counted(manifest.closed_days)),
        ("quarantined", _counted([f"{each.date} ({each.reason})" for each in manifest.quarantined])),
    ]


def _counted(entries: list[str]) -> str:
    return f"{len(entries)}: {', '.join(entries)}" if entries else "0"


def _days_ago(day: date) -> str:
    days = (datetime.now(UTC).date() - day).days
    return "today" if days == 0 else f"{days:,} {'day' if days == 1 else 'days'} ago"
