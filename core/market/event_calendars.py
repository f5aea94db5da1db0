"""Scheduled reports: the event tables in `events/`, one CSV of dates and sources each.

`coverage.toml` has the first and the last day of a table's coverage, such as under [fomc]. Outside it a day
is unknown; a table without coverage covers nothing.
"""

import csv
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Literal, NoReturn

import numpy as np

from core.contracts.errors import DataError
from core.market.market import DateArray, FloatArray

EventName = Literal["fomc", "nfp", "cpi"]

EVENT_NAMES: tuple[EventName, ...] = ("fomc", "nfp", "cpi")
EVENTS_FOLDER = Path(__file__).with_name("events")
COVERAGE_FILE = "coverage.toml"
COLUMNS = ["date", "source"]
NOTICE = timedelta(days=60)
"""The warning comes this long before a table ends."""


@dataclass(frozen=True, slots=True)
class EventTable:
    """The days (M,) of one kind of event, ascending, complete from `first` to `last`; None covers nothing."""

    name: EventName
    dates: DateArray
    first: date | None
    last: date | None

    def marks(self, dates: DateArray) -> FloatArray:
        """1 for each date (N,) in the table, 0 for others, NaN outside its coverage."""
        if self.first is None or self.last is None:
            return np.full(len(dates), np.nan)
        days = dates.astype("datetime64[D]")
        covered = (days >= np.datetime64(self.first)) & (days <= np.datetime64(self.last))
        return np.where(covered, np.isin(days, self.dates), np.nan)


@cache
def event_table(name: EventName) -> EventTable:
    """The product's own table `name`; DataError as `read_event_table`."""
    return read_event_table(name, EVENTS_FOLDER)


def read_event_table(name: EventName, folder: Path) -> EventTable:
    """The table `name` of a folder with `coverage.toml` and one CSV per table.

    Raises:
        DataError: `bad_event_table`: a file, column, date or source is missing or wrong.
    """
    coverage = _coverage(name, folder / COVERAGE_FILE)
    if coverage is None:
        return EventTable(name, np.zeros(0, dtype="datetime64[D]"), None, None)
    (first, last), path = coverage, folder / f"{name}.csv"
    days = [_day(path, line, row) for line, row in enumerate(_rows(path), start=2)]
    for line, (day, before) in enumerate(zip(days, [date.min, *days], strict=False), start=2):
        if day <= before:
            _refuse(path, f"line {line}: {day} after {before}; dates ascend, each once")
        if not first <= day <= last:
            _refuse(path, f"line {line}: {day} is outside the coverage from {first} to {last}")
    return EventTable(name, np.array(days, dtype="datetime64[D]"), first, last)


def coverage_warnings(today: date) -> list[str]:
    """One sentence for each table that covers nothing, or ends within 60 days of `today`."""
    warnings = (coverage_warning(event_table(name), today) for name in EVENT_NAMES)
    return [warning for warning in warnings if warning]


def coverage_warning(table: EventTable, today: date) -> str:
    """The remedy for a table with coverage that ends soon or has ended; "" otherwise."""
    where = EVENTS_FOLDER.name
    if table.last is None:
        return (
            f"events: {table.name} covers nothing; add dates with their source to {where}/{table.name}.csv."
        )
    if table.last - today > NOTICE:
        return ""
    when = "ended" if table.last < today else "ends"
    return (
        f"events: {table.name} {when} on {table.last}; later sessions are null. Add dates with their "
        f"source to {where}/{table.name}.csv and move {where}/coverage.toml."
    )


def _coverage(name: EventName, path: Path) -> tuple[date, date] | None:
    try:
        coverage = tomllib.loads(path.read_text(encoding="utf-8")).get(name)
    except (OSError, tomllib.TOMLDecodeError) as error:
        _refuse(path, f"{error}")
    if coverage is None:
        return None
    first, last = coverage.get("first"), coverage.get("last")
    if type(first) is not date or type(last) is not date or first > last:
        _refuse(path, f"[{name}] first = {first}, last = {last}; two dates in order expected")
    return first, last


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            columns, rows = reader.fieldnames, list(reader)
    except OSError as error:
        _refuse(path, f"{error}")
    if columns != COLUMNS:
        _refuse(path, f"columns {columns} found, {COLUMNS} expected")
    return rows


def _day(path: Path, line: int, row: dict[str, str]) -> date:
    try:
        day = date.fromisoformat(row["date"])
    except (TypeError, ValueError):
        _refuse(path, f"line {line}: date {row['date']!r} found, 2031-01-09 expected")
    if not row["source"]:
        _refuse(path, f"line {line}: {day} without a source")
    return day


def _refuse(path: Path, what: str) -> NoReturn:
    raise DataError(f"{path}: {what}. Correct the file.", code="bad_event_table")
