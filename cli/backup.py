"""`almanac backup`, `restore` and `verify`: warehouse and state folder copied, and read back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import (
    IMPORT_OR_SAMPLE,
    AsJson,
    AtState,
    AtWarehouse,
    print_json,
    symbol_among,
    symbol_argument,
)
from cli.progress import stoppable

if TYPE_CHECKING:
    from core.warehouse.damage import Damage
    from core.warehouse.paths import Warehouse

app = typer.Typer()


@app.command(short_help="copy warehouse and state into a folder, also while builds and services run")
def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="the folder to make")],
    warehouse: AtWarehouse,
    state: AtState,
) -> int:
    """Copy warehouse and state folder into TARGET, a folder that is not there yet. Each symbol's bars and
    each snapshot are copied as one moment had them, databases by SQLite's own copy; every file's digest is
    noted. Builds and services may run meanwhile. A damaged snapshot and what cannot be read are left out,
    other damaged files copied as they are; each is named, with exit code 1.
    """
    from core.warehouse.backup import back_up

    with stoppable(lambda: f"{target} is {'whole' if target.exists() else 'not there, nothing was copied'}."):
        made = back_up(warehouse, state, target)
    for each in made.troubles:
        print(each)
    if os.environ.get("REDIS_URL"):
        print("REDIS_URL is set: accounts, codes, sessions and lists of days are in Redis; back it up as any")
    print(f"{target}: {made.files:,} files, {made.bytes:,} bytes")
    return 1 if made.troubles else 0


@app.command(short_help="bring warehouse and state back from a backup")
def restore(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="a folder that `almanac backup` made")],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="move aside what is there")] = False,
    warehouse: AtWarehouse,
    state: AtState,
) -> int:
    """Check every file of the backup SOURCE, then bring it back. Stop services and builds first. A warehouse
    or state folder with something in it is refused, unless --replace: then what is there is moved aside, into
    the folder's .replaced-TIME. While a service or a build uses it, that is refused. Members that were erased
    since the backup began are left out.
    """
    from cli.members import leave_out
    from core.warehouse.restore import restore

    with stoppable(lambda: "nothing was brought back, all is as it was."):
        made = restore(source, warehouse, state, replace=replace, prepare=leave_out)
    print(f"{source}: {made:,} files brought back; look with `almanac verify`")
    return 0


@app.command(short_help="read every file back: is it what was written?")
def verify(
    symbol: Annotated[str | None, symbol_argument("all")] = None,
    *,
    as_json: AsJson = False,
    warehouse: AtWarehouse,
    state: AtState,
) -> int:
    """Read the whole warehouse back: bars and what lies beside them against the digests that were noted,
    snapshots against their manifests, the pointer, pins and nights; the databases of the state folder; with
    REDIS_URL set, the snapshots there. Names every damaged file with what to do. Writes to none of it, may
    run while builds and services do, and puts a killed import's last rename right. A kept snapshot of an
    earlier version is outdated, and no damage. Exit code 1 where something is damaged or could not be read.
    """
    from core.warehouse.damage import OutdatedSnapshot, symbols_to_verify

    symbols = symbols_to_verify(warehouse)
    if symbol or not symbols:
        symbols = (symbol_among(warehouse, symbol, symbols, IMPORT_OR_SAMPLE),)
    found = list(_damages(warehouse, state, symbols))
    outdated = [each for each in found if isinstance(each, OutdatedSnapshot)]
    damaged = [each for each in found if each not in outdated]
    if as_json:
        print_json({"symbols": symbols, "damaged": damaged, "outdated": outdated})
    else:
        for each in found:
            print(f"{each.path}: {each.found}\n  {each.remedy}")
        words = [f"{len(damaged)} damaged" if damaged else "all as written"]
        words += [f"{len(outdated)} outdated"] if outdated else []
        print(f"{', '.join(symbols)}: {', '.join(words)}")
    return 1 if damaged else 0


def _damages(warehouse: Warehouse, state: Path, symbols: Sequence[str]) -> Iterator[Damage]:
    from core.contracts.errors import DataError
    from core.importing.damage import damaged_findings, damaged_sources
    from core.warehouse.damage import Damage, damaged_databases, damages_of, readable

    for symbol in symbols:
        yield from damages_of(warehouse, symbol)
        yield from damaged_findings(warehouse, symbol)
    yield from damaged_sources(warehouse)
    yield from readable(state, damaged_databases(state))
    url = os.environ.get("REDIS_URL")
    if not url:
        return
    from pipelines.publication import connected, damages_in_redis

    try:
        with connected(url) as client:
            for symbol in symbols:
                yield from damages_in_redis(client, warehouse, symbol)
    except DataError as error:
        yield Damage("Redis", error.detail, "Look again when it answers.")
