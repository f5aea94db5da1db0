"""Options that several commands share, and the choice of a symbol where none is named."""

import argparse
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeAlias

from core.contracts.errors import DataError
from core.storage.paths import Warehouse
from core.storage.snapshot_directory import current_id
from core.storage.symbols import default_symbol, symbols_with_snapshots

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

BUILD_FIRST = "Make a snapshot with: almanac build"


def add_warehouse(parser: argparse.ArgumentParser) -> None:
    """The --warehouse option."""
    parser.add_argument(
        "--warehouse",
        type=Path,
        metavar="DIR",
        default=Path(os.environ.get("ALMANAC_WAREHOUSE") or "warehouse"),
        help="the warehouse's folder (ALMANAC_WAREHOUSE, else ./warehouse)",
    )


def add_symbol(parser: argparse.ArgumentParser, help_text: str) -> None:
    """The optional SYMBOL argument, upper-cased."""
    parser.add_argument("symbol", nargs="?", type=str.upper, metavar="SYMBOL", help=help_text)


def day(text: str) -> date:
    """The date an option says; argparse's own error where it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a date as 2024-05-16") from error


def warehouse_of(asked: argparse.Namespace) -> Warehouse:
    """The warehouse that was asked for."""
    return Warehouse(asked.warehouse)


def add_symbol_or_all(parser: argparse.ArgumentParser, all_help: str) -> None:
    """The optional SYMBOL argument, or --all."""
    add_symbol(parser, "which symbol (default: ES if there, else the first)")
    parser.add_argument("--all", action="store_true", help=all_help)


def chosen_symbols(asked: argparse.Namespace, symbols: Sequence[str], remedy: str) -> tuple[str, ...]:
    """With --all every one of `symbols`, else the one asked for or the default; as `symbol_among`."""
    if asked.all and asked.symbol:
        asked.parser.error("name a SYMBOL or say --all, not both")
    chosen = symbol_among(asked, symbols, remedy)
    return tuple(symbols) if asked.all else (chosen,)


def served_snapshots(asked: argparse.Namespace) -> dict[str, Path]:
    """The absolute folder of each chosen symbol's served snapshot; DataError `no_symbol` without."""
    warehouse = warehouse_of(asked)
    chosen = chosen_symbols(asked, symbols_with_snapshots(warehouse), BUILD_FIRST)
    served = {symbol: current_id(warehouse.snapshots(symbol)) for symbol in chosen}
    return {symbol: warehouse.snapshot(symbol, str(each)).resolve() for symbol, each in served.items()}


def symbol_among(asked: argparse.Namespace, symbols: Sequence[str], remedy: str) -> str:
    """The symbol asked for, else the default of `symbols`; DataError `no_symbol` where it is not there."""
    chosen: str | None = asked.symbol or default_symbol(symbols)
    if chosen is None or chosen not in symbols:
        what = "nothing is there yet" if chosen is None else f"there is nothing of {chosen}"
        there = f"; there is: {', '.join(symbols)}" if symbols else ""
        root = warehouse_of(asked).root
        where = f"{root}: " if root.is_dir() else f"{root} is no folder: "
        raise DataError(f"{where}{what}{there}. {remedy}", code="no_symbol")
    return chosen
