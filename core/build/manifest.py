"""The manifest of a snapshot: its bars, code and libraries, and every date it leaves out with the reason."""

import hashlib
import platform
import subprocess
from datetime import date
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec

from core.contracts.ids import ENGINE_VERSION, digest_of
from core.contracts.manifest import MANIFEST_SCHEMA, DatedReason, FileEntry, Manifest, Roll, Source
from core.market.instruments import COIN_SYMBOL, SAMPLE_SYMBOL
from core.market.market import Market
from core.market.sessions import SessionBuild
from core.warehouse.bars import BarsIndex

CORE = Path(__file__).parents[1]
_HOME = __name__.removesuffix("core.build.manifest")
"""Prefix of `core` in the names of an installed package's modules; empty in a checkout."""

_LIBRARIES = ("numpy", "scipy", "pandas", "pyarrow", "statsmodels", "exchange_calendars", "orjson")

_ADJUSTMENT = {
    "unadjusted": "unadjusted prices; on a roll session what needs yesterday's levels or the EMA is null",
    "adjusted": "adjusted before the import and taken as they are; rolls have no effect",
    "unknown": "unknown: the bars name no contract, so rolls are not marked and false gaps are possible",
}

_MADE_UP = "Sample data: made-up sessions, not a market."
_SAMPLE = {
    SAMPLE_SYMBOL: (_MADE_UP,),
    COIN_SYMBOL: (_MADE_UP, "Every bar of the sample turned by a coin. There is nothing to find."),
}
"""Warnings about sample data, by its symbol."""

_CONVENTIONS = {
    "sessions": "full: exactly 81 bars; short (XNYS half day): exactly 45; others are quarantined",
    "yesterday": "the exchange session immediately before, full or short",
    "yesterday_close": "the close of bar 81 (16:10 to 16:15 New York), bar 45 on half days",
    "globex": "the last evening alone: 18:00 New York of the day before to 09:30",
    "closed_days": "trade on days the exchange is closed is no session and nobody's yesterday",
    "signals": "AMA at the server's defaults; each session judged from two sessions before it",
}


@cache
def engine_version() -> str:
    """The engine's version and twelve hex digits over the source and the tables of `core`.

    Any changed calculation gives a new version, so that no snapshot of old code passes for a new one.
    An installed package has the version of the checkout it is from.
    """
    installed, written = f"from {_HOME}core.".encode(), b"from core."
    digest = hashlib.sha256()
    for path in sorted(path for path in CORE.rglob("*") if path.suffix in (".py", ".toml", ".csv")):
        digest.update(path.relative_to(CORE).as_posix().encode())
        digest.update(path.read_bytes().replace(installed, written))
    return f"{ENGINE_VERSION}+{digest.hexdigest()[:12]}"


@cache
def library_versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in _LIBRARIES}}


@cache
def code_commit() -> str | None:
    """The commit of the checkout this code runs from; None outside one, also in another repository."""
    if _HOME:
        return None
    asked = ["git", "-C", str(CORE), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


def describe(
    build: SessionBuild,
    record: BarsIndex,
    *,
    snapshot_id: str,
    definitions: str,
    own_mistakes: list[str],
    built_at: str,
    replaces: str | None,
    files: list[FileEntry],
    minutes: str = "",
) -> Manifest:
    """The manifest of a snapshot with written files; `built_at` is UTC in ISO form.

    `own_mistakes` explain which own features are left out; `minutes` is the text of `minutes_in_words`.
    """
    table, sample = build.sessions, _SAMPLE.get(record.symbol, ())
    known = dict(zip(table.session_date.tolist(), table.roll_gap_known.tolist(), strict=True))
    rolls = [
        Roll(each.session_date.isoformat(), each.from_contract, each.to_contract, known[each.session_date])
        for each in build.rolls
    ]
    return Manifest(
        schema=MANIFEST_SCHEMA,
        snapshot_id=snapshot_id,
        symbol=record.symbol,
        sample_data=bool(sample),
        first_session=str(table.session_date[0]),
        last_session=str(table.session_date[-1]),
        full_sessions=build.full_count,
        short_sessions=_iso(build.short),
        missing_sessions=_iso(build.missing),
        quarantined=[DatedReason(each.session_date.isoformat(), each.reason) for each in build.quarantined],
        closed_days=_iso(build.closed_days),
        rolls=rolls,
        roll_state=record.roll_policy,
        warnings=[
            *sample,
            *(f"{each.detail}{_listed(each.dates)}" for each in build.warnings),
            *own_mistakes,
        ],
        conventions={
            "bars": "five minutes, labelled by their open; bar 1 is 09:30 New York",
            "bars_table": f"warehouse/bars/symbol={record.symbol}, of the sources listed; not copied here",
            **({"minutes": minutes} if minutes else {}),
            **_CONVENTIONS,
            "adjustment": _ADJUSTMENT[record.adjustment],
        },
        sources=msgspec.convert(record.sources, list[Source], from_attributes=True),
        roll_digest=digest_of(rolls),
        definitions_digest=definitions,
        engine=engine_version(),
        libraries=library_versions(),
        commit=code_commit(),
        built_at=built_at,
        replaces=replaces,
        files=files,
    )


def minutes_in_words(market: Market) -> str:
    """Which sessions have one-minute bars; empty if the symbol keeps none."""
    if market.minutes is None:
        return ""
    days = market.session_date[market.minutes.known.any(axis=1)]
    if not len(days):
        return "kept, and none in a full session yet: what came first within a bar is unknown"
    return (
        f"what came first within a bar is by its one-minute bars, from {days[0].astype('datetime64[D]')} on: "
        f"{len(days)} of {len(market)} full sessions have some"
    )


def _iso(days: tuple[date, ...]) -> list[str]:
    return [day.isoformat() for day in days]


def _listed(days: tuple[date, ...]) -> str:
    if not days:
        return ""
    shown = ", ".join(_iso(days[:5]))
    return f": {shown}" if len(days) <= 5 else f": {shown} and {len(days) - 5} more"
