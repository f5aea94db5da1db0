"""`almanac import`: bars into the warehouse, or into a parquet file of their own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import Commands, add_warehouse, warehouse_of

if TYPE_CHECKING:
    from core.market.importer import ImportReport
    from core.warehouse.paths import Warehouse

_EPILOG = """\
FILE is parquet or CSV with a header: ts (UTC bar open), open, high, low, close, volume; contract where known.
The symbol comes from --symbol, the contract column or the file's name; where they disagree the import stops.
Importing merges: a bar that is there already is replaced. On any fault nothing is written.
"""


def add_commands(commands: Commands) -> None:
    """Register `import`."""
    parser = commands.add_parser(
        "import",
        help="check a file of five-minute bars and bring it into the warehouse",
        description="Check a file of five-minute bars and bring it into the warehouse.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="parquet or CSV")
    what.add_argument(
        "--sample", action="store_true", help="the sample sessions (symbol DEMO) instead of a file"
    )
    add_claims(parser)
    parser.add_argument(
        "--out", type=Path, metavar="X.parquet", help="write this file; leave the warehouse alone"
    )
    add_warehouse(parser)
    parser.set_defaults(run=import_bars, parser=parser)


def add_claims(parser: argparse.ArgumentParser) -> None:
    """--symbol and --roll: what a person says of a file that does not say it itself."""
    parser.add_argument("--symbol", help="whose bars they are: ES, NQ, RTY, YM")
    parser.add_argument(
        "--roll", metavar="calendar|adjusted|FILE", help="settles the rolls of a file without contracts"
    )


def import_bars(asked: argparse.Namespace) -> int:
    """Import a file or the sample and say what that gave."""
    if asked.sample and (asked.symbol or asked.roll or asked.out):
        asked.parser.error("--sample takes neither --symbol nor --roll nor --out")
    report = import_asked(asked, warehouse_of(asked), out=asked.out)
    print("\n".join([*said(report), *_next(report)]))
    return 0


def import_asked(asked: argparse.Namespace, warehouse: Warehouse, out: Path | None = None) -> ImportReport:
    """The file that was named, or the sample where none was, into the warehouse or to `out`."""
    from core.market.importer import import_file, import_sample

    if asked.file is None:
        return import_sample(warehouse)
    return import_file(asked.file, symbol=asked.symbol, roll=asked.roll, warehouse=warehouse, out=out)


def said(report: ImportReport) -> list[str]:
    """What an import found, a line each."""
    build, days = report.build, report.build.sessions.session_date
    merged = f"{report.added:,} new, {report.replaced:,} replaced"
    lines = [
        f"{report.rows:,} bars of {report.path.name}, {merged if report.out is None else f'to {report.out}'}",
        f"{build.full_count:,} full sessions{f', {days[0]} to {days[-1]}' if len(days) else ''}",
        f"{len(build.short)} half days, {len(build.missing)} missing, {len(build.quarantined)} quarantined, "
        f"{len(build.closed_days)} closed days with trade",
        *(finding.detail for finding in build.findings),
    ]
    return [f"{report.symbol}: {line}" for line in lines]


def _next(report: ImportReport) -> list[str]:
    if report.roll_policy == "unknown":
        return [f"{report.symbol}: settle the rolls: import again with --roll calendar|adjusted|FILE"]
    return [f"{report.symbol}: next: almanac build {report.symbol}"] if report.out is None else []
