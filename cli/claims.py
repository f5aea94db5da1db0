"""`almanac claims`: the usual questions with their answers, and what is wrong in a maintainer's own file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.options import (
    BUILD_FIRST,
    JSON,
    WAREHOUSE,
    Commands,
    command,
    option,
    print_json,
    symbol_among,
    symbol_option,
)
from cli.store import print_table
from core.storage.paths import symbols_with_snapshots

if TYPE_CHECKING:
    from core.contracts.catalogue import Catalogue
    from core.storage.serving.pack import Pack

_SYMBOL = option(
    "--symbol",
    type=str.upper,
    metavar="SYMBOL",
    help="whose years a filter may name (default: ES, else the first)",
)
_HEAD = ("CLAIM", "DAYS", "RATE", "FROM", "TO", "COIN", "BESIDE COIN", "PUBLISHED")


@command("show", "every usual question with the answer of the last build", symbol_option(), JSON, WAREHOUSE)
def show(asked: argparse.Namespace) -> int:
    """The usual questions of the published snapshot: days, rate with its 95 % interval, the coin's rate, and
    each published figure with its verdict. --json has every figure.
    """
    from core.contracts.pack import CLAIMS

    symbol = symbol_among(asked, symbols_with_snapshots(asked.warehouse), BUILD_FIRST)
    claims = _pack(asked, symbol).document(CLAIMS)
    if asked.json:
        print_json(claims)
        return 0
    return print_table(_HEAD, [_row(each) for each in claims], "no claims in this snapshot")


@command(
    "check",
    "say what is wrong in a file of claims",
    option("file", type=Path, metavar="FILE", help="the file, such as claims.toml of the warehouse"),
    _SYMBOL,
    WAREHOUSE,
)
def check(asked: argparse.Namespace) -> int:
    """Read a file of claims as a build does: every mistake with its line, and how many claims can be asked.
    Exit code 1 where there is a mistake.
    """
    from core.build.claims import own_text, read_all

    found = read_all(asked.file, own_text(asked.file), _catalogue(asked))
    for mistake in found.mistakes:
        print(mistake, file=sys.stderr)
    own = [each for each in found.claims if each.is_own]
    print(f"{asked.file}: {len(own)} to ask, {len(found.mistakes)} left out")
    return 1 if found.mistakes else 0


def _catalogue(asked: argparse.Namespace) -> Catalogue:
    """What a snapshot is asked by, which knows its years; the product's own where nothing is published."""
    from core.contracts.pack import CATALOGUE
    from core.features.registry import catalogue
    from core.storage.serving.pack import catalogue_from_json

    symbols = symbols_with_snapshots(asked.warehouse)
    if not symbols and asked.symbol is None:
        return catalogue()
    pack = _pack(asked, symbol_among(asked, symbols, BUILD_FIRST))
    return catalogue_from_json(pack.document(CATALOGUE))


def _pack(asked: argparse.Namespace, symbol: str) -> Pack:
    from core.storage.serving.pack import Pack
    from core.storage.snapshots import current_id

    current = str(current_id(asked.warehouse.snapshots(symbol)))
    return Pack.open(asked.warehouse.snapshot(symbol, current) / "serving")


def _row(claim: dict[str, Any]) -> tuple[str, ...]:
    interval, coin = claim["confidence_interval"], claim["coin"] or {}
    published = (f"{each['figure']}: {_words(each['verdict'])}" for each in claim["published"])
    return (
        claim["id"],
        f"{claim['days']:,}",
        _percent(claim["rate"]),
        _percent(interval["lower"]),
        _percent(interval["upper"]),
        _percent(coin.get("occurrence")),
        _words(claim["beside_coin"] or coin.get("reason") or "-"),
        "; ".join(published) or "-",
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def add_commands(commands: Commands) -> None:
    """Register both."""
    claims = commands.add_parser(
        "claims",
        help="the usual questions with their answers; check a file of them",
        description="The usual questions of the field, answered by every build, beside what others publish. "
        "Own ones stand in claims.toml of the warehouse, or in the file that ALMANAC_CLAIMS names.",
    ).add_subparsers(required=True, metavar="ACTION")
    for each in (show, check):
        each.add_to(claims)
