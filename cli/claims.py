"""`almanac claims`: the usual questions with their answers, and what is wrong in a maintainer's own file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import (
    BUILD_FIRST,
    AsJson,
    AtWarehouse,
    Symbol,
    print_json,
    symbol_among,
    symbol_option,
)
from cli.store import print_table
from core.warehouse.paths import symbols_with_snapshots

if TYPE_CHECKING:
    from core.contracts.catalogue import Catalogue
    from core.warehouse.paths import Warehouse
    from core.warehouse.serving.pack import Pack

app = typer.Typer(
    name="claims",
    short_help="the usual questions with their answers; check a file of them",
    help="The usual questions of the field, answered by every build, beside what others publish. "
    "Own ones stand in claims.toml of the warehouse, or in the file that ALMANAC_CLAIMS names.",
    subcommand_metavar="ACTION",
)
_HEAD = ("CLAIM", "DAYS", "RATE", "FROM", "TO", "COIN", "AGAINST A COIN", "PUBLISHED")


@app.command(short_help="every usual question with the answer of the last build")
def show(symbol: Symbol = None, *, as_json: AsJson = False, warehouse: AtWarehouse) -> int:
    """The usual questions of the published snapshot: days, rate with its 95 % interval, the coin's rate, and
    each published figure with its verdict. --json has every figure.
    """
    from core.contracts.pack import CLAIMS

    chosen = symbol_among(warehouse, symbol, symbols_with_snapshots(warehouse), BUILD_FIRST)
    claims = _pack(warehouse, chosen).document(CLAIMS)
    if as_json:
        print_json(claims)
        return 0
    return print_table(_HEAD, [_row(each) for each in claims], "no claims in this snapshot")


@app.command(short_help="say what is wrong in a file of claims")
def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="the file, such as claims.toml of the warehouse")
    ],
    *,
    symbol: Annotated[
        str | None, symbol_option("whose years a filter may name (default: ES, else the first)")
    ] = None,
    warehouse: AtWarehouse,
) -> int:
    """Read a file of claims as a build does: every mistake with its line, and how many claims can be asked.
    Exit code 1 where there is a mistake.
    """
    from core.build.claims import own_text, read_all

    found = read_all(file, own_text(file), _catalogue(warehouse, symbol))
    for mistake in found.mistakes:
        print(mistake, file=sys.stderr)
    own = [each for each in found.claims if each.is_own]
    print(f"{file}: {len(own)} to ask, {len(found.mistakes)} left out")
    return 1 if found.mistakes else 0


def _catalogue(warehouse: Warehouse, symbol: str | None) -> Catalogue:
    """The catalogue of the published snapshot, which knows its years; else the product's own."""
    from core.contracts.pack import CATALOGUE
    from core.features.registry import catalogue
    from core.warehouse.serving.pack import catalogue_from_json

    symbols = symbols_with_snapshots(warehouse)
    if not symbols and symbol is None:
        return catalogue()
    pack = _pack(warehouse, symbol_among(warehouse, symbol, symbols, BUILD_FIRST))
    return catalogue_from_json(pack.document(CATALOGUE))


def _pack(warehouse: Warehouse, symbol: str) -> Pack:
    from core.warehouse.serving.pack import Pack
    from core.warehouse.snapshots import current_id

    current = str(current_id(warehouse.snapshots(symbol)))
    return Pack.open(warehouse.snapshot(symbol, current) / "serving")


def _row(claim: dict[str, Any]) -> tuple[str, ...]:
    interval, coin = claim["confidence_interval"], claim["coin"] or {}
    published = (f"{each['figure']}: {each['verdict']['words']}" for each in claim["published"])
    return (
        claim["id"],
        f"{claim['days']:,}",
        _percent(claim["rate"]),
        _percent(interval["lower"]),
        _percent(interval["upper"]),
        _percent(coin.get("occurrence")),
        coin["verdict"]["words"] if coin else "-",
        "; ".join(published) or "-",
    )


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"
