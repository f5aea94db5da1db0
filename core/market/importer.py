"""Importing a file of bars into the warehouse, or into a parquet file of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.contracts.errors import DataError
from core.market.any_file import read_any_file
from core.market.bar_checks import PRICE_COLUMNS, check_values, check_zone, on_tick
from core.market.bar_file import BarFile
from core.market.calendar import exchange_calendar
from core.market.instruments import SAMPLE_SYMBOL, Instrument, instrument
from core.market.roll_choice import name_contracts, roll_choice, settled_policy
from core.market.rolls import RollChoice, RollPolicy
from core.market.sample import sample_bars
from core.market.session_clock import clock_bars
from core.market.sessions import SessionBuild, build_sessions
from core.market.symbols import resolve_symbol
from core.market.vendors.hints import NO_HINTS, Hints
from core.warehouse.bars import (
    BarSource,
    content_sha256,
    has_bars,
    read_bars,
    read_bars_index,
    stamp_text,
    write_bars,
)
from core.warehouse.durable import write_file
from core.warehouse.folders import one_at_a_time
from core.warehouse.paths import Warehouse

BARE_COLUMNS = ["ts", *PRICE_COLUMNS, "volume", "contract"]
"""What an import keeps of a file; the labels are ours."""

_SAME_SYMBOL_RATIO = 1.25


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    `rows` are the file's, `added` and `replaced` what they meant for the bars that were there, `out` the file
    written instead of the warehouse. `build` are the sessions of everything there is now, `reading` how a
    vendor's file was read, a line each.
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


def import_file(
    path: Path | str,
    *,
    symbol: str | None = None,
    roll: str | None = None,
    warehouse: Warehouse,
    out: Path | str | None = None,
    hints: Hints = NO_HINTS,
) -> ImportReport:
    """Check a file of bars and merge it into the warehouse; a bar already there is replaced by the file's.

    With `out` the checked bars go to that parquet file and the warehouse stays untouched. `hints` settle how
    a vendor's file is read. DataError on any fault; then nothing was written.
    """
    file = read_any_file(path, hints)
    known = instrument(resolve_symbol(file, symbol))
    check_values(file.frame, known, file.path)
    check_zone(file.frame, file.path)
    _refuse_uncovered(file, known)
    choice = roll_choice(file, known, roll)
    fresh = _bare(file, known)
    if out is not None:
        return _import_out(file, fresh, choice, known, Path(out))
    with one_at_a_time(warehouse.bars(known.symbol)):
        return _import_in(file, fresh, choice, known, warehouse)


def import_sample(warehouse: Warehouse) -> ImportReport:
    """Write the sample sessions under their symbol; the same bars every time."""
    bars = sample_bars()
    build = build_sessions(bars, instrument(SAMPLE_SYMBOL))
    source = _source("sample", content_sha256(bars), bars, "contracts")
    write_bars(warehouse, SAMPLE_SYMBOL, build.bars, [source], "contracts")
    return ImportReport(SAMPLE_SYMBOL, Path("sample"), len(bars), len(bars), 0, "contracts", build)


def _refuse_uncovered(file: BarFile, known: Instrument) -> None:
    try:
        clock_bars(file.frame["ts"], exchange_calendar(known.calendar))
    except DataError as error:
        raise DataError(f"{file.path}: {error.detail}", code=error.code) from error


def _bare(file: BarFile, known: Instrument) -> pd.DataFrame:
    frame = (
        file.frame.reset_index(drop=True)
        .reindex(columns=BARE_COLUMNS)
        .astype({"contract": "str", "volume": "int64"})
    )
    frame[PRICE_COLUMNS] = on_tick(frame[PRICE_COLUMNS].to_numpy(), known)
    return frame


def _import_out(
    file: BarFile, fresh: pd.DataFrame, choice: RollChoice, known: Instrument, out: Path
) -> ImportReport:
    if out.is_dir() or not out.parent.is_dir():
        problem = "is a folder" if out.is_dir() else "lies in a folder that does not exist"
        raise DataError(
            f"{out}: {problem}. Name a parquet file in a folder that is there.", code="not_a_file"
        )
    settled = name_contracts(fresh, choice, known, file.path)
    build = build_sessions(settled, known, roll_policy=choice.policy)
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pandas(settled, preserve_index=False), sink, compression="zstd")
    write_file(out, sink.getvalue().to_pybytes())
    return ImportReport(
        known.symbol, file.path, len(fresh), len(fresh), 0, choice.policy, build, out, file.reading
    )


def _import_in(
    file: BarFile, fresh: pd.DataFrame, choice: RollChoice, known: Instrument, warehouse: Warehouse
) -> ImportReport:
    old, sources, old_policy = _there_already(warehouse, known.symbol, fresh)
    _refuse_other_market(old, fresh, file.path, known.symbol)
    policy = settled_policy(old_policy, choice.policy, file.path)
    merged = pd.concat([old, fresh]).drop_duplicates("ts", keep="last").sort_values("ts", ignore_index=True)
    settled = name_contracts(merged, replace(choice, policy=policy), known, file.path)
    build = build_sessions(settled, known, roll_policy=policy)
    source = _source(file.path.name, file.sha256, fresh, policy)
    kept = [earlier for earlier in sources if earlier.sha256 != source.sha256]
    write_bars(warehouse, known.symbol, build.bars, [*kept, source], policy)
    added = len(merged) - len(old)
    replaced = len(fresh) - added
    return ImportReport(
        known.symbol, file.path, len(fresh), added, replaced, policy, build, reading=file.reading
    )


def _there_already(
    warehouse: Warehouse, symbol: str, like: pd.DataFrame
) -> tuple[pd.DataFrame, tuple[BarSource, ...], RollPolicy | None]:
    if not has_bars(warehouse, symbol):
        return like.iloc[:0], (), None
    index = read_bars_index(warehouse, symbol)
    return read_bars(warehouse, symbol)[BARE_COLUMNS], index.sources, index.roll_policy


def _refuse_other_market(old: pd.DataFrame, fresh: pd.DataFrame, path: Path, symbol: str) -> None:
    both = old.merge(fresh, on="ts", suffixes=("_old", "_new"))
    if both.empty:
        return
    ratio = float((both["close_new"] / both["close_old"]).median())
    if not 1 / _SAME_SYMBOL_RATIO < ratio < _SAME_SYMBOL_RATIO:
        raise DataError(
            f"{path}: whose bars are these? On {len(both)} shared stamps its closes are {ratio:.2f} times "
            f"those of {symbol} in the warehouse. Name the right symbol with --symbol.",
            code="symbol_conflict",
        )


def _source(name: str, sha256: str, bars: pd.DataFrame, policy: RollPolicy) -> BarSource:
    first, last = stamp_text(bars["ts"].iloc[0]), stamp_text(bars["ts"].iloc[-1])
    return BarSource(name, sha256, len(bars), first, last, policy)
