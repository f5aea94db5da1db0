"""`almanac days`: lists of days that everyone can ask for, written, shown and removed."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options import BUILD_FIRST, STATE, WAREHOUSE, Commands, command, option, symbol_among
from cli.store import note_change, print_table, utc_day, with_store
from core.contracts.errors import AlmanacError, DataError
from core.storage.paths import DEFAULT_SYMBOL, symbols_with_snapshots

if TYPE_CHECKING:
    from core.contracts.day_requests import ListedDayRequest
    from service.access.records import DayList
    from service.data.snapshot import Snapshot

_MOST_WARNINGS = 20
_HEAD = ("date", "note")
_WHY = {
    "short": "is a half day",
    "quarantined": "is quarantined",
    "unknown": "is no session",
}

_NAME = option("name", metavar="NAME", help="the list's name; capital letters count as small ones")
_SYMBOL = option(
    "--symbol", type=str.upper, metavar="SYMBOL", help="whose days (default: ES if there, else the first)"
)
_WHERE = (_SYMBOL, STATE, WAREHOUSE)


@command(
    "add",
    "a new list, from a file of dates and notes",
    _NAME,
    option("file", type=Path, metavar="FILE", help="CSV, or lines as `2024-05-03, note`; - reads the input"),
    option("--replace", action="store_true", help="in place of the list of that name"),
    *_WHERE,
)
def add(asked: argparse.Namespace) -> int:
    """A new list of days from FILE: a date a line, then a comma and a note if there is one to make; a first
    line `date,note` is a heading. A line that cannot be taken is named, and nothing is kept. Dates that are
    no full session of the published snapshot are kept and named: no filter matches them.
    """
    from service.access.day_lists import DayLists, ListChanged

    symbol, source = _symbol(asked), "the input" if str(asked.file) == "-" else str(asked.file)
    lines, days = _read(asked.file, source)
    replaces = None if asked.replace else 0
    given = symbol, asked.name, days, "cli", replaces, lambda at: f"{source}, line {lines[at]}"
    try:
        made = with_store(asked, lambda store: DayLists(store).put(*given))
    except ListChanged as error:
        raise DataError(f"{asked.name}: is there already; --replace writes it anew.") from error
    note_change(asked, "list_changed", None, "written", symbol=symbol, list=made.name)
    print(f"{made.name}: {_size(made)}")
    _warn(asked, made)
    return 0


@command("list", "every list", *_WHERE)
def list_lists(asked: argparse.Namespace) -> int:
    """Every list of a symbol, by name."""
    from service.access.day_lists import DayLists

    symbol = _symbol(asked)
    rows = [
        (each.name, f"{len(each.days):,}", utc_day(each.updated_at), each.updated_by)
        for each in with_store(asked, lambda store: DayLists(store).of(symbol))
    ]
    return print_table(("NAME", "DAYS", "WRITTEN", "BY"), rows, f"no lists of {symbol} yet")


@command("show", "a list's days with their notes", _NAME, *_WHERE)
def show(asked: argparse.Namespace) -> int:
    """A list's days, by date, with their notes."""
    found = _found(asked)
    print_table(("DATE", "NOTE"), [(each.date, each.note) for each in found.days], "no days in it")
    _warn(asked, found)
    return 0


@command("export", "a list as CSV, as `add` reads it", _NAME, *_WHERE)
def export(asked: argparse.Namespace) -> int:
    """A list as CSV on standard output, date and note; `almanac days add` reads it back."""
    from service.export.document import harmless

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows((each.date, harmless(each.note)) for each in _found(asked).days)
    return 0


@command("remove", "forget a list", _NAME, *_WHERE)
def remove(asked: argparse.Namespace) -> int:
    """Forget a list; filters that name it are refused from then on."""
    from service.access.day_lists import DayLists

    symbol = _symbol(asked)
    removed = with_store(asked, lambda store: DayLists(store).remove(symbol, asked.name))
    note_change(asked, "list_changed", None, "removed", symbol=symbol, list=removed.name)
    print(f"{removed.name}: removed ({_size(removed)})")
    return 0


def _symbol(asked: argparse.Namespace) -> str:
    """The symbol asked for, one of the published where there is a warehouse."""
    symbols = symbols_with_snapshots(asked.warehouse)
    return symbol_among(asked, symbols, BUILD_FIRST) if symbols else asked.symbol or DEFAULT_SYMBOL


def _found(asked: argparse.Namespace) -> DayList:
    from service.access.day_lists import DayLists

    symbol = _symbol(asked)
    return with_store(asked, lambda store: DayLists(store).find(symbol, asked.name))


def _size(listed: DayList) -> str:
    return f"{len(listed.days):,} {'day' if len(listed.days) == 1 else 'days'} of {listed.symbol}"


def _read(file: Path, source: str) -> tuple[list[int], list[ListedDayRequest]]:
    """The days of a file, and the line of each."""
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{source}: is no text in UTF-8 (byte {error.start + 1}).") from error
    if not text.strip():
        raise DataError(f"{source}: is empty; a line is a date, then a comma and a note if there is one.")
    rows = list(_rows(text, source))
    return [line for line, _ in rows], [day for _, day in rows]


def _rows(text: str, source: str) -> Iterator[tuple[int, ListedDayRequest]]:
    """Each day with the line it begins on; an empty line and the heading are none. A note may have commas."""
    from core.contracts.day_requests import ListedDayRequest

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


def _warn(asked: argparse.Namespace, listed: DayList) -> None:
    """Name the days that no filter can match, where there is a snapshot to look at."""
    snapshot = _published(asked, listed.symbol)
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


def _published(asked: argparse.Namespace, symbol: str) -> Snapshot | None:
    """What is published of a symbol; None without it, and where it cannot be read."""
    from service.data.store import DirectorySource

    source = DirectorySource(asked.warehouse.root)
    try:
        current = source.current(symbol)
        return None if current is None else source.load(symbol, current)
    except AlmanacError as error:
        print(f"warning: the days were not looked up: {error.detail}", file=sys.stderr)
        return None


def add_commands(commands: Commands) -> None:
    """Register all five."""
    days = commands.add_parser(
        "days",
        help="write, show and remove lists of days",
        description="Named lists of days with a note each, which everyone can use as a filter and read. They "
        "are kept in the access store and backed up with it.",
    ).add_subparsers(required=True, metavar="ACTION")
    for each in (add, list_lists, show, export, remove):
        each.add_to(days)
