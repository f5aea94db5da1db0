"""`almanac build`, `path`, `rollback`, `publish` and `views`: snapshots, and the one that is served."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import (
    BUILD_FIRST,
    IMPORT_OR_SAMPLE,
    AtWarehouse,
    Symbol,
    Symbols,
    chosen_symbols,
    refuse_symbol_and_all,
    symbol_among,
    wrong_use,
)
from cli.progress import BUILD_SECONDS, progress_line, stoppable
from core.processes.environment import keys_set_aside
from core.warehouse.paths import Warehouse, default_symbol, symbols_with_snapshots
from core.warehouse.snapshots import current_id

if TYPE_CHECKING:
    from core.build.steps import StepReport

app = typer.Typer()


@app.command(short_help="turn bars into a snapshot and publish it")
def build(
    symbols: Symbols = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every symbol that has bars")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Turn each symbol's bars into a snapshot and publish it, one after the other. On any fault, or a kill,
    the snapshot served before stays served. The same bars give the same snapshot id. With REDIS_URL set it is
    published there too.
    """
    chosen = chosen_symbols(warehouse, symbols, every, warehouse.symbols(), IMPORT_OR_SAMPLE)
    before, done = _served(warehouse, chosen), list[str]()
    redis_url = os.environ.get("REDIS_URL", "")
    with keys_set_aside(), stoppable(lambda: _what_was_built(warehouse, chosen, done, before, redis_url)):
        for each in chosen:
            build_one(redis_url, warehouse, each)
            done.append(each)
    return 0


def _served(warehouse: Warehouse, symbols: Sequence[str]) -> dict[str, str | None]:
    return {symbol: current_id(warehouse.snapshots(symbol)) for symbol in symbols}


def _what_was_built(
    warehouse: Warehouse,
    chosen: Sequence[str],
    done: Sequence[str],
    before: Mapping[str, str | None],
    redis_url: str,
) -> str:
    """What a stopped build leaves: symbols that are built, the one it was at, those after it."""
    at, left = chosen[len(done)], chosen[len(done) + 1 :]
    is_built = current_id(warehouse.snapshots(at)) != before[at]
    stays = f", {before[at]} stays served" if before[at] else ""
    parts = [
        *(f"{symbol} was built and is served" for symbol in (*done, *([at] if is_built else []))),
        *([] if is_built else [f"{at} was not built{stays}"]),
        *(f"{symbol} was not begun" for symbol in left),
    ]
    redis = f" In Redis: almanac publish {at}." if is_built and redis_url else ""
    return f"{', '.join(parts)}.{redis}"


def build_one(redis_url: str, warehouse: Warehouse, symbol: str) -> None:
    """Build and publish one symbol and print each step; with `redis_url` there too."""

    def progress(report: StepReport) -> None:
        numbers = ", ".join(f"{name} {_readable(value)}" for name, value in report.numbers.items())
        print(f"{symbol}  {report.step:<10}{report.seconds:6.2f} s  {numbers}", flush=True)
        for warning in report.warnings:
            print(f"{symbol}  warning: {warning}", file=sys.stderr, flush=True)
        line.ended(report.step, report.seconds)

    name_what_is_checked(warehouse, symbol)
    with progress_line(symbol, BUILD_SECONDS) as line:
        line.at("bars")
        from pipelines.runs import build_snapshot

        built = build_snapshot(warehouse, symbol, progress)
    how = "published" if built.is_new else "is up to date"
    print(f"{symbol}: {built.snapshot_id} {how}, {built.full_sessions:,} full sessions", flush=True)
    _follow_in_redis(redis_url, warehouse, symbol)


def name_what_is_checked(warehouse: Warehouse, who: str) -> None:
    """Print which own features are checked before the first step, and for how long that may take."""
    if not os.environ.get("ALMANAC_FEATURES"):
        return
    from core.build.own.own_features import CHECK_SECONDS, not_checked

    if new := not_checked(warehouse):
        most = f"at most {CHECK_SECONDS} seconds of a processor each"
        print(f"{who}  checking own features: {', '.join(new)}; {most}", flush=True)


def _readable(value: int | float | str) -> str:
    return f"{value:,}" if isinstance(value, int | float) else value.replace("_", " ")


def _follow_in_redis(url: str, warehouse: Warehouse, symbol: str) -> None:
    """Let the Redis at `url` serve what the warehouse serves; nothing without a url."""
    if not url:
        return
    from core.contracts.publication import shown_address
    from pipelines.publication import connected, publish

    with connected(url) as client:
        done = publish(client, warehouse, symbol)
    replaces = f", replaces {done.replaces}" if done.replaces not in (None, done.snapshot_id) else ""
    sent = f"{done.bytes_written:,} bytes sent" if done.bytes_written else "was there"
    print(f"{symbol}: {done.snapshot_id} in Redis at {shown_address(url)}, {sent}{replaces}", flush=True)


