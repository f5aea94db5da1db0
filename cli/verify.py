"""`almanac verify`: is every file still what was written?"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from cli.access import add_state
from cli.options import Commands, add_symbol, add_warehouse, symbol_among, warehouse_of

if TYPE_CHECKING:
    from core.storage.damage import Damage
    from core.storage.paths import Warehouse

_NOTHING = "Bring bars in with: almanac import FILE, or: almanac import --sample"


def add_commands(commands: Commands) -> None:
    """Register `verify`."""
    parser = commands.add_parser(
        "verify",
        help="read every file back: is it what was written?",
        description="Read the whole warehouse back: bars and what lies beside them against the digests that "
        "were noted, snapshots against their manifests, the pointer, pins and nights; the databases of the "
        "state folder; with REDIS_URL set, the snapshots there. Names every damaged file with what to do. "
        "Writes to none of it, may run while builds and services do, and puts a killed import's last rename "
        "right. Exit code 1 where something is damaged or could not be read.",
    )
    add_symbol(parser, "which symbol (default: all)")
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    add_warehouse(parser)
    add_state(parser)
    parser.set_defaults(run=verify)


def verify(asked: argparse.Namespace) -> int:
    """Print what is damaged; 0 where nothing is."""
    from core.storage.damage import symbols_to_verify

    warehouse = warehouse_of(asked)
    symbols = symbols_to_verify(warehouse)
    if asked.symbol or not symbols:
        symbols = (symbol_among(asked, symbols, _NOTHING),)
    found = list(_damages(asked, warehouse, symbols))
    print(_json(symbols, found) if asked.json else _text(symbols, found))
    return 1 if found else 0


def _damages(asked: argparse.Namespace, warehouse: Warehouse, symbols: Sequence[str]) -> Iterator[Damage]:
    from core.importing.damage import damaged_findings, damaged_sources
    from core.storage.damage import damages_of, readable
    from core.storage.databases import damaged_databases

    for symbol in symbols:
        yield from damages_of(warehouse, symbol)
        yield from damaged_findings(warehouse, symbol)
    yield from damaged_sources(warehouse)
    yield from readable(asked.state, damaged_databases(asked.state))
    url = os.environ.get("REDIS_URL")
    if url:
        yield from _damages_in_redis(url, warehouse, symbols)


def _damages_in_redis(url: str, warehouse: Warehouse, symbols: Sequence[str]) -> Iterator[Damage]:
    from core.contracts.errors import DataError
    from core.storage.damage import Damage
    from pipelines.publication import connected, damages_in_redis

    try:
        with connected(url) as client:
            for symbol in symbols:
                yield from damages_in_redis(client, warehouse, symbol)
    except DataError as error:
        yield Damage("Redis", error.detail, "Look again when it answers.")


def _text(symbols: Sequence[str], found: Sequence[Damage]) -> str:
    lines = [f"{each.path}: {each.found}\n  {each.remedy}" for each in found]
    head = f"{', '.join(symbols)}: {len(found)} damaged" if found else f"{', '.join(symbols)}: all as written"
    return "\n".join([*lines, head])


def _json(symbols: Sequence[str], found: Sequence[Damage]) -> str:
    import orjson

    document = {"symbols": symbols, "damaged": [asdict(each) for each in found]}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
