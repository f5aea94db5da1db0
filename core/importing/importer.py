"""Importing a file of bars into the warehouse, or into a parquet file of its own."""

import re
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.contracts.manifest import RollPolicy
from core.importing.bounded_read import read_bounded
from core.importing.findings.compare import compared_findings
from core.importing.findings.defects import accepted
from core.importing.findings.hours import in_trading_hours
from core.importing.findings.levels import findings_after
from core.importing.findings.report import FindingsReport, findings_sidecars, report_of
from core.importing.formats.bar_file import BarFile, check_values, check_zone, on_tick
from core.importing.import_report import ImportReport, session_changes
from core.importing.merge import (
    changed_fields,
    changes,
    may_keep_minutes,
    merged,
    merged_minutes,
    minutes_on_tick,
    reading_of,
)
from core.importing.overrides import NO_OVERRIDES, Overrides
from core.importing.progress import report_progress
from core.importing.sources import (
    NO_BOOK,
    NO_SOURCE_OVERRIDES,
    SourceBook,
    SourceOverrides,
    keep_pin,
    read_sources,
)
from core.importing.symbols import name_contracts, name_findings, resolve_symbol, roll_choice, settled_policy
from core.market.calendar import exchange_calendar
from core.market.instruments import COIN_SYMBOL, MONTH_CODES, SAMPLE_SYMBOL, Instrument, instrument
from core.market.rolls import RollChoice
from core.market.session_clock import clock_bars
from core.market.sessions import SessionBuild, build_sessions
from core.warehouse.bars import (
    BarSource,
    adjustment_of,
    content_sha256,
    has_bars,
    read_bars,
    read_bars_index,
    stamp_text,
    write_bars,
)
from core.warehouse.damage import require_undamaged
from core.warehouse.durable import one_at_a_time, write_file
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import PRICE_COLUMNS, TO_LABEL
from core.warehouse.sidecars import (
    ORIGINS_FILE,
    Digests,
    SourcedBars,
    changes_sidecars,
    origins_bytes,
    with_origins,
)

_SAME_SYMBOL_RATIO = 1.25
_LONG_YEAR = re.compile(rf"(?<=[{MONTH_CODES}])\d(?=\d$)")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A checked file: its bars (`TO_LABEL`), roll choice, findings, and one-minute bars.

    The one-minute bars are there if the symbol keeps them and the file has them.
    """

    file: BarFile
    bars: pd.DataFrame
    choice: RollChoice
    known: Instrument
    report: FindingsReport
    minutes: pd.DataFrame | None = None


@dataclass(frozen=True, slots=True)
class _ExistingBars:
    """The existing bars, their files, their roll policy (None without bars), and their minutes' digests."""

    bars: SourcedBars
    sources: tuple[BarSource, ...]
    policy: RollPolicy | None
    minutes: Digests = field(default_factory=dict)


def import_file(
    path: Path | str,
    *,
    symbol: str | None = None,
    roll: str | None = None,
    warehouse: Warehouse,
    out: Path | str | None = None,
    overrides: Overrides = NO_OVERRIDES,
    source: SourceOverrides = NO_SOURCE_OVERRIDES,
    dry_run: bool = False,
    within: Path | None = None,
) -> ImportReport:
    """Check a file of bars and merge it into the warehouse; its bars replace those of the same stamp.

    Bars of a source with a higher priority stay. `out` writes the checked bars to that parquet file, not
    to the warehouse; `dry_run` writes nothing. `overrides` set how a vendor's file is read, `source` its
    source. With `within` no link may lead out of that folder. DataError on any fault, with nothing written.
    """
    book = NO_BOOK if out is not None else read_sources(warehouse, source)
    with_minutes = out is None and may_keep_minutes(symbol, Path(path).name)
    file = read_bounded(path, overrides, book, with_minutes=with_minutes, within=within)
    report_progress("searching for what is wrong")
    incoming = checked_file(file, symbol, roll, over_name=True)
    del file  # its one-minute bars: those of `incoming` are on the tick
    if out is not None:
        return _import_out(incoming, Path(out))
    symbol = incoming.known.symbol
    leaves_no_trace = dry_run and not has_bars(warehouse, symbol)
    with nullcontext() if leaves_no_trace else one_at_a_time(warehouse.bars(symbol)):
        return _import_in(incoming, warehouse, book, dry_run=dry_run)


