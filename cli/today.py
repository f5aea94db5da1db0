"""`almanac today`: the session so far, from a file or from the provider, for the page of the next one."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.nightly import DONE, LATER, LOOK, WRONG
from cli.options import BUILD_FIRST, AtWarehouse, one_of, symbol_among, wrong_use
from cli.reading import Columns, Declared, Label, Member, OfSymbol, Source, Zone
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.importing.so_far import SoFarReport
    from core.warehouse.paths import Warehouse

app = typer.Typer()

_EPILOG = """\
FILE is read as `almanac import` reads it, and held to how its source's files were read before; half a day
alone does not show its zone: import a longer file of the source first, or say --zone and --label. Of its
latest session the whole bars up to the first that is missing are kept, with open, GXH and GXL, in
WAREHOUSE/today/SYMBOL.json, and with REDIS_URL in Redis for two days. The bars of the warehouse stay as they
are. --provider asks the provider of the nightly run (ALMANAC_PROVIDER=databento, DATABENTO_API_KEY).

exit codes: 0 done, 1 refused, nothing is written, 2 wrong use or setting, 3 the provider has no bars yet
"""


@app.command(short_help="the session so far, for the page of the next session", epilog=_EPILOG)
def today(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="a file of bars; - reads the input")
    ] = None,
    *,
    provider: Annotated[bool, typer.Option("--provider", help="ask the provider of the nightly run")] = False,
    symbol: OfSymbol = None,
    zone: Zone = None,
    label: Label = None,
    columns: Columns = None,
    member: Member = None,
    source: Source = None,
    warehouse: AtWarehouse,
) -> int:
    """Read the session so far and leave it for the service; it is never imported."""
    one_of(file, provider, "--provider")
    declared = Declared(symbol, None, zone, label, columns, member)
    if file is None:
        if declared.is_of_reading or source:
            wrong_use("--provider stands alone, or beside --symbol and --warehouse")
        return _from_provider(warehouse, symbol and symbol.upper())
    read = (
        _from_input(declared, source, warehouse)
        if str(file) == "-"
        else _read(file, declared, source, warehouse)
    )
    return _keep(warehouse, read, os.environ.get("REDIS_URL", "").strip())


def _from_input(declared: Declared, source: str | None, warehouse: Warehouse) -> SoFarReport:
    with tempfile.TemporaryDirectory(prefix="almanac-today-") as folder:
        path = Path(folder) / "input"
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        try:
            return _read(path, declared, source, warehouse, called="the input")
        except DataError as error:
            raise DataError(error.detail.replace(str(path), "the input"), code=error.code) from error


def _read(
    path: Path, declared: Declared, source: str | None, warehouse: Warehouse, called: str | None = None
) -> SoFarReport:
    from core.importing.so_far import session_so_far
    from core.importing.sources import SourceOverrides

    return session_so_far(
        path,
        symbol=declared.symbol,
        warehouse=warehouse,
        now=datetime.now(UTC),
        overrides=declared.overrides,
        source=SourceOverrides(source),
        called=called,
    )


def _from_provider(warehouse: Warehouse, symbol: str | None) -> int:
    from core.warehouse.paths import symbols_with_snapshots
    from pipelines.nightly_context import context_of
    from pipelines.providers import NotYet, ProviderError
    from pipelines.so_far import fetched

    chosen = symbol_among(warehouse, symbol, symbols_with_snapshots(warehouse), BUILD_FIRST)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    try:
        context = context_of(warehouse, os.environ)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return WRONG
    try:
        return _keep(warehouse, fetched(context, chosen), context.redis_url)
    except ProviderError as error:
        is_late = isinstance(error, NotYet)
        said = f"{chosen}  {error.result}  {context.without_secrets(str(error))}"
        print(said, file=sys.stdout if is_late else sys.stderr, flush=True)
        return LATER if is_late else LOOK


def _keep(warehouse: Warehouse, report: SoFarReport, redis_url: str) -> int:
    from pipelines.so_far import kept

    kept(warehouse, report.so_far, redis_url)
    print("\n".join(f"{report.so_far.symbol}: {line}" for line in report.lines))
    return DONE