@app.command(short_help="bring the served snapshot to Redis again")
def publish(
    symbol: Symbol = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every symbol that has a snapshot")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Bring the snapshot that the warehouse serves to the Redis at REDIS_URL and point at it. `build` and
    `rollback` do so by themselves; this is for a Redis that was away or came back empty.
    """
    refuse_symbol_and_all(symbol, every)
    url = os.environ.get("REDIS_URL", "")
    if not url:
        wrong_use("REDIS_URL is not set, so services read the warehouse itself")
    named = symbol and (symbol,)
    for each in chosen_symbols(warehouse, named, every, symbols_with_snapshots(warehouse), BUILD_FIRST):
        _follow_in_redis(url, warehouse, each)
    return 0


def _snapshots_there(context: typer.Context) -> list[str]:
    """Shell completion of a snapshot: the folders of the symbol's, the latest first."""
    warehouse = context.params["warehouse"]
    symbol = context.params.get("symbol") or default_symbol(symbols_with_snapshots(warehouse))
    folders = warehouse.snapshots(symbol).glob("[!.]*/manifest.json") if symbol else ()
    return sorted((path.parent.name for path in folders), reverse=True)


@app.command(short_help="serve an earlier snapshot")
def rollback(
    symbol: Symbol = None,
    *,
    to: Annotated[
        str | None,
        typer.Option(metavar="ID", autocompletion=_snapshots_there, help="the snapshot to serve"),
    ] = None,
    warehouse: AtWarehouse,
) -> int:
    """Serve an earlier snapshot: the latest built before the current one, or the one named by --to; with
    REDIS_URL set, there too.
    """
    from core.warehouse.snapshots import rollback

    chosen = symbol_among(warehouse, symbol, symbols_with_snapshots(warehouse), BUILD_FIRST)
    print(f"{chosen}: now serving {rollback(warehouse.snapshots(chosen), to)}")
    _follow_in_redis(os.environ.get("REDIS_URL", ""), warehouse, chosen)
    return 0


def _served_snapshots(warehouse: Warehouse, symbol: str | None, every: bool) -> dict[str, Path]:
    """The absolute folder of each chosen symbol's served snapshot; DataError `no_symbol` without."""
    named = symbol and (symbol,)
    chosen = chosen_symbols(warehouse, named, every, symbols_with_snapshots(warehouse), BUILD_FIRST)
    served = {symbol: current_id(warehouse.snapshots(symbol)) for symbol in chosen}
    return {symbol: warehouse.snapshot(symbol, str(each)).resolve() for symbol, each in served.items()}


@app.command(short_help="print the current snapshot's folder")
def path(
    symbol: Symbol = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every symbol's, a line each")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Print the folder of the snapshot that is served."""
    print("\n".join(map(str, _served_snapshots(warehouse, symbol, every).values())))
    return 0


@app.command(short_help="print a DuckDB script of views on the snapshot's tables")
def views(
    symbol: Symbol = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="every symbol's rows in one view per table")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Print a DuckDB script that makes one view for each table of the served snapshot and one for the bars,
    each with a column `symbol`. The views stay on that snapshot when a newer one is published.
    """
    snapshots = _served_snapshots(warehouse, symbol, every)
    print(views_script(snapshots, {each: warehouse.bars(each).resolve() for each in snapshots}))
    return 0


MINUTES_FILES = "_minutes/year=*.pq"


def views_script(snapshots: Mapping[str, Path], bars: Mapping[str, Path]) -> str:
    """DuckDB statements: a view per parquet file, and per folder of such, of the symbols' snapshots.

    `bars`, and `bars_1m` for one-minute bars, are views too. Both arguments give a symbol's folder; bars that
    are gone are not in their view. Bars are not part of a snapshot: a later import shows in the view.
    """
    lines = [
        f"-- {symbol}, snapshot {folder.name}: these views stay on it. Newer: almanac views {symbol}"
        for symbol, folder in snapshots.items()
    ]
    tables = [path for folder in snapshots.values() for path in sorted(folder.iterdir())]
    tables = [path for path in tables if path.suffix == ".parquet" or any(path.glob("*.parquet"))]
    for name in dict.fromkeys(path.stem for path in tables):
        files = ", ".join(f"'{_table_pattern(path)}'" for path in tables if path.stem == name)
        options = "union_by_name = true, hive_partitioning = false"
        lines.append(_view(name, [f"SELECT * FROM read_parquet([{files}], {options})"]))
    there = {symbol: folder for symbol, folder in bars.items() if folder.is_dir()}
    if there:
        lines.append("-- The bars as they are imported now.")
        lines.append(_view("bars", [_bars(symbol, folder) for symbol, folder in there.items()]))
    minutes = {symbol: folder for symbol, folder in there.items() if any(folder.glob(MINUTES_FILES))}
    if minutes:
        parts = [_bars(symbol, folder, MINUTES_FILES) for symbol, folder in minutes.items()]
        lines.append(_view("bars_1m", parts))
    return "\n".join(lines)


def _bars(symbol: str, folder: Path, names: str = "year=*/part-0.parquet") -> str:
    files = f"'{_pattern(folder)}/{names}'"
    return f"SELECT '{symbol}' AS symbol, * FROM read_parquet({files}, hive_partitioning = false)"


def _view(name: str, parts: Sequence[str]) -> str:
    return f"CREATE OR REPLACE VIEW {name} AS {' UNION ALL BY NAME '.join(parts)};"


def _table_pattern(path: Path) -> str:
    return f"{_pattern(path)}/*.parquet" if path.is_dir() else _pattern(path)


def _pattern(path: Path) -> str:
    """The path as an SQL text, with the glob characters escaped."""
    return re.sub(r"([*?\[])", r"[\1]", str(path)).replace("'", "''")
