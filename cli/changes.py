"""`almanac changes`: the bars that a later file changed, with what stood there before."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.options import Commands, add_symbol, add_warehouse, day, symbol_among, warehouse_of

if TYPE_CHECKING:
    import pandas as pd

_NOTHING = "Bring bars in with: almanac import FILE"


def add_commands(commands: Commands) -> None:
    """Register `changes`."""
    parser = commands.add_parser(
        "changes",
        help="bars that a later file changed",
        description="Every bar that was there already and was changed by a later import: when, by which "
        "file, each field before and after, and the sources. A line per bar.",
    )
    add_symbol(parser, "which symbol (default: ES if there, else the first)")
    parser.add_argument("--since", type=day, metavar="DATE", help="changes of this UTC day on")
    add_warehouse(parser)
    parser.set_defaults(run=show_changes)


def show_changes(asked: argparse.Namespace) -> int:
    """Print the changes, a line each."""
    from core.storage.changes import read_changes

    warehouse = warehouse_of(asked)
    symbol = symbol_among(asked, warehouse.symbols(), _NOTHING)
    found = read_changes(warehouse, symbol, since=asked.since)
    print(f"{symbol}: {len(found):,} {'bar' if len(found) == 1 else 'bars'} changed")
    for line in _lines(found):
        print(line)
    return 0


def _lines(found: pd.DataFrame) -> Iterator[str]:
    for row in found.to_dict("records"):
        sources = " -> ".join(dict.fromkeys((row["source_before"] or "unknown", row["source_after"])))
        when, bar = f"{row['at']:%Y-%m-%d %H:%M:%S}Z", f"{row['ts']:%Y-%m-%d %H:%M}Z"
        yield f"{when}  {bar}  {', '.join(_fields(row))}  ({sources}, {row['file']})"


def _fields(row: dict[Any, Any]) -> Iterator[str]:
    for name in ("open", "high", "low", "close", "volume", "contract"):
        before, after = (_shown(row[f"{name}_{side}"]) for side in ("before", "after"))
        if before != after:
            yield f"{name} {before} -> {after}"


def _shown(value: Any) -> str:
    if value is None or value != value:
        return "none"
    return f"{value:.12g}" if isinstance(value, float) else str(value)
