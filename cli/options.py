"""Options that several commands share, and the choice of a symbol where none is named."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TypeAlias

from core.contracts.errors import DataError
from core.warehouse.paths import Warehouse
from core.warehouse.shelf import current_id
from core.warehouse.symbols import default_symbol, symbols_with_snapshots

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


def served_snapshot(asked: argparse.Namespace) -> tuple[str, Path]:
    """The symbol asked for and the absolute folder of its served snapshot; DataError `no_symbol` without."""
    warehouse = warehouse_of(asked)
    symbol = symbol_among(asked.symbol, symbols_with_snapshots(warehouse), BUILD_FIRST)
    served = current_id(warehouse.snapshots(symbol))
    return symbol, warehouse.snapshot(symbol, str(served)).resolve()


def symbol_among(asked: str | None, symbols: Sequence[str], remedy: str) -> str:
    """The symbol asked for, else the default of `symbols`; DataError `no_symbol` where it is not there."""
    chosen = asked or default_symbol(symbols)
    if chosen is None or chosen not in symbols:
        what = "nothing is there yet" if chosen is None else f"there is nothing of {chosen}"
        there = f"; there is: {', '.join(symbols)}" if symbols else ""
        raise DataError(f"{what}{there}. {remedy}", code="no_symbol")
    return chosen
