"""`almanac views`: the warehouse's tables as views of a DuckDB session, pinned to one snapshot (ruling 8)."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cli.options import Commands, add_symbol_or_all, add_warehouse, served_snapshots, warehouse_of

_BY_NAME = "union_by_name = true, hive_partitioning = false"
_GLOB_SIGNS = re.compile(r"([*?\[])")


def add_commands(commands: Commands) -> None:
    """Register `views`."""
    views = commands.add_parser(
        "views",
        help="print a DuckDB script of views on the snapshot's tables",
        description="Print a DuckDB script that makes one view for each table of the served snapshot and "
        "one for the bars, each with a column `symbol`. The views stay on that snapshot when a newer one is "
        "published.",
    )
    add_symbol_or_all(views, "every symbol's rows in one view per table")
    add_warehouse(views)
    views.set_defaults(run=print_views, parser=views)


def print_views(asked: argparse.Namespace) -> int:
    """Print the script of the served snapshots."""
    snapshots, warehouse = served_snapshots(asked), warehouse_of(asked)
    print(views_script(snapshots, {symbol: warehouse.bars(symbol).resolve() for symbol in snapshots}))
    return 0


def views_script(snapshots: Mapping[str, Path], bars: Mapping[str, Path]) -> str:
    """DuckDB statements: a view per parquet file of the symbols' snapshots, named like the file, and `bars`.

    Both give a symbol's folder; where its bars are gone they are not in that view. Bars are not part of a
    snapshot: a later import shows in the view.
    """
    lines = [
        f"-- {symbol}, snapshot {folder.name}: these views stay on it. Newer: almanac views {symbol}"
        for symbol, folder in snapshots.items()
    ]
    tables = [path for folder in snapshots.values() for path in sorted(folder.glob("*.parquet"))]
    for name in dict.fromkeys(path.stem for path in tables):
        files = ", ".join(_quoted(path) for path in tables if path.stem == name)
        lines.append(_view(name, [f"SELECT * FROM read_parquet([{files}], {_BY_NAME})"]))
    there = {symbol: folder for symbol, folder in bars.items() if folder.is_dir()}
    if there:
        lines.append("-- The bars as they are imported now.")
        lines.append(_view("bars", [_bars(symbol, folder) for symbol, folder in there.items()]))
    return "\n".join(lines)


def _bars(symbol: str, folder: Path) -> str:
    files = f"{_quoted(folder)[:-1]}/year=*/part-0.parquet'"
    return f"SELECT '{symbol}' AS symbol, * FROM read_parquet({files}, hive_partitioning = false)"


def _view(name: str, parts: Sequence[str]) -> str:
    return f"CREATE OR REPLACE VIEW {name} AS {' UNION ALL BY NAME '.join(parts)};"


def _quoted(path: Path) -> str:
    """The path as an SQL text in which no sign stands for others."""
    literal = _GLOB_SIGNS.sub(r"[\1]", str(path)).replace("'", "''")
    return f"'{literal}'"
