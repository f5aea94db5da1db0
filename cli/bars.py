"""`almanac import`, `changes` and `findings`: bars into the warehouse, and what is known of their files."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.options import IMPORT_FIRST, WAREHOUSE, command, day, option, symbol_among, symbol_option

if TYPE_CHECKING:
    from core.importing.import_report import ImportReport

_MOST_DAYS = 10

READING = (
    option("--symbol", help="whose bars they are: ES, NQ, RTY, YM"),
    option("--zone", metavar="NAME", help="the stamps' zone, as America/Chicago"),
    option("--label", choices=("open", "close"), help="the end of the bar its stamp marks"),
    option(
        "--columns",
        metavar="ROLES",
        type=lambda text: tuple(word.strip() for word in text.split(",")),
        help="what each column is: date,time,open,high,low,close,volume,... and - for none",
    ),
    option("--member", metavar="NAME", help="the file in a zip, or the sheet in an Excel file"),
)
"""What a person says of how a file is read where it does not say it itself."""

SOURCE = option("--source", metavar="NAME", help="whose file it is (default: known by its form)")

OVERRIDES = (
    *READING,
    option("--roll", metavar="calendar|adjusted|FILE", help="settles the rolls of a file without contracts"),
)
"""What a person says of a file that does not say it itself: symbol, rolls, zone, label and columns."""

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


@command(
    "import",
    "check a file of bars and bring it into the warehouse",
    *OVERRIDES,
    option("--out", type=Path, metavar="X.parquet", help="write this file; leave the warehouse alone"),
    SOURCE,
    option(
        "--priority", type=int, metavar="N", help="rank of the source's bars; the higher stays (default: 0)"
    ),
    option("--repin", action="store_true", help="find out anew how the source's files are read"),
    option("--dry-run", action="store_true", help="say what would be done; write nothing"),
    WAREHOUSE,
    either=(
        option("file", nargs="?", type=Path, metavar="FILE", help="a file of bars"),
        option("--sample", action="store_true", help="the sample sessions (symbol DEMO) instead of a file"),
    ),
    epilog=_EPILOG,
)
def import_bars(asked: argparse.Namespace) -> int:
    """Check a file of bars and bring it into the warehouse."""
    from core.importing.sources import SourceOverrides

    about_source = asked.source or asked.priority is not None or asked.repin or asked.dry_run
    if asked.sample and (has_overrides(asked) or asked.out or about_source):
        asked.parser.error("--sample stands alone, or beside --warehouse")
    if asked.out and about_source:
        asked.parser.error("--out touches no warehouse: leave --source, --priority, --repin, --dry-run out")
    if asked.priority is not None and not asked.source:
        asked.parser.error("--priority needs --source: whose priority is it?")
    source = SourceOverrides(asked.source, asked.priority, asked.repin)
    report = import_asked(asked, out=asked.out, source=source, dry_run=asked.dry_run)
    print("\n".join([*messages(report), *_next(report)]))
    return 0


def has_overrides(asked: argparse.Namespace) -> bool:
    """Whether a person said anything of a file."""
    return any((asked.symbol, asked.roll, asked.zone, asked.label, asked.columns, asked.member))


def import_asked(asked: argparse.Namespace, **how: Any) -> ImportReport:
    """The file that was named, or the sample where none was, into the warehouse or as `how` says."""
    from core.importing.importer import import_file, import_sample
    from core.importing.overrides import Overrides
    from core.importing.progress import listen_to_progress

    if asked.file is None:
        return import_sample(asked.warehouse)
    overrides = Overrides(asked.zone, asked.label, asked.columns, asked.member)
    with progress_line(f"importing {asked.file.name}") as listener, listen_to_progress(listener):
        return import_file(
            asked.file,
            symbol=asked.symbol,
            roll=asked.roll,
            warehouse=asked.warehouse,
            overrides=overrides,
            **how,
        )


@contextmanager
def progress_line(what: str, every: float | None = None) -> Iterator[Callable[[str], None]]:
    """Say on standard error what is done and for how long, `every` so many seconds; nothing if done before.

    Yields a function that takes the step it is at, which the line then names. A terminal has one line that is
    written over every second and taken away at the end, a log a line every half minute.
    """
    is_terminal = sys.stderr.isatty()
    wait = every or (1.0 if is_terminal else 30.0)
    done, steps = threading.Event(), [what]

    def show() -> None:
        began, line = time.monotonic(), ""
        while not done.wait(wait):
            width, line = len(line), f"{steps[-1]}, {time.monotonic() - began:.0f} s"
            text, end = (f"\r{line:<{width}}", "") if is_terminal else (line, "\n")
            print(text, end=end, file=sys.stderr, flush=True)
        if is_terminal and line:
            print(f"\r{' ' * len(line)}\r", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield lambda step: steps.append(f"{what}: {step}")
    finally:
        done.set()
        thread.join()


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


@command(
    "changes",
    "bars that a later file changed",
    symbol_option(),
    option("--since", type=day, metavar="DATE", help="changes of this UTC day on"),
    WAREHOUSE,
)
def changes(asked: argparse.Namespace) -> int:
    """Every bar that was there already and was changed by a later import: when, by which file, each field
    before and after, and the sources. A line per bar.
    """
    from core.storage.sidecars import read_changes

    symbol = symbol_among(asked, asked.warehouse.symbols(), IMPORT_FIRST)
    found = read_changes(asked.warehouse, symbol, since=asked.since)
    print(f"{symbol}: {len(found):,} {'bar' if len(found) == 1 else 'bars'} changed")
    for row in found.to_dict("records"):
        sources = " -> ".join(dict.fromkeys((row["source_before"] or "unknown", row["source_after"])))
        when, bar = f"{row['at']:%Y-%m-%d %H:%M:%S}Z", f"{row['ts']:%Y-%m-%d %H:%M}Z"
        print(f"{when}  {bar}  {', '.join(_changed_fields(row))}  ({sources}, {row['file']})")
    return 0


def _changed_fields(row: dict[Any, Any]) -> Iterator[str]:
    for name in ("open", "high", "low", "close", "volume", "contract"):
        before, after = (_shown(row[f"{name}_{side}"]) for side in ("before", "after"))
        if before != after:
            yield f"{name} {before} -> {after}"


def _shown(value: Any) -> str:
    if value is None or value != value:
        return "none"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


@command(
    "findings",
    "what was found in the files that were imported",
    symbol_option("ES, else the first"),
    option("--session", type=day, metavar="DATE", help="only what is about this session"),
    option("--json", action="store_true", help="one JSON list of reports instead of text"),
    WAREHOUSE,
)
def findings(asked: argparse.Namespace) -> int:
    """Per imported file: how it was read, what was mended and what has to be known of it, each with its data
    row. The same reports lie beside the bars in _findings/.
    """
    from core.importing.findings.report import read_findings, report_lines, reports_to_json

    symbol = symbol_among(asked, asked.warehouse.symbols(), IMPORT_FIRST)
    reports = read_findings(asked.warehouse, symbol)
    if asked.json:
        sys.stdout.write(reports_to_json(reports, asked.session).decode())
    elif reports:
        print("\n\n".join("\n".join(report_lines(report, asked.session)) for report in reports))
    else:
        print(f"{symbol}: no file that gave its bars has a findings report; import it again for one")
    return 0