def import_sample(warehouse: Warehouse) -> list[ImportReport]:
    """Write the sample sessions and the coin market under their symbols; deterministic."""
    report_progress("making the bars")
    from core.importing import coin_market, sample  # scipy takes as long to import as the bars to make

    bars = sample.sample_bars()
    made = {SAMPLE_SYMBOL: bars, COIN_SYMBOL: coin_market.coin_sample(bars)}
    report_progress("making sessions")
    builds = {symbol: build_sessions(bars, instrument(symbol)) for symbol, bars in made.items()}
    report_progress("writing")
    return [_write_sample(warehouse, symbol, made[symbol], build) for symbol, build in builds.items()]


def _write_sample(warehouse: Warehouse, symbol: str, bars: pd.DataFrame, build: SessionBuild) -> ImportReport:
    source = _source("sample", content_sha256(bars), bars, "contracts")
    write_bars(warehouse, symbol, build.bars, [source], "contracts")
    return ImportReport(symbol, Path("sample"), len(bars), len(bars), 0, "contracts", build)


def checked_file(
    file: BarFile, symbol: str | None, roll: str | None = None, *, over_name: bool = False
) -> Incoming:
    """Make every check that needs no other bars; DataError on any fault.

    With `over_name`, `symbol` wins over the symbol in the file's name.
    """
    known = instrument(resolve_symbol(file, symbol, over_name=over_name))
    try:
        clock_bars(file.frame["ts"], exchange_calendar(known.calendar))
    except DataError as error:
        raise DataError(f"{file.path}: {error.detail}", code=error.code) from error
    file = replace(file, findings=(*file.findings, *name_findings(file, known.symbol)))
    file = in_trading_hours(file, known)
    check_zone(file.frame, file.path)
    report = report_of(file, known)
    check_values(file.frame, known, file.path)
    choice = roll_choice(file, known, roll)
    bars = file.frame.reset_index(drop=True).reindex(columns=TO_LABEL).astype({"contract": "str"})
    if bars["volume"].notna().all():
        bars["volume"] = bars["volume"].astype("int64")
    # One digit of the year, so that ESZ24 of one vendor is ESZ4 of another.
    long_names = [name for name in bars["contract"].dropna().unique() if _LONG_YEAR.search(name)]
    bars["contract"] = bars["contract"].replace({name: _LONG_YEAR.sub("", name) for name in long_names})
    bars[PRICE_COLUMNS] = on_tick(bars[PRICE_COLUMNS].to_numpy(), known)
    minutes = minutes_on_tick(file, known)
    return Incoming(replace(file, minutes=None), bars, choice, known, report, minutes)


def _import_out(incoming: Incoming, out: Path) -> ImportReport:
    file, fresh, known = incoming.file, incoming.bars, incoming.known
    if out.is_dir() or not out.parent.is_dir():
        problem = "is a folder" if out.is_dir() else "lies in a folder that does not exist"
        raise DataError(
            f"{out}: {problem}. Name a parquet file in a folder that is there.", code="not_a_file"
        )
    report, policy = incoming.report, incoming.choice.policy
    settled = name_contracts(fresh, incoming.choice, known, file.path)
    build = build_sessions(settled, known, roll_policy=policy)
    write_file(out, settled.astype({"volume": "Int64"}).to_parquet(index=False, compression="zstd"))
    rows = len(fresh)
    return ImportReport(
        known.symbol, file.path, rows, rows, 0, policy, build, out, report.about, findings=report.findings
    )


