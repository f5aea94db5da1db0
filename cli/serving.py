"""`almanac serve` and `almanac demo`: page and API on one port of this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from cli.bars import import_said, messages
from cli.options import AtWarehouse, state_option, wrong_use
from cli.reading import Columns, Label, Member, OfSymbol, Roll, Said, Zone
from cli.snapshots import build_one
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.storage.paths import Warehouse
    from service.settings import Settings

app = typer.Typer()

_DEMO_VISITOR = {
    "user_id": "demo",
    "user_name": "Demo",
    "user_email": "demo@example.com",
    "course_id": "dev-cad-std",
    "profile": "pro",
}


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
    from service.serving import serve
    from service.settings import from_environment

    try:
        chosen = from_environment(None, warehouse=warehouse.root, state=state, port=port, host=host)
        address = f"http://{chosen.host}:{chosen.port}/"

        def print_address() -> None:
            link = _open_link(address, chosen) if open_link else address
            print(f"Session Almanac: {link}", flush=True)

        serve(chosen, print_address)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    return 0


def _open_link(address: str, settings: Settings) -> str:
    """An address that opens signed in; where links are signed it lets in once, within five minutes."""
    from service.access.entry.link import fresh_link

    if settings.access_mode == "trusted_url" or not settings.entry_secrets:
        return f"{address}?{urlencode(_DEMO_VISITOR, safe='@')}"
    return fresh_link(address, _DEMO_VISITOR, settings.entry_secrets[0])


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
    from service.serving import listen

    said = Said(symbol, roll, zone, label, columns, member)
    if file is None and said:
        wrong_use("--symbol, --roll, --zone, --label and --columns belong to a FILE")
    try:
        listen("127.0.0.1", port).close()
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    shown = _built_sample(warehouse) if file is None else None
    if shown is None:
        report = import_said(file, said, warehouse)
        shown = report.symbol
        print("\n".join(messages(report)), flush=True)
        build_one(warehouse, shown)
    # Become a process that only serves: what a build took of memory goes back.
    folders = ["--warehouse", str(warehouse.root), "--state", str(state)]
    main = f"{__package__}.main"
    command = [sys.executable, "-m", main, "serve", "--open-link", "--port", str(port), *folders]
    os.execve(sys.executable, command, {**os.environ, "ACCESS_MODE": "trusted_url", "DEFAULT_SYMBOL": shown})


def _built_sample(warehouse: Warehouse) -> str | None:
    """The sample's symbol where its snapshot is there, whole, and what a build would give today; says so."""
    from core.build.status import status_of
    from core.market.instruments import SAMPLE_SYMBOL

    found = status_of(warehouse, SAMPLE_SYMBOL)
    about = found.manifest
    if found.state != "ok" or about is None:
        return None
    print(
        f"{SAMPLE_SYMBOL}: {about.snapshot_id} is up to date, {about.full_sessions:,} full sessions",
        flush=True,
    )
    return SAMPLE_SYMBOL
