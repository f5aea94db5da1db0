"""`almanac serve`: page and API on one port of this machine."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from urllib.parse import urlencode

from cli.options import Commands, add_warehouse

_DEMO_VISITOR = {
    "user_id": "demo",
    "user_name": "Demo",
    "user_email": "demo@example.com",
    "course_id": "dev-cad-std",
    "profile": "pro",
}


def add_commands(commands: Commands) -> None:
    """Register `serve`."""
    parser = commands.add_parser(
        "serve",
        help="serve page and API on one port",
        description="Serve page and API on one port. A newly published snapshot is picked up while running.",
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        default=Path(os.environ.get("ALMANAC_STATE") or "state"),
        help="folder of accounts, tokens and keys (ALMANAC_STATE, else ./state)",
    )
    parser.add_argument(
        "--open-link", action="store_true", help="print one address that opens the dashboard signed in"
    )
    add_warehouse(parser)
    parser.set_defaults(run=run_service)


def run_service(asked: argparse.Namespace) -> int:
    """Serve until interrupted; 2 where the port is taken or a setting is wrong."""
    from service.serving import serve
    from service.settings import from_environment

    settings = from_environment(
        warehouse=asked.warehouse, state=asked.state, host=asked.host, port=asked.port
    )
    visitor = f"?{urlencode(_DEMO_VISITOR, safe='@')}" if asked.open_link else ""
    address = f"http://{asked.host}:{asked.port}/{visitor}"
    return serve(settings, lambda: print(f"Session Almanac: {address}", flush=True))
