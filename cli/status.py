"""`almanac status`: whether tonight worked, what is served, how old it is, and what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import IMPORT_OR_SAMPLE, AsJson, AtWarehouse, print_json, symbol_among, symbol_argument
from core.contracts.errors import DataError
from core.contracts.version import VERSION

if TYPE_CHECKING:
    from core.build.status import NightStatus, SymbolStatus
    from core.contracts.manifest import Manifest
    from core.warehouse.paths import Warehouse

app = typer.Typer()

_REASONS = {
    "late": "not there yet",
    "missing": "missing",
    "outage": "provider outage",
    "ok": "gone since it was in",
}


@app.command(short_help="whether tonight worked, what is served, what it leaves out")
def status(
    symbol: Annotated[str | None, symbol_argument("all")] = None,
    *,
    as_json: AsJson = False,
    warehouse: AtWarehouse,
) -> int:
    """Per symbol a first line that says whether tonight worked (hours of New York), then the served snapshot,
    its sessions, its age, its rolls, its warnings and what it leaves out, and the session so far; then event
    tables that end within 60 days. Exit code 1 where a symbol is stale (the session that is due is not
    served), incomplete (a recent session has no bars, or the last run failed), outdated (bars or code changed
    since), broken or not built.
    """
    from core.build.status import status_of
    from core.market.event_calendars import coverage_warnings
    from core.warehouse.paths import known_symbols

    symbols = known_symbols(warehouse)
    first = symbol_among(warehouse, symbol, symbols, IMPORT_OR_SAMPLE)
    found = [status_of(warehouse, each) for each in ((first,) if symbol else symbols)]
    so_far = {each.symbol: _so_far(warehouse, each) for each in found}
    warnings = coverage_warnings(datetime.now(UTC).date())
    if as_json:
        records = [_record(each) | {"so_far": so_far[each.symbol]} for each in found]
        print_json({"version": VERSION, "symbols": records, "warnings": warnings})
    else:
        parts = ["\n".join(_lines(each, so_far[each.symbol])) for each in found]
        print("\n\n".join([*parts, *(f"warning: {warning}" for warning in warnings), f"version {VERSION}"]))
    return 0 if all(each.state == "ok" for each in found) else 1


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
        "missing": tonight.missing if tonight else [],
        "night": tonight and tonight.night,
        "kept": found.kept,
    }


def _so_far(warehouse: Warehouse, found: SymbolStatus) -> str | None:
    """The session so far and its age, None where there is none that the snapshot does not have."""
    from core.warehouse.so_far import read_so_far

    try:
        known = read_so_far(warehouse, found.symbol)
    except DataError as error:
        return error.detail
    if known is None or (found.manifest and known.session_date <= found.manifest.last_session):
        return None
    minutes = max(int(datetime.now(UTC).timestamp()) - known.at, 0) // 60
    return f"{known.session_date}, {len(known.bars.c)} bars, read {minutes:,} min ago from {known.source}"


def _lines(found: SymbolStatus, so_far: str | None) -> list[str]:
    facts: list[tuple[str, str]] = []
    last = found.tonight and found.tonight.night and found.tonight.night.last
    if last:
        facts += [
            ("night", f"{each.name}: {each.added:,} new, {each.replaced:,} replaced") for each in last.arrived
        ]
        refused = [("night", f"refused: {each.why}") for each in last.refused]
        facts += refused or ([("night", last.why)] if last.why else [])
    if found.manifest:
        facts += _about(found.manifest)
    if so_far:
        facts.append(("so far", so_far))
    if found.kept:
        facts.append(("kept", ", ".join(found.kept)))
    return [headline(found), *(f"  {name:<13} {text}" for name, text in facts)]


def _about(manifest: Manifest) -> list[tuple[str, str]]:
    today = datetime.now(UTC).date()
    first, last = manifest.first_session, manifest.last_session
    built = datetime.fromisoformat(manifest.built_at)
    return [
        ("snapshot", manifest.snapshot_id),
        ("sessions", f"{manifest.full_sessions:,} full, {first} to {last}"),
        ("last session", f"{last}, {_days_ago(date.fromisoformat(last), today)}"),
        ("built", f"{built:%Y-%m-%d %H:%M} UTC, {_days_ago(built.date(), today)}"),
        ("rolls", f"{manifest.roll_state}, {len(manifest.rolls)} in the data"),
        ("half days", _counted(manifest.short_sessions)),
        ("missing", _counted(manifest.missing_sessions)),
        ("closed days", _counted(manifest.closed_days)),
        ("quarantined", _counted([f"{each.date} ({each.reason})" for each in manifest.quarantined])),
        *(("warning", text) for text in manifest.warnings),
    ]


def _counted(entries: Sequence[str]) -> str:
    return f"{len(entries)}: {', '.join(entries)}" if entries else "0"


def _days_ago(day: date, today: date) -> str:
    days = (today - day).days
    return "today" if days == 0 else f"{days:,} {'day' if days == 1 else 'days'} ago"


def headline(found: SymbolStatus) -> str:
    """`ES  ok  2026-11-20 in, built 18:42`, or in capitals what is wrong; hours are New York's."""
    manifest, tonight = found.manifest, found.tonight
    if tonight is None or manifest is None or found.state == "outdated":
        return f"{found.symbol}  {found.state}" + (f": {found.detail}" if found.detail else "")
    due = tonight.due
    if found.state == "stale":
        day = "" if due.next_try == due.last_try else f"{due.next_try:%Y-%m-%d} "
        expected = f"expected {due.session}, have {manifest.last_session}"
        return f"{found.symbol}  STALE  {expected}: {_reason(tonight)}, next try {day}{due.next_try:%H:%M}"
    built = _local(manifest.built_at, tonight)
    hour = f"{built:%H:%M}" if built.date() >= due.session else f"{built:%Y-%m-%d %H:%M}"
    parts = [f"{due.session} in, built {hour}"]
    if tonight.has_failed:
        parts.append(_reason(tonight))
    if tonight.missing:
        parts.append(f"no bars of {', '.join(map(str, tonight.missing))}: drop a file that has them")
    return f"{found.symbol}  {'ok' if found.state == 'ok' else 'INCOMPLETE'}  {'; '.join(parts)}"


def _reason(tonight: NightStatus) -> str:
    last = None if tonight.night is None else tonight.night.last
    if last is None:
        return "no nightly run yet"
    hour = f"{_local(last.ended or last.started, tonight):%H:%M}"
    if last.result is None:
        return f"the run of {hour} is at work" if tonight.is_running else f"the run of {hour} was cut off"
    if last.result in ("late", "missing") and "quarantined" in tonight.lacking:
        return f"{tonight.lacking} at {hour}"
    return f"{_REASONS.get(last.result, last.result)} at {hour}"


def _local(stamp: str, tonight: NightStatus) -> datetime:
    return datetime.fromisoformat(stamp).astimezone(tonight.due.last_try.tzinfo)