def _import_in(incoming: Incoming, warehouse: Warehouse, book: SourceBook, *, dry_run: bool) -> ImportReport:
    file, fresh, known = incoming.file, incoming.bars, incoming.known
    report_progress("merging")
    there = _existing_bars(warehouse, known.symbol, fresh)
    old = there.bars
    _refuse_other_market(old.frame, fresh, file.path, known.symbol)
    accepted(compared_findings(old.frame, fresh, file.frame.index.to_numpy() + 1, known.tick), file.path)
    accepted(findings_after(old.frame, file, known), file.path)
    policy = settled_policy(there.policy, incoming.choice.policy, file.path)
    source = book.source_of(file.pin, adjustment_of(policy), file.sha256, file.path)
    merge = merged(old, fresh, source.name, book.priorities | {source.name: source.priority})
    settled = name_contracts(merge.bars.frame, replace(incoming.choice, policy=policy), known, file.path)
    report_progress("making sessions")
    build = build_sessions(settled, known, roll_policy=policy)
    after = replace(merge.bars, frame=build.bars)
    found = changes(old, after)
    before = None
    if dry_run and there.policy is not None:
        before = build_sessions(old.frame, known, roll_policy=there.policy)
    if not dry_run:
        report_progress("writing")
        keep_pin(warehouse, source)
        record = _source(file.path.name, file.sha256, fresh, policy, source.name)
        # A file that was imported before keeps its place.
        sources = {each.sha256: each for each in there.sources} | {record.sha256: record}
        minutes, digests = merged_minutes(
            warehouse, known, incoming.minutes, after, source.name, fresh["ts"], there.minutes
        )
        sidecars = {**_sidecars(incoming, warehouse, after, found), **minutes}
        given = list(sources.values())
        write_bars(warehouse, known.symbol, build.bars, given, policy, sidecars, digests)
    return ImportReport(
        known.symbol,
        file.path,
        len(fresh),
        merge.added,
        merge.replaced,
        policy,
        build,
        reading=(*incoming.report.about, *reading_of(incoming.minutes, known)),
        findings=incoming.report.findings,
        held=merge.held,
        changed=changed_fields(found),
        source=source.name,
        sessions=session_changes(before, build) if dry_run else (),
        dry_run=dry_run,
    )


def _sidecars(
    incoming: Incoming, warehouse: Warehouse, after: SourcedBars, found: pd.DataFrame
) -> dict[str, bytes]:
    """Files to keep with the bars; findings of an earlier import of the same file stay."""
    symbol, name = incoming.known.symbol, incoming.file.path.name
    findings = findings_sidecars(incoming.report)
    is_known = all((warehouse.bars(symbol) / path).exists() for path in findings)
    return {
        ORIGINS_FILE: origins_bytes(after),
        **({} if is_known else findings),
        **changes_sidecars(warehouse, symbol, found, when=datetime.now(UTC), file=name),
    }


def _existing_bars(warehouse: Warehouse, symbol: str, like: pd.DataFrame) -> _ExistingBars:
    require_undamaged(warehouse, symbol)  # else it would be merged, and noted as written
    if not has_bars(warehouse, symbol):
        return _ExistingBars(SourcedBars(like.iloc[:0], (), np.zeros(0, dtype=np.int64)), (), None)
    index = read_bars_index(warehouse, symbol)
    bars = with_origins(warehouse, symbol, read_bars(warehouse, symbol)[TO_LABEL])
    return _ExistingBars(bars, index.sources, index.roll_policy, index.minutes)


def _refuse_other_market(old: pd.DataFrame, fresh: pd.DataFrame, path: Path, symbol: str) -> None:
    both = old.merge(fresh, on="ts", suffixes=("_old", "_new"))
    if both.empty:
        return
    ratio = float((both["close_new"] / both["close_old"]).median())
    if not 1 / _SAME_SYMBOL_RATIO < ratio < _SAME_SYMBOL_RATIO:
        raise DataError(
            f"{path}: whose bars are these? On {len(both)} shared stamps its closes are {ratio:.2f} times "
            f"those of {symbol} in the warehouse. Name the right symbol with --symbol; where the warehouse "
            f"has the wrong bars, remove its folder bars/symbol={symbol} and import its files again.",
            code="symbol_conflict",
        )


def _source(name: str, sha256: str, bars: pd.DataFrame, policy: RollPolicy, source: str = "") -> BarSource:
    first, last = stamp_text(bars["ts"].iloc[0]), stamp_text(bars["ts"].iloc[-1])
    return BarSource(name, sha256, len(bars), first, last, policy, source)
