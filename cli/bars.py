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
Or it is a vendor's file as it came, one-minute or five-minute, also as gzip, zstd or zip: its columns, zone
and label (whether a stamp marks a bar's open or close) are found and said, and refused where too close to
call; --zone, --label and --columns settle them.
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
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a file of bars")
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
    """What a person says of a file that does not say it itself: symbol, rolls, zone, label and columns."""
    parser.add_argument("--symbol", help="whose bars they are: ES, NQ, RTY, YM")
    parser.add_argument(
        "--roll", metavar="calendar|adjusted|FILE", help="settles the rolls of a file without contracts"
    )
    parser.add_argument("--zone", metavar="NAME", help="the stamps' zone, as America/Chicago")
    parser.add_argument("--label", choices=("open", "close"), help="the end of the bar its stamp marks")
    parser.add_argument(
        "--columns",
        metavar="ROLES",
        type=lambda text: tuple(word.strip() for word in text.split(",")),
        help="what each column is: date,time,open,high,low,close,volume,... and - for none",
    )


def has_claims(asked: argparse.Namespace) -> bool:
    """Whether a person said anything of a file."""
    return any((asked.symbol, asked.roll, asked.zone, asked.label, asked.columns))


def import_bars(asked: argparse.Namespace) -> int:
    """Import a file or the sample and say what that gave."""
    if asked.sample and (has_claims(asked) or asked.out):
        asked.parser.error("--sample takes none of --symbol, --roll, --zone, --label, --columns and --out")
    report = import_asked(asked, warehouse_of(asked), out=asked.out)
    print("\n".join([*said(report), *_next(report)]))
    return 0


def import_asked(asked: argparse.Namespace, warehouse: Warehouse, out: Path | None = None) -> ImportReport:
    """The file that was named, or the sample where none was, into the warehouse or to `out`."""
    from core.market.importer import import_file, import_sample
    from core.market.vendors.hints import Hints

    if asked.file is None:
        return import_sample(warehouse)
    hints = Hints(asked.zone, asked.label, asked.columns)
    return import_file(
        asked.file, symbol=asked.symbol, roll=asked.roll, warehouse=warehouse, out=out, hints=hints
    )


def said(report: ImportReport) -> list[str]:
    """What an import found, a line each."""
    build, days = report.build, report.build.sessions.session_date
    merged = f"{report.added:,} new, {report.replaced:,} replaced"
    lines = [
        f"{report.rows:,} bars of {report.path.name}, {merged if report.out is None else f'to {report.out}'}",
        f"{build.full_count:,} full sessions{f', {days[0]} to {days[-1]}' if len(days) else ''}",
        f"{len(build.short)} half days, {len(build.missing)} missing, {len(build.quarantined)} quarantined, "
        f"{len(build.closed_days)} closed days with trade",
        *report.reading,
        *(finding.detail for finding in build.findings),
    ]
    return [f"{report.symbol}: {line}" for line in lines]


def _next(report: ImportReport) -> list[str]:
    if report.roll_policy == "unknown":
        return [f"{report.symbol}: settle the rolls: import again with --roll calendar|adjusted|FILE"]
    return [f"{report.symbol}: next: almanac build {report.symbol}"] if report.out is None else []
