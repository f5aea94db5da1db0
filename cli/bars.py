"""`almanac import`: bars into the warehouse, or into a parquet file of their own."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.options import Commands, add_warehouse, warehouse_of
from cli.progress import told

if TYPE_CHECKING:
    from core.importing.import_report import ImportReport
    from core.storage.paths import Warehouse

_MOST_DAYS = 10

_EPILOG = """\
FILE is parquet or CSV with a header: ts (UTC bar open), open, high, low, close; volume, contract where known;
bars of one or of five minutes.
Or it is a vendor's file as it came, Excel, parquet, or packed: its columns, zone
and label (whether a stamp marks a bar's open or close) are found and said, and refused where too close to
call; --zone, --label and --columns settle them.
The symbol comes from --symbol, the contract column or the file's name; where they disagree the import stops.
Importing merges: a bar that is there already is replaced, unless it is of a source of higher priority
(--source, --priority, or warehouse/sources.toml); `almanac changes` lists what was changed. How a source's
first file was read is kept in warehouse/sources/NAME.json, and later files are held to it (--repin: anew).
On any fault nothing is written; --dry-run says everything and never writes.
"""


def add_commands(commands: Commands) -> None:
    """Register `import`."""
    parser = commands.add_parser(
        "import",
        help="check a file of bars and bring it into the warehouse",
        description="Check a file of bars and bring it into the warehouse.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a file of bars")
    what.add_argument(
        "--sample", action="store_true", help="the sample sessions (symbol DEMO) instead of a file"
    )
    add_overrides(parser)
    parser.add_argument(
        "--out", type=Path, metavar="X.parquet", help="write this file; leave the warehouse alone"
    )
    _add_source(parser)
    add_warehouse(parser)
    parser.set_defaults(run=import_bars, parser=parser)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", metavar="NAME", help="whose file it is (default: known by its form)")
    parser.add_argument(
        "--priority", type=int, metavar="N", help="rank of the source's bars; the higher stays (default: 0)"
    )
    parser.add_argument("--repin", action="store_true", help="find out anew how the source's files are read")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done; write nothing")


def add_overrides(parser: argparse.ArgumentParser) -> None:
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
    parser.add_argument("--member", metavar="NAME", help="the file in a zip, or the sheet in an Excel file")


def has_overrides(asked: argparse.Namespace) -> bool:
    """Whether a person said anything of a file."""
    return any((asked.symbol, asked.roll, asked.zone, asked.label, asked.columns, asked.member))


def _refuse_odd(asked: argparse.Namespace) -> None:
    about_source = asked.source or asked.priority is not None or asked.repin or asked.dry_run
    if asked.sample and (has_overrides(asked) or asked.out or about_source):
        asked.parser.error("--sample stands alone, or beside --warehouse")
    if asked.out and about_source:
        asked.parser.error("--out touches no warehouse: leave --source, --priority, --repin, --dry-run out")
    if asked.priority is not None and not asked.source:
        asked.parser.error("--priority needs --source: whose priority is it?")


def import_bars(asked: argparse.Namespace) -> int:
    """Import a file or the sample and say what that gave."""
    _refuse_odd(asked)
    report = import_asked(asked, warehouse_of(asked), _asked_import(asked))
    print("\n".join([*messages(report), *_next(report)]))
    return 0


def _asked_import(asked: argparse.Namespace) -> dict[str, Any]:
    from core.importing.sources import SourceOverrides

    source = SourceOverrides(asked.source, asked.priority, asked.repin)
    return {"out": asked.out, "source": source, "dry_run": asked.dry_run}


def import_asked(
    asked: argparse.Namespace, warehouse: Warehouse, how: Mapping[str, Any] = MappingProxyType({})
) -> ImportReport:
    """The file that was named, or the sample where none was, into the warehouse or as `how` says."""
    from core.importing.importer import import_file, import_sample
    from core.importing.overrides import Overrides
    from core.importing.progress import heard_by

    if asked.file is None:
        return import_sample(warehouse)
    overrides = Overrides(asked.zone, asked.label, asked.columns, asked.member)
    with told(f"importing {asked.file.name}") as listener, heard_by(listener):
        return import_file(
            asked.file, symbol=asked.symbol, roll=asked.roll, warehouse=warehouse, overrides=overrides, **how
        )


def messages(report: ImportReport) -> list[str]:
    """What an import found, a line each."""
    from core.importing.findings.report import short_lines

    build, days = report.build, report.build.sessions.session_date
    merged = f"{report.added:,} new, {report.replaced:,} replaced"
    lines = [
        *(["dry run: nothing is written"] if report.dry_run else []),
        f"{report.rows:,} bars of {report.path.name}, {merged if report.out is None else f'to {report.out}'}",
        f"{build.full_count:,} full sessions{f', {days[0]} to {days[-1]}' if len(days) else ''}",
        f"{len(build.short)} half days, {len(build.missing)} missing, {len(build.quarantined)} quarantined, "
        f"{len(build.closed_days)} closed days with trade",
        *_merged(report),
        *report.reading,
        *short_lines(report.findings),
        *(warning.detail for warning in build.warnings),
    ]
    return [f"{report.symbol}: {line}" for line in lines]


def _merged(report: ImportReport) -> list[str]:
    changed = ", ".join(f"{name} {count:,}" for name, count in report.changed.items())
    days = [f"{each.session_date}: {each.before} -> {each.after}" for each in report.sessions]
    rest = len(days) - _MOST_DAYS
    return [
        *([f"source {report.source}"] if report.source else []),
        *([f"bars changed: {changed}"] if changed else []),
        *([f"{report.held:,} left to a source of higher priority"] if report.held else []),
        *days[:_MOST_DAYS],
        *([f"and {rest:,} more days"] if rest > 0 else []),
    ]


def _next(report: ImportReport) -> list[str]:
    if report.dry_run:
        return [f"{report.symbol}: import without --dry-run to write this"]
    if report.roll_policy == "unknown":
        return [f"{report.symbol}: settle the rolls: import again with --roll calendar|adjusted|FILE"]
    return [f"{report.symbol}: next: almanac build {report.symbol}"] if report.out is None else []
