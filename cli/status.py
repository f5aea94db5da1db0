"""`almanac status`: whether tonight worked, what is served, how old it is, and what it leaves out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from cli.headline import days_ago, headline
from cli.options import Commands, add_symbol, add_warehouse, symbol_among, warehouse_of

if TYPE_CHECKING:
    from core.build.status import NightStatus, SymbolStatus
    from core.contracts.manifest import Manifest

_NOTHING = "Bring bars in with: almanac import FILE, or: almanac import --sample"


def add_commands(commands: Commands) -> None:
    """Register `status`."""
    parser = commands.add_parser(
        "status",
        help="whether tonight worked, what is served, what it leaves out",
        description="Per symbol a first line that says whether tonight worked (hours of New York), then the "
        "served snapshot, its sessions, its age, its rolls, its warnings and what it leaves out; then event "
        "tables that end within 60 days. Exit code 1 where a symbol is stale (the session that is due is not "
        "served), incomplete (a recent session has no bars, or the last run failed), outdated (bars or code "
        "changed since), broken or not built.",
    )
    add_symbol(parser, "which symbol (default: all)")
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    add_warehouse(parser)
    parser.set_defaults(run=show_status)


def show_status(asked: argparse.Namespace) -> int:
    """Print each symbol's status; 0 where all are ok, else 1."""
    from core.build.status import status_of
    from core.market.event_calendars import coverage_warnings
    from core.storage.symbols import known_symbols

    warehouse = warehouse_of(asked)
    symbols = known_symbols(warehouse)
    first = symbol_among(asked, symbols, _NOTHING)
    found = [status_of(warehouse, symbol) for symbol in ((first,) if asked.symbol else symbols)]
    warnings = coverage_warnings(datetime.now(UTC).date())
    print(_json(found, warnings) if asked.json else _text(found, warnings))
    return 0 if all(each.state == "ok" for each in found) else 1


def _text(found: Sequence[SymbolStatus], warnings: Sequence[str]) -> str:
    parts = ["\n".join(_lines(each)) for each in found]
    return "\n\n".join([*parts, *(f"warning: {warning}" for warning in warnings)])


def _json(found: Sequence[SymbolStatus], warnings: Sequence[str]) -> str:
    import orjson

    document = {"symbols": [_record(each) for each in found], "warnings": list(warnings)}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()


def _record(found: SymbolStatus) -> dict[str, Any]:
    manifest, tonight = found.manifest, found.tonight
    return {
        "symbol": found.symbol,
        "state": found.state,
        "headline": headline(found),
        "detail": found.detail,
        "have": manifest and manifest.last_session,
        "snapshot_id": manifest and manifest.snapshot_id,
        "built_at": manifest and manifest.built_at,
        "expected": tonight and tonight.due.session,
        "next_try": tonight and tonight.due.next_try,
        "missing": list(tonight.missing) if tonight else [],
        "night": tonight and tonight.night and asdict(tonight.night),
        "kept": list(found.kept),
    }


def _lines(found: SymbolStatus) -> list[str]:
    night = [] if found.tonight is None else _night(found.tonight)
    about = [] if found.manifest is None else _about(found.manifest)
    kept = [("kept", ", ".join(found.kept))] if found.kept else []
    return [headline(found), *(f"  {name:<13} {text}" for name, text in (*night, *about, *kept))]


def _night(tonight: NightStatus) -> list[tuple[str, str]]:
    last = None if tonight.night is None else tonight.night.last
    if last is None:
        return []
    files = [f"{each.name}: {each.added:,} new, {each.replaced:,} replaced" for each in last.arrived]
    refused = [f"refused: {each.why}" for each in last.refused]
    why = [last.why] if last.why and not refused else []
    return [("night", text) for text in (*files, *refused, *why)]


def _about(manifest: Manifest) -> list[tuple[str, str]]:
    today = datetime.now(UTC).date()
    days = f"{manifest.first_session} to {manifest.last_session}"
    built = datetime.fromisoformat(manifest.built_at)
    return [
        ("snapshot", manifest.snapshot_id),
        ("sessions", f"{manifest.full_sessions:,} full, {days}"),
        (
            "last session",
            f"{manifest.last_session}, {days_ago(date.fromisoformat(manifest.last_session), today)}",
        ),
        ("built", f"{built:%Y-%m-%d %H:%M} UTC, {days_ago(built.date(), today)}"),
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
