"""`almanac publish`: the warehouse's served snapshot in Redis; build and rollback follow there too."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from cli.options import BUILD_FIRST, Commands, add_symbol, add_warehouse, symbol_among, warehouse_of
from core.contracts.publication import shown_address
from core.storage.symbols import symbols_with_snapshots

if TYPE_CHECKING:
    from core.storage.paths import Warehouse
    from pipelines.publication import Publication


def add_commands(commands: Commands) -> None:
    """Register `publish`."""
    parser = commands.add_parser(
        "publish",
        help="bring the served snapshot to Redis again",
        description="Bring the snapshot that the warehouse serves to the Redis at REDIS_URL and point at it. "
        "`build` and `rollback` do so by themselves; this is for a Redis that was away or came back empty.",
    )
    add_symbol(parser, "which symbol (default: ES if there, else the first)")
    parser.add_argument("--all", action="store_true", help="every symbol that has a snapshot")
    add_warehouse(parser)
    parser.set_defaults(run=publish_symbols, parser=parser)


def publish_symbols(asked: argparse.Namespace) -> int:
    """Publish, one line per symbol; 2 where there is no REDIS_URL."""
    if asked.all and asked.symbol:
        asked.parser.error("name a SYMBOL or say --all, not both")
    if not os.environ.get("REDIS_URL"):
        asked.parser.error("REDIS_URL is not set, so services read the warehouse itself")
    warehouse = warehouse_of(asked)
    symbols = symbols_with_snapshots(warehouse)
    chosen = symbol_among(asked, symbols, BUILD_FIRST)
    for symbol in symbols if asked.all else (chosen,):
        follow_in_redis(warehouse, symbol)
    return 0


def follow_in_redis(warehouse: Warehouse, symbol: str) -> None:
    """Let the Redis at REDIS_URL serve what the warehouse serves; nothing without one."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return
    from pipelines.publication import connected, publish

    with connected(url) as client:
        _say(publish(client, warehouse, symbol), shown_address(url))


def _say(done: Publication, address: str) -> None:
    replaces = f", replaces {done.replaces}" if done.replaces not in (None, done.snapshot_id) else ""
    sent = f"{done.bytes_written:,} bytes sent" if done.bytes_written else "was there"
    print(f"{done.symbol}: {done.snapshot_id} in Redis at {address}, {sent}{replaces}", flush=True)
