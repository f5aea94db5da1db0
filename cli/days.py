"""`almanac days`: lists of days that everyone can ask for, written, shown and removed."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import BUILD_FIRST, AtState, AtWarehouse, symbol_among, symbol_option
from cli.store import note_change, print_table, utc_day, with_store
from core.contracts.errors import AlmanacError, DataError
from core.contracts.regular_files import read_regular
from core.warehouse.paths import DEFAULT_SYMBOL, Warehouse, symbols_with_snapshots

if TYPE_CHECKING:
    from core.contracts.view_requests import ListedDayRequest
    from service.database.records import DayList
    from service.snapshots.snapshot import Snapshot

_MOST_WARNINGS = 20
_MOST_BYTES = 10_000_000
_HEAD = ("date", "note")
_WHY = {
    "short": "is a half day",
    "quarantined": "is quarantined",
    "unknown": "is no session",
}

app = typer.Typer(
    name="days",
    short_help="write, show and remove lists of days",
    help="Named lists of days with a note each, which everyone can use as a filter and read. They are kept "
    "in the access store and backed up with it.",
    subcommand_metavar="ACTION",
)


def _lists_there(context: typer.Context) -> list[str]:
    """Shell completion of a list's name: the lists of the state folder."""
    where = context.params
    if not where["state"].is_dir() or os.environ.get("REDIS_URL"):
        return []
    return [each.name for each in _lists_of(where["state"], _symbol(where["warehouse"], where["symbol"]))]


Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        autocompletion=_lists_there,
        help="the list's name; capital letters count as small ones",
    ),
]
OfSymbol = Annotated[str | None, symbol_option("whose days (default: ES if there, else the first)")]


@app.command(short_help="a new list, from a file of dates and notes")
def add(
    name: Name,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV, or lines as `2024-05-03, note`; - reads the input")
    ],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="in place of the list of that name")] = False,
    symbol: OfSymbol = None,
    state: AtState,
    warehouse: AtWarehouse,
) -> int:
    """A new list of days from FILE: a date a line, then a comma and a note if there is one to make; a first
    line `date,note` is a heading. A line that cannot be taken is named, and nothing is kept. Dates that are
    no full session of the published snapshot are kept and named: no filter matches them.
    """
    from service.notes.day_lists import DayLists, ListChanged

    chosen, source = _symbol(warehouse, symbol), "the input" if str(file) == "-" else str(file)
    lines, days = _read(file, source)
    given = chosen, name, days, "cli", None if replace else 0, lambda at: f"{source}, line {lines[at]}"
    try:
        made = with_store(state, lambda store: DayLists(store).put(*given))
    except ListChanged as error:
        raise DataError(f"{name}: is there already; --replace writes it again.") from error
    note_change(state, "list_changed", None, "written", symbol=chosen, list=made.name)
    print(f"{made.name}: {_size(made)}")
    _warn(warehouse, made)
    return 0


@app.command("list", short_help="every list")
def list_lists(*, symbol: OfSymbol = None, state: AtState, warehouse: AtWarehouse) -> int:
    """Every list of a symbol, by name."""
    chosen = _symbol(warehouse, symbol)
    rows = [
        (each.name, f"{len(each.days):,}", utc_day(each.updated_at), each.updated_by)
        for each in _lists_of(state, chosen)
    ]
    return print_table(("NAME", "DAYS", "WRITTEN", "BY"), rows, f"no lists of {chosen} yet")


@app.command(short_help="a list's days with their notes")
def show(name: Name, *, symbol: OfSymbol = None, state: AtState, warehouse: AtWarehouse) -> int:
    """A list's days, by date, with their notes."""
    found = _found(state, _symbol(warehouse, symbol), name)
    print_table(("DATE", "NOTE"), [(each.date, each.note) for each in found.days], "no days in it")
    _warn(warehouse, found)
    return 0


@app.command(short_help="a list as CSV, as `add` reads it")
def export(name: Name, *, symbol: OfSymbol = None, state: AtState, warehouse: AtWarehouse) -> int:
    """A list as CSV on standard output, date and note; `almanac days add` reads it back."""
    from service.export.document import harmless

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_HEAD)
    found = _found(state, _symbol(warehouse, symbol), name)
    writer.writerows((each.date, harmless(each.note)) for each in found.days)
    return 0


