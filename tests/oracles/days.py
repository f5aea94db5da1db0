"""Five-minute bars read into days, one plain loop at a time (rulings 1-5 and 7, features.md section 1)."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tests.oracles.events import Announced, EventTable, announced
from tests.oracles.exchange import is_half_day, is_session, session_before, sessions_between
from tests.oracles.past import Past, Session, pasts

NEW_YORK = ZoneInfo("America/New_York")
FULL, HALF = 81, 45
OPEN, CLOSE, EVENING = 9 * 60 + 30, 16 * 60 + 15, 18 * 60

Value = bool | int | float | str | None
"""What a feature answers on one day; None where the question does not apply."""


class Row(NamedTuple):
    """One bar of the file: UTC time of its opening, prices, contract (None where unknown)."""

    ts: datetime
    open: float
    high: float
    low: float
    close: float
    contract: str | None


class Bar(NamedTuple):
    """Prices of one bar; bar i of a day stands at index i - 1."""

    open: float
    high: float
    low: float
    close: float


@dataclass(frozen=True, slots=True)
class Day:
    """A full session as a feature sees it.

    `yesterday` is (high, low, close) of the exchange session immediately before, full or half: None where
    that is missing, quarantined, before the data or in another contract. `globex` is (high, low) of the
    evening before, None without overnight bars. `adr10` is the mean range of the ten full sessions before.
    `prev_date` is the exchange session immediately before, whether there are bars for it or not. `follows`
    is the full session before with nothing but counted half days between, None where one is missing or
    quarantined.
    `ranges_before` are the ranges of the full sessions before, oldest first, ten at most. `past` holds the
    averages, the highest print and the run of like sessions, `announced` the events of the date.
    `minutes` are the one-minute bars in each bar, empty where a bar has none and where nobody keeps them.
    """

    date: dt.date
    bars: tuple[Bar, ...]
    yesterday: tuple[float, float, float] | None
    globex: tuple[float, float] | None
    adr10: float | None
    contract: str | None
    prev_date: dt.date
    ranges_before: tuple[float, ...] = ()
    past: Past = field(default_factory=Past)
    announced: Announced = field(default_factory=Announced)
    follows: dt.date | None = None
    minutes: tuple[tuple[Bar, ...], ...] = ()

    def prints(self, first: int, last: int) -> list[Bar]:
        """Bars `first`..`last` as finely as they are known: their minutes, else the bars themselves."""
        found: list[Bar] = []
        for number in range(first, min(last, len(self.bars)) + 1):
            inside = self.minutes[number - 1] if self.minutes else ()
            found.extend(inside or (self.bars[number - 1],))
        return found

    def first_side(self, first: int, high: float, low: float) -> str:
        """Which of two prices is broken first from bar `first` on."""
        for each in self.prints(first, FULL):
            if each.high > high and each.low < low:
                return "both_same_bar"
            if each.high > high:
                return "up"
            if each.low < low:
                return "down"
        return "none"

    def first_extreme(self, last: int) -> str:
        """Which extreme of bars 1..`last` was set first."""
        prints = self.prints(1, last)
        high, low = max(each.high for each in prints), min(each.low for each in prints)
        for each in prints:
            if each.high == high or each.low == low:
                break
        if each.high == high and each.low == low:
            return "same_bar"
        return "high_first" if each.high == high else "low_first"


@dataclass(slots=True)
class Reading:
    """What a file of bars holds: its full days, and what became of every other date."""

    days: list[Day] = field(default_factory=list)
    half_days: list[date] = field(default_factory=list)
    missing: list[date] = field(default_factory=list)
    quarantined: dict[date, int] = field(default_factory=dict)
    closed_days: dict[date, int] = field(default_factory=dict)
    rolls: list[date] = field(default_factory=list)


@dataclass(slots=True)
class _Tape:
    """Rows sorted into the trading day's floor hours (by bar number) and into the night before it."""

    floor: dict[date, dict[int, Row]] = field(default_factory=dict)
    night: dict[date, list[Row]] = field(default_factory=dict)


