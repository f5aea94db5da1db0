"""Describes a snapshot: what it was made of, and every date it leaves out with the reason."""

from dataclasses import fields
from datetime import date

from core.build.engine import code_commit, engine_version, library_versions
from core.contracts.ids import digest_of
from core.contracts.manifest import MANIFEST_SCHEMA, DatedReason, FileEntry, Manifest, Roll, Source
from core.market.instruments import SAMPLE_SYMBOL
from core.market.sessions import SessionBuild
from core.storage.bars import BarsIndex

_ADJUSTMENT = {
    "unadjusted": "unadjusted prices; on a roll session what needs yesterday's levels or the EMA is null",
    "adjusted": "adjusted before the import and taken as they are; rolls have no effect",
    "unknown": "unknown: the bars name no contract, so rolls are not marked and false gaps are possible",
}


def describe(
    build: SessionBuild,
    record: BarsIndex,
    *,
    snapshot_id: str,
    definitions: str,
    built_at: str,
    replaces: str | None,
    files: list[FileEntry],
) -> Manifest:
    """The manifest of a snapshot whose files are written; `built_at` is UTC in ISO form."""
    days, rolls = build.sessions.session_date, _rolls(build)
    return Manifest(
        schema=MANIFEST_SCHEMA,
        snapshot_id=snapshot_id,
        symbol=record.symbol,
        sample_data=record.symbol == SAMPLE_SYMBOL,
        first_session=str(days[0]),
        last_session=str(days[-1]),
        full_sessions=build.full_count,
        short_sessions=_iso(build.short),
        missing_sessions=_iso(build.missing),
        quarantined=[DatedReason(each.session_date.isoformat(), each.reason) for each in build.quarantined],
        closed_days=_iso(build.closed_days),
        rolls=rolls,
        roll_state=record.roll_policy,
        warnings=_warnings(build, record),
        conventions=_conventions(record),
        sources=_sources(record),
        roll_digest=digest_of(rolls),
        definitions_digest=definitions,
        engine=engine_version(),
        libraries=library_versions(),
        commit=code_commit(),
        built_at=built_at,
        replaces=replaces,
        files=files,
    )


def _iso(days: tuple[date, ...]) -> list[str]:
    return [day.isoformat() for day in days]


def _rolls(build: SessionBuild) -> list[Roll]:
    known = dict(
        zip(build.sessions.session_date.tolist(), build.sessions.roll_gap_known.tolist(), strict=True)
    )
    return [
        Roll(roll.session_date.isoformat(), roll.from_contract, roll.to_contract, known[roll.session_date])
        for roll in build.rolls
    ]


def _sources(record: BarsIndex) -> list[Source]:
    names = [each.name for each in fields(Source)]
    return [Source(**{name: getattr(source, name) for name in names}) for source in record.sources]


def _warnings(build: SessionBuild, record: BarsIndex) -> list[str]:
    sample = ["Sample data: made-up sessions, not a market."] if record.symbol == SAMPLE_SYMBOL else []
    return [*sample, *(f"{warning.detail}{_listed(warning.dates)}" for warning in build.warnings)]


def _listed(days: tuple[date, ...]) -> str:
    if not days:
        return ""
    shown = ", ".join(_iso(days[:5]))
    return f": {shown}" if len(days) <= 5 else f": {shown} and {len(days) - 5} more"


def _conventions(record: BarsIndex) -> dict[str, str]:
    return {
        "bars": "five minutes, labelled by their open; bar 1 is 09:30 New York",
        "bars_table": f"warehouse/bars/symbol={record.symbol}, of the sources listed; not copied here",
        "sessions": "full: exactly 81 bars; short (XNYS half day): exactly 45; others are quarantined",
        "yesterday": "the exchange session immediately before, full or short",
        "yesterday_close": "the close of bar 81 (16:10 to 16:15 New York), bar 45 on half days",
        "globex": "the last evening alone: 18:00 New York of the day before to 09:30",
        "closed_days": "trade on days the exchange is closed is no session and nobody's yesterday",
        "signals": "AMA at the server's defaults; each session judged from two sessions before it",
        "adjustment": _ADJUSTMENT[record.adjustment],
    }
