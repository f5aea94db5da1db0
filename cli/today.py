"""`almanac today`: the session so far, from a file or from the provider, for the page of the next one."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cli.bars import READING, SOURCE
from cli.nightly import DONE, LATER, LOOK, WRONG
from cli.options import BUILD_FIRST, WAREHOUSE, command, option, symbol_among
from core.contracts.errors import DataError

if TYPE_CHECKING:
    from core.importing.so_far import SoFarReport

_EPILOG = """\
FILE is read as `almanac import` reads it, and held to how its source's files were read before; half a day
alone does not show its zone: import a longer file of the source first, or say --zone and --label. Of its
latest session the whole bars up to the first that is missing are kept, with open, GXH and GXL, in
WAREHOUSE/today/SYMBOL.json, and with REDIS_URL in Redis for two days. The bars of the warehouse stay as they
are. --provider asks the provider of the nightly run (ALMANAC_PROVIDER=databento, DATABENTO_API_KEY).
exit codes: 0 done, 1 refused, nothing is written, 2 wrong use or setting, 3 the provider has no bars yet
"""


@command(
    "today",
    "the session so far, for the page of the next session",
    *READING,
    SOURCE,
    WAREHOUSE,
    either=(
        option("file", nargs="?", type=Path, metavar="FILE", help="a file of bars; - reads the input"),
        option("--provider", action="store_true", help="ask the provider of the nightly run"),
    ),
    epilog=_EPILOG,
)
def today(asked: argparse.Namespace) -> int:
    """Read the session so far and leave it for the service; it is never imported."""
    if asked.provider:
        return _from_provider(asked)
    report = _from_input(asked) if str(asked.file) == "-" else _read(asked, asked.file)
    return _keep(asked, report, os.environ.get("REDIS_URL", "").strip())


def _from_input(asked: argparse.Namespace) -> SoFarReport:
    with tempfile.TemporaryDirectory(prefix="almanac-today-") as folder:
        path = Path(folder) / "input"
        path.write_bytes(sys.stdin.buffer.read())
        try:
            return _read(asked, path, called="the input")
        except DataError as error:
            raise DataError(error.detail.replace(str(path), "the input"), code=error.code) from error


def _read(asked: argparse.Namespace, path: Path, called: str | None = None) -> SoFarReport:
    from core.importing.overrides import Overrides
    from core.importing.so_far import session_so_far
    from core.importing.sources import SourceOverrides

    return session_so_far(
        path,
        symbol=asked.symbol,
        warehouse=asked.warehouse,
        now=datetime.now(UTC),
        overrides=Overrides(asked.zone, asked.label, asked.columns, asked.member),
        source=SourceOverrides(asked.source),
        called=called,
    )


def _from_provider(asked: argparse.Namespace) -> int:
    from core.storage.paths import symbols_with_snapshots
    from pipelines.nightly_context import context_of
    from pipelines.providers import NotYet, ProviderError
    from pipelines.so_far import fetched

    if any((asked.zone, asked.label, asked.columns, asked.member, asked.source)):
        asked.parser.error("--provider stands alone, or beside --symbol and --warehouse")
    asked.symbol = asked.symbol and asked.symbol.upper()
    symbol = symbol_among(asked, symbols_with_snapshots(asked.warehouse), BUILD_FIRST)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    try:
        context = context_of(asked.warehouse, os.environ)
    except DataError as error:
        print(f"almanac: {error.detail}", file=sys.stderr)
        return WRONG
    try:
        return _keep(asked, fetched(context, symbol), context.redis_url)
    except ProviderError as error:
        is_late = isinstance(error, NotYet)
        said = f"{symbol}  {error.result}  {context.without_secrets(str(error))}"
        print(said, file=sys.stdout if is_late else sys.stderr, flush=True)
        return LATER if is_late else LOOK


def _keep(asked: argparse.Namespace, report: SoFarReport, redis_url: str) -> int:
    from pipelines.so_far import kept

    kept(asked.warehouse, report.so_far, redis_url)
    print("\n".join(f"{report.so_far.symbol}: {line}" for line in report.lines))
    return DONE
