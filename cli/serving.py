"""`almanac serve` and `almanac demo`: page and API on one port of this machine."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from cli.bars import OVERRIDES, has_overrides, import_asked, messages
from cli.options import WAREHOUSE, command, option, state_option
from cli.snapshots import build_one
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.storage.paths import Warehouse
    from service.settings import Settings

_DEMO_VISITOR = {
    "user_id": "demo",
    "user_name": "Demo",
    "user_email": "demo@example.com",
    "course_id": "dev-cad-std",
    "profile": "pro",
}


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


_PORT_AND_FOLDERS = (
    option("--port", type=_port, default=8000, help="port to listen on (default: 8000)"),
    state_option(),
    WAREHOUSE,
)


@command(
    "serve",
    "serve page and API on one port",
    option("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"),
    option("--open-link", action="store_true", help="print one address that opens the dashboard signed in"),
    *_PORT_AND_FOLDERS,
)
def serve(asked: argparse.Namespace) -> int:
    """Serve page and API on one port. A newly published snapshot is picked up while running."""
    from service.serving import serve
    from service.settings import from_environment

    try:
        chosen = from_environment(
            None, warehouse=asked.warehouse.root, state=asked.state, port=asked.port, host=asked.host
        )
        address = f"http://{chosen.host}:{chosen.port}/"

        def print_address() -> None:
            link = _open_link(address, chosen) if asked.open_link else address
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


@command(
    "demo",
    "import, build and serve in one go",
    option("file", nargs="?", type=Path, metavar="FILE", help="parquet or CSV of five-minute bars"),
    *OVERRIDES,
    *_PORT_AND_FOLDERS,
)
def demo(asked: argparse.Namespace) -> int:
    """Import FILE, or the sample sessions without one, build it, serve it and print one address that opens
    the dashboard signed in. What is there already is used again.
    """
    from service.serving import listen

    if asked.file is None and has_overrides(asked):
        asked.parser.error("--symbol, --roll, --zone, --label and --columns belong to a FILE")
    try:
        listen("127.0.0.1", asked.port).close()
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return 2
    symbol = _built_sample(asked.warehouse) if asked.file is None else None
    if symbol is None:
        report = import_asked(asked)
        symbol = report.symbol
        print("\n".join(messages(report)), flush=True)
        build_one(asked.warehouse, symbol)
    # Become a process that only serves: what a build took of memory goes back.
    folders = ["--warehouse", str(asked.warehouse.root), "--state", str(asked.state)]
    command = [sys.executable, "-m", "cli.main", "serve", "--open-link", "--port", str(asked.port), *folders]
    os.execve(sys.executable, command, {**os.environ, "ACCESS_MODE": "trusted_url", "DEFAULT_SYMBOL": symbol})


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
