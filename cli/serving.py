"""`almanac serve` and `almanac demo`: page and API on one port of this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from cli.bars import import_declared, messages
from cli.options import AtWarehouse, state_option, wrong_use
from cli.progress import stoppable
from cli.reading import Columns, Declared, Label, Member, OfSymbol, Roll, Zone
from cli.snapshots import build_one
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.warehouse.paths import Warehouse

app = typer.Typer()


def _port(given: str | int) -> int:
    if not (text := str(given)).isdecimal() or not 1 <= int(text) <= 65535:
        wrong_use(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


Port = Annotated[int, typer.Option(parser=_port, metavar="PORT", help="port to listen on")]
AtState = Annotated[Path, state_option()]


@app.command(short_help="serve page and API on one port")
def serve(
    *,
    host: Annotated[str, typer.Option(metavar="HOST", help="address to listen on")] = "127.0.0.1",
    open_link: Annotated[
        bool, typer.Option("--open-link", help="print one address that opens the dashboard signed in")
    ] = False,
    port: Port = 8000,
    state: AtState,
    warehouse: AtWarehouse,
) -> int:
    """Serve page and API on one port. A newly published snapshot is picked up while running."""
    from service.settings import from_environment

    try:
        from_environment(None, warehouse=warehouse.root, state=state, port=port, host=host)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    told = "--open-link" if open_link else "--print-address"
    _become("service", [told, "--host", host], port, warehouse, state, os.environ)


def _become(
    module: str,
    arguments: Sequence[str],
    port: int,
    warehouse: Warehouse,
    state: Path,
    environment: Mapping[str, str],
) -> NoReturn:
    """Replace this process by one of that module alone, which frees the memory."""
    there = f"{str(__package__).removesuffix('cli')}{module}"
    places = ["--port", str(port), "--warehouse", str(warehouse.root), "--state", str(state)]
    # A file of the folder it is called in, such as a student's statistics.py, is no module of ours.
    safe = {**environment, "PYTHONSAFEPATH": "1"}
    os.execve(sys.executable, [sys.executable, "-m", there, *arguments, *places], safe)


@app.command(short_help="import, build and serve in one go")
def demo(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="parquet or CSV of five-minute bars")
    ] = None,
    *,
    symbol: OfSymbol = None,
    zone: Zone = None,
    label: Label = None,
    columns: Columns = None,
    member: Member = None,
    roll: Roll = None,
    port: Port = 8000,
    state: AtState,
    warehouse: AtWarehouse,
) -> int:
    """Import FILE, or the sample sessions without one, build it, serve it and print one address that opens
    the dashboard signed in. What is there already is used again.
    """
    from service.page import missing_page
    from service.serving import listen
    from service.settings import from_environment

    declared = Declared(symbol, roll, zone, label, columns, member)
    if file is None and declared:
        wrong_use("--symbol, --roll, --zone, --label and --columns belong to a FILE")
    trusted = {**os.environ, "ACCESS_MODE": "trusted_url"}
    try:
        if fault := missing_page(from_environment(trusted)):
            raise DataError(fault)
        listen("127.0.0.1", port).close()
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    symbols = _built_samples(warehouse) if file is None else []
    if not symbols:
        reports = import_declared(file, declared, warehouse)
        symbols = [report.symbol for report in reports]
        for report in reports:
            print("\n".join(messages(report)), flush=True)
        names = " ".join(symbols)
        with stoppable(lambda: f"{names} imported; go on with: almanac build {names}"):
            for symbol in symbols:
                build_one(os.environ.get("REDIS_URL", ""), warehouse, symbol)
    environment = {**trusted, "DEFAULT_SYMBOL": symbols[0]}
    _become("cli.main", ["serve", "--open-link"], port, warehouse, state, environment)


def _built_samples(warehouse: Warehouse) -> list[str]:
    """The symbols of sample data if each snapshot is whole and what a build would give today; prints so."""
    from core.build.status import status_of
    from core.market.instruments import SAMPLE_SYMBOLS

    lines = []
    for symbol in SAMPLE_SYMBOLS:
        found = status_of(warehouse, symbol)
        about = found.manifest
        if found.state != "ok" or about is None:
            return []
        lines.append(f"{symbol}: {about.snapshot_id} is up to date, {about.full_sessions:,} full sessions")
    print("\n".join(lines), flush=True)
    return list(SAMPLE_SYMBOLS)