@app.command(short_help="forget a list")
def remove(name: Name, *, symbol: OfSymbol = None, state: AtState, warehouse: AtWarehouse) -> int:
    """Forget a list; filters that name it are refused from then on."""
    from service.notes.day_lists import DayLists

    chosen = _symbol(warehouse, symbol)
    removed = with_store(state, lambda store: DayLists(store).remove(chosen, name))
    note_change(state, "list_changed", None, "removed", symbol=chosen, list=removed.name)
    print(f"{removed.name}: removed ({_size(removed)})")
    return 0


def _symbol(warehouse: Warehouse, symbol: str | None) -> str:
    """The named symbol, a published one where there is a warehouse."""
    symbols = symbols_with_snapshots(warehouse)
    return symbol_among(warehouse, symbol, symbols, BUILD_FIRST) if symbols else symbol or DEFAULT_SYMBOL


def _lists_of(state: Path, symbol: str) -> Sequence[DayList]:
    from service.notes.day_lists import DayLists

    return with_store(state, lambda store: DayLists(store).of(symbol))


def _found(state: Path, symbol: str, name: str) -> DayList:
    from service.notes.day_lists import DayLists

    return with_store(state, lambda store: DayLists(store).find(symbol, name))


def _size(listed: DayList) -> str:
    return f"{len(listed.days):,} {'day' if len(listed.days) == 1 else 'days'} of {listed.symbol}"


def _content(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return read_regular(file, "Expected a text, a day on each line.", _MOST_BYTES)
    except DataError as error:
        if isinstance(error.__cause__, OSError):
            raise error.__cause__ from None
        raise


def _read(file: Path, source: str) -> tuple[list[int], list[ListedDayRequest]]:
    """The line of each day of a file, and the days."""
    content = _content(file)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{source}: is no text in UTF-8 (byte {error.start + 1}).") from error
    if not text.strip():
        raise DataError(f"{source}: is empty; a line is a date, then a comma and a note if there is one.")
    rows = list(_rows(text, source))
    return [line for line, _ in rows], [day for _, day in rows]


def _rows(text: str, source: str) -> Iterator[tuple[int, ListedDayRequest]]:
    """Each day with the line it begins on, without empty lines and the heading. A note may have commas."""
    from core.contracts.view_requests import ListedDayRequest

    reader, line = csv.reader(io.StringIO(text, newline=""), strict=True), 1
    try:
        for fields in reader:
            day, note = "".join(fields[:1]).strip(), ",".join(fields[1:]).strip()
            is_heading = line == 1 and day.lower() == _HEAD[0]
            if not is_heading and (day or note):
                yield line, ListedDayRequest(day, _as_written(note))
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{source}, line {line}: {error}; put a note with quotes in quotes.") from error


def _as_written(note: str) -> str:
    """A note without the mark that keeps a spreadsheet from reading it as a formula."""
    from service.export.document import harmless

    return note[1:] if note.startswith("'") and harmless(note[1:]) == note else note


def _warn(warehouse: Warehouse, listed: DayList) -> None:
    """Name the days that no filter can match, where there is a snapshot to look at."""
    snapshot = _published(warehouse, listed.symbol)
    if snapshot is None:
        return
    kinds = [(each.date, snapshot.kind_of(each.date)) for each in listed.days]
    strange = [f"{day} {_WHY[kind]}" for day, kind in kinds if kind != "full"]
    _say(strange[:_MOST_WARNINGS], f"of {snapshot.id}, no filter matches it")
    if len(strange) > _MOST_WARNINGS:
        _say([f"so are {len(strange) - _MOST_WARNINGS:,} more"], "")


def _say(strange: Sequence[str], rest: str) -> None:
    for each in strange:
        print(f"warning: {each} {rest}".rstrip(), file=sys.stderr)


def _published(warehouse: Warehouse, symbol: str) -> Snapshot | None:
    """The published snapshot of a symbol; None without one, and where it cannot be read."""
    from service.snapshots.source import DirectorySource

    source = DirectorySource(warehouse.root)
    try:
        current = source.current().get(symbol)
        return None if current is None else source.load(symbol, current)
    except AlmanacError as error:
        print(f"warning: the days were not looked up: {error.detail}", file=sys.stderr)
        return None
