"""`almanac views`: the warehouse's tables as views of a DuckDB session, pinned to one snapshot (ruling 8)."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from cli.options import Commands, add_symbol, add_warehouse, served_snapshot, warehouse_of

_GLOB_SIGNS = re.compile(r"([*?\[])")


def add_commands(commands: Commands) -> None:
    """Register `views`."""
    views = commands.add_parser(
        "views",
        help="print a DuckDB script of views on the snapshot's tables",
        description="Print a DuckDB script that makes one view for each table of the served snapshot and "
        "one for the bars. The views stay on that snapshot when a newer one is published.",
    )
    add_symbol(views, "which symbol (default: ES if there, else the first)")
    add_warehouse(views)
    views.set_defaults(run=print_views, parser=views)


def print_views(asked: argparse.Namespace) -> int:
    """Print the script of the served snapshot."""
    symbol, snapshot = served_snapshot(asked)
    print(views_script(symbol, snapshot, warehouse_of(asked).bars(symbol).resolve()))
    return 0


def views_script(symbol: str, snapshot: Path, bars: Path) -> str:
    """DuckDB statements: a view per parquet file of the folder `snapshot`, named like the file, and `bars`.

    `bars` is the folder of the symbol's bars; where it is gone there is no such view. Bars are not part of a
    snapshot: a later import shows in the view.
    """
    lines = [f"-- {symbol}, snapshot {snapshot.name}: these views stay on it. Newer: almanac views {symbol}"]
    lines += [_view(table.stem, _quoted(table)) for table in sorted(snapshot.glob("*.parquet"))]
    if bars.is_dir():
        files = f"{_quoted(bars)[:-1]}/year=*/part-0.parquet'"
        lines += ["-- The bars as they are imported now.", _view("bars", files)]
    return "\n".join(lines)


def _view(name: str, files: str) -> str:
    return f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet({files}, hive_partitioning = false);"


def _quoted(path: Path) -> str:
    """The path as an SQL text in which no sign stands for others."""
    literal = _GLOB_SIGNS.sub(r"[\1]", str(path)).replace("'", "''")
    return f"'{literal}'"
