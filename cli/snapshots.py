"""`almanac build`, `path` and `rollback`: making snapshots and choosing the one that is served."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from cli.options import (
    BUILD_FIRST,
    Commands,
    add_symbol,
    add_symbol_or_all,
    add_warehouse,
    chosen_symbols,
    served_snapshots,
    symbol_among,
    warehouse_of,
)
from cli.publication import follow_in_redis

if TYPE_CHECKING:
    from core.build.steps import StepReport
    from core.storage.paths import Warehouse
    from pipelines.runs import BuiltSnapshot

_IMPORT_FIRST = "Bring bars in with: almanac import FILE, or: almanac import --sample"


def add_commands(commands: Commands) -> None:
    """Register `build`, `path` and `rollback`."""
    build = commands.add_parser(
        "build",
        help="turn bars into a snapshot and publish it",
        description="Turn a symbol's bars into a snapshot and publish it. On any fault, or a kill, the "
        "snapshot served before stays served. The same bars give the same snapshot id. With REDIS_URL set it "
        "is published there too.",
    )
    add_symbol_or_all(build, "every symbol that has bars")
    path = commands.add_parser(
        "path",
        help="print the current snapshot's folder",
        description="Print the folder of the snapshot that is served.",
    )
    add_symbol_or_all(path, "every symbol's, a line each")
    back = commands.add_parser(
        "rollback",
        help="serve an earlier snapshot",
        description="Serve an earlier snapshot: the latest built before the current one, or the one "
        "named by --to; with REDIS_URL set, there too.",
    )
    add_symbol(back, "which symbol (default: ES if there, else the first)")
    back.add_argument("--to", metavar="ID", help="the snapshot to serve")
    for parser, run in ((build, build_symbols), (path, print_path), (back, roll_back)):
        add_warehouse(parser)
        parser.set_defaults(run=run, parser=parser)


def build_symbols(asked: argparse.Namespace) -> int:
    """Build and publish, one line per step."""
    warehouse = warehouse_of(asked)
    for symbol in chosen_symbols(asked, warehouse.symbols(), _IMPORT_FIRST):
        build_one(warehouse, symbol)
    return 0


def build_one(warehouse: Warehouse, symbol: str) -> None:
    """Build and publish one symbol, saying each step."""
    from pipelines.runs import build_snapshot

    _say_built(build_snapshot(warehouse, symbol, partial(_say_step, symbol)))
    follow_in_redis(warehouse, symbol)


def _say_step(symbol: str, report: StepReport) -> None:
    numbers = ", ".join(f"{name} {_readable(value)}" for name, value in report.numbers.items())
    print(f"{symbol}  {report.step:<10}{report.seconds:6.2f} s  {numbers}", flush=True)


def _readable(value: int | float | str) -> str:
    return f"{value:,}" if isinstance(value, int | float) else value.replace("_", " ")


def _say_built(built: BuiltSnapshot) -> None:
    how = "published" if built.is_new else "is up to date"
    print(f"{built.symbol}: {built.snapshot_id} {how}, {built.full_sessions:,} full sessions", flush=True)


def print_path(asked: argparse.Namespace) -> int:
    """Print the served snapshots' folders."""
    print("\n".join(map(str, served_snapshots(asked).values())))
    return 0


def roll_back(asked: argparse.Namespace) -> int:
    """Point at an earlier snapshot."""
    from core.storage.snapshots import rollback
    from core.storage.symbols import symbols_with_snapshots

    warehouse = warehouse_of(asked)
    symbol = symbol_among(asked, symbols_with_snapshots(warehouse), BUILD_FIRST)
    print(f"{symbol}: now serving {rollback(warehouse.snapshots(symbol), asked.to)}")
    follow_in_redis(warehouse, symbol)
    return 0
