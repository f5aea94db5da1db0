"""`almanac import`, `changes` and `findings`: bars into the warehouse, and what is known of their files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import IMPORT_FIRST, AtWarehouse, Symbol, day, one_of, symbol_among, wrong_use
from cli.progress import IMPORT_SECONDS, SAMPLE_SECONDS, progress_line, stoppable
from cli.reading import Columns, Declared, Label, Member, OfSymbol, Roll, Source, Zone
from core.contracts.errors import printable_path

if TYPE_CHECKING:
    from core.importing.import_report import ImportReport
    from core.warehouse.paths import Warehouse

app = typer.Typer()

_MOST_DAYS = 10

_EPILOG = """\
FILE is parquet or CSV with a header: ts (UTC bar open), open, high, low, close; volume, contract where known;
bars of one or of five minutes.

Or it is a vendor's file as it came, Excel, parquet, or packed: its columns, zone
and label (whether a stamp marks a bar's open or close) are found and reported, and refused where too close to
call; --zone, --label and --columns settle them.

The symbol comes from --symbol, the contract column or the file's name; where they disagree the import stops,
but --symbol decides against a name that says a symbol and no contract.

Importing merges: a bar that is there already is replaced, unless it is of a source of higher priority
(--source, --priority, or warehouse/sources.toml); `almanac changes` lists what was changed. How a source's
first file was read is kept in warehouse/sources/NAME.json, and later files are held to it (--repin: again).

On any fault nothing is written; --dry-run says everything and never writes.
"""


@app.command("import", short_help="check a file of bars and bring it into the warehouse", epilog=_EPILOG)
def import_bars(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="a file of bars")] = None,
    *,
    sample: Annotated[
        bool, typer.Option("--sample", help="the sample sessions (symbols DEMO, DEMO-COIN) instead of a file")
    ] = False,
    symbol: OfSymbol = None,
    zone: Zone = None,
    label: Label = None,
    columns: Columns = None,
    member: Member = None,
    roll: Roll = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="X.parquet", help="write this file; leave the warehouse alone"),
    ] = None,
    source: Source = None,
    priority: Annotated[
        int | None,
        typer.Option(metavar="N", help="rank of the source's bars; the higher stays (default: 0)"),
    ] = None,
    repin: Annotated[
        bool, typer.Option("--repin", help="find out again how the source's files are read")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="say what would be done; write nothing")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Check a file of bars and bring it into the warehouse."""
    from core.importing.sources import SourceOverrides

    declared = Declared(symbol, roll, zone, label, columns, member)
    one_of(file, sample, "--sample")
    about_source = source or priority is not None or repin or dry_run
    if sample and (declared or out or about_source):
        wrong_use("--sample stands alone, or beside --warehouse")
    if out and about_source:
        wrong_use("--out touches no warehouse: leave --source, --priority, --repin, --dry-run out")
    if priority is not None and not source:
        wrong_use("--priority needs --source: whose priority is it?")
    whose = SourceOverrides(source, priority, repin)
    for report in import_declared(file, declared, warehouse, out=out, source=whose, dry_run=dry_run):
        print("\n".join([*messages(report), *_next(report)]))
    return 0


def import_declared(
    file: Path | None, declared: Declared, warehouse: Warehouse, **how: Any
) -> list[ImportReport]:
    """Import the named file, or the sample where none is named, into the warehouse or as `how` says."""
    from core.importing.importer import import_file, import_sample
    from core.importing.progress import listen_to_progress

    before, name = _states(warehouse), "the sample" if file is None else printable_path(file.name)
    usual = SAMPLE_SECONDS if file is None else IMPORT_SECONDS
    with (
        stoppable(lambda: f"{name} was {'brought in' if _states(warehouse) != before else 'not imported'}."),
        progress_line(f"importing {name}", usual, every=30.0) as line,
        listen_to_progress(line.at),
    ):
        if file is None:
            return import_sample(warehouse)
        report = import_file(
            file,
            symbol=declared.symbol,
            roll=declared.roll,
            warehouse=warehouse,
            overrides=declared.overrides,
            **how,
        )
        return [report]


def _states(warehouse: Warehouse) -> dict[str, bytes]:
    """The record of each symbol's bars, which differs after bars were written."""
    from core.warehouse.durable import locked

    found = {}
    for symbol in warehouse.symbols_ever():
        with locked(warehouse.bars(symbol)):
            record = warehouse.bars_index(symbol)
            found[symbol] = record.read_bytes() if record.exists() else b""
    return found


def messages(report: ImportReport) -> list[str]:
    """The findings of an import, a line each."""
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


@app.command(short_help="bars that a later file changed")
def changes(
    symbol: Symbol = None,
    *,
    since: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="changes of this UTC day on")
    ] = None,
    warehouse: AtWarehouse,
) -> int:
    """Every bar that was there already and was changed by a later import: when, by which file, each field
    before and after, and the sources. A line per bar.
    """
    from core.warehouse.sidecars import read_changes

    chosen = symbol_among(warehouse, symbol, warehouse.symbols(), IMPORT_FIRST)
    found = read_changes(warehouse, chosen, since=since)
    print(f"{chosen}: {len(found):,} {'bar' if len(found) == 1 else 'bars'} changed")
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


@app.command(short_help="what was found in the files that were imported")
def findings(
    symbol: Symbol = None,
    *,
    session: Annotated[
        date | None, typer.Option(parser=day, metavar="DATE", help="only what is about this session")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON list of reports instead of text")] = False,
    warehouse: AtWarehouse,
) -> int:
    """Per imported file: how it was read, what was mended and what has to be known of it, each with its data
    row. The same reports lie beside the bars in _findings/.
    """
    from core.importing.findings.report import read_findings, report_lines, reports_to_json

    chosen = symbol_among(warehouse, symbol, warehouse.symbols(), IMPORT_FIRST)
    reports = read_findings(warehouse, chosen)
    if as_json:
        sys.stdout.write(reports_to_json(reports, session).decode())
    elif reports:
        print("\n\n".join("\n".join(report_lines(report, session)) for report in reports))
    else:
        print(f"{chosen}: no file that gave its bars has a findings report; import it again for one")
    return 0