def load_rows(path: Path) -> list[Row]:
    """The rows of a parquet file with ts, open, high, low, close and perhaps contract."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    stamps = table["ts"].cast(pa.timestamp("us", tz="UTC")).to_pylist()
    prices = [table[name].to_pylist() for name in ("open", "high", "low", "close")]
    contracts = table["contract"].to_pylist() if "contract" in table.column_names else [None] * len(stamps)
    return [Row(*values) for values in zip(stamps, *prices, contracts, strict=True)]


def load(path: Path, tables: Mapping[str, EventTable] | None = None) -> Reading:
    """A parquet file read into days, `tables` as for `read`."""
    return read(load_rows(path), tables)


def read(
    rows: Iterable[Row], tables: Mapping[str, EventTable] | None = None, prior_high: float | None = None
) -> Reading:
    """Rows in any order read into days; `tables` of events by kind, `prior_high` from before the data."""
    rows = list(rows)
    tape = _sort_into_days(rows)
    reading = Reading(closed_days={day: len(bars) for day, bars in tape.floor.items() if not is_session(day)})
    open_days = [day for day in tape.floor if is_session(day)]
    if not open_days:
        return reading
    counted: dict[date, list[Row]] = {}
    for day in sessions_between(min(open_days), max(open_days)):
        _count(day, tape, counted, reading)
    _mark_rolls(counted, reading)
    _build_days(counted, tape, reading)
    told = pasts(_sessions(counted, reading), [(row.ts, row.high) for row in rows], prior_high)
    reading.days = [
        replace(day, past=told[day.date], announced=announced(day.date, tables or {})) for day in reading.days
    ]
    return reading


def _sort_into_days(rows: Iterable[Row]) -> _Tape:
    tape = _Tape()
    for row in rows:
        local = row.ts.astimezone(NEW_YORK)
        minute = local.hour * 60 + local.minute
        if OPEN <= minute < CLOSE:
            tape.floor.setdefault(local.date(), {})[(minute - OPEN) // 5 + 1] = row
        elif minute < OPEN:
            tape.night.setdefault(local.date(), []).append(row)
        elif minute >= EVENING:
            tape.night.setdefault(local.date() + timedelta(days=1), []).append(row)
    return tape


def _count(day: date, tape: _Tape, counted: dict[date, list[Row]], reading: Reading) -> None:
    """A session counts with exactly its bars, is missing with none, is quarantined otherwise."""
    bars = tape.floor.get(day, {})
    wanted = HALF if is_half_day(day) else FULL
    if not bars:
        reading.missing.append(day)
    elif sorted(bars) != list(range(1, wanted + 1)):
        reading.quarantined[day] = len(bars)
    else:
        counted[day] = [bars[number] for number in range(1, wanted + 1)]
        if wanted == HALF:
            reading.half_days.append(day)


def _mark_rolls(counted: dict[date, list[Row]], reading: Reading) -> None:
    contract = None
    for day, rows in counted.items():
        if contract is not None and rows[0].contract is not None and rows[0].contract != contract:
            reading.rolls.append(day)
        contract = rows[0].contract


def _build_days(counted: dict[date, list[Row]], tape: _Tape, reading: Reading) -> None:
    ranges: list[float] = []
    for day, rows in counted.items():
        if len(rows) != FULL:
            continue
        before = session_before(day)
        reading.days.append(
            Day(
                date=day,
                bars=tuple(Bar(row.open, row.high, row.low, row.close) for row in rows),
                yesterday=None if day in reading.rolls else _levels(counted.get(before)),
                globex=_range(tape.night.get(day)),
                adr10=sum(ranges[-10:]) / 10 if len(ranges) >= 10 else None,
                contract=rows[0].contract,
                prev_date=before,
                ranges_before=tuple(ranges[-10:]),
                follows=_full_before(day, counted),
            )
        )
        ranges.append(max(row.high for row in rows) - min(row.low for row in rows))


def _full_before(day: date, counted: dict[date, list[Row]]) -> date | None:
    before = session_before(day)
    while len(counted.get(before, ())) == HALF:
        before = session_before(before)
    return before if before in counted else None


def _sessions(counted: dict[date, list[Row]], reading: Reading) -> list[Session]:
    return [
        Session(
            date=day,
            starts=rows[0].ts,
            is_full=len(rows) == FULL,
            follows=session_before(day) in counted,
            rolled=day in reading.rolls,
            opened=rows[0].open,
            closes=[row.close for row in rows],
        )
        for day, rows in counted.items()
    ]


def _levels(rows: list[Row] | None) -> tuple[float, float, float] | None:
    if rows is None:
        return None
    return max(row.high for row in rows), min(row.low for row in rows), rows[-1].close


def _range(rows: list[Row] | None) -> tuple[float, float] | None:
    if not rows:
        return None
    return max(row.high for row in rows), min(row.low for row in rows)
