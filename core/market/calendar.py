"""The exchange's days: which dates are sessions and half days, and their order.

Source: exchange_calendars' XNYS and `calendar_overrides.toml` in this folder. The futures' half day ends
fifteen minutes after the cash close: 13:15 New York, 45 bars.
"""

import tomllib
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import exchange_calendars
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.market.market import BoolArray, DateArray, IntArray

FULL_BARS = 81
SHORT_BARS = 45
FIRST_DATE = "2000-01-01"
OVERRIDES_FILE = Path(__file__).with_name("calendar_overrides.toml")

_HALF_DAY_CLOSE_MINUTE = 13 * 60

DateLike = np.datetime64 | str


@dataclass(frozen=True, slots=True)
class ExchangeCalendar:
    """Every session of an exchange, ascending; `short` marks half days.

    Both arrays have the same length. Dates outside the first and last session raise DataError
    `date_not_covered`.
    """

    name: str
    sessions: DateArray
    short: BoolArray

    def positions(self, dates: DateArray) -> IntArray:
        """Position of the first session on or after each date."""
        if not len(dates):
            return np.zeros(0, dtype=np.int64)
        first, last = dates.min(), dates.max()
        self._require_cover(first, last)
        if len(dates) <= (last - first).astype(np.int64):
            return np.searchsorted(self.sessions, dates).astype(np.int64)
        every = np.searchsorted(self.sessions, np.arange(first, last + 1))
        return np.asarray(every.take((dates - first).astype(np.int64)), dtype=np.int64)

    def are_sessions(self, dates: DateArray) -> BoolArray:
        return np.asarray(self.sessions[self.positions(dates)] == dates)

    def expected_bars(self, dates: DateArray) -> IntArray:
        """81 or 45 for each session in `dates`."""
        return np.where(self.are_short(dates), SHORT_BARS, FULL_BARS).astype(np.int64)

    def sessions_between(self, first: DateLike, last: DateLike) -> DateArray:
        """The sessions from `first` to `last`, both included."""
        start, stop = _day(first), _day(last)
        self._require_cover(start, stop)
        inside: DateArray = self.sessions[(self.sessions >= start) & (self.sessions <= stop)]
        return inside

    def sessions_before(self, dates: DateArray) -> DateArray:
        """The session immediately before each date; the dates need not be sessions."""
        positions = self.positions(dates)
        if np.any(positions == 0):
            raise self._not_covered(f"the session before {dates.min()}")
        before: DateArray = self.sessions[positions - 1]
        return before

    def are_short(self, sessions: DateArray) -> BoolArray:
        return np.asarray(self.short[self.positions(sessions)])

    def previous_session(self, date: DateLike) -> np.datetime64:
        """The session immediately before `date`, which need not be a session."""
        before: np.datetime64 = self.sessions_before(np.array([date], dtype="datetime64[D]"))[0]
        return before

    def next_session(self, date: DateLike) -> np.datetime64:
        """The session immediately after `date`, which need not be a session."""
        day = _day(date)
        self._require_cover(day, day)
        position = int(np.searchsorted(self.sessions, day, side="right"))
        if position == len(self.sessions):
            raise self._not_covered(f"the session after {date}")
        session: np.datetime64 = self.sessions[position]
        return session

    def _require_cover(self, first: np.datetime64, last: np.datetime64) -> None:
        for date in (first, last):
            if not self.sessions[0] <= date <= self.sessions[-1]:
                raise self._not_covered(str(date))

    def _not_covered(self, what: str) -> DataError:
        return DataError(
            f"calendar {self.name} covers {self.sessions[0]} to {self.sessions[-1]}; {what} is outside. "
            "Update exchange_calendars for later dates.",
            code="date_not_covered",
        )


def _day(date: DateLike) -> np.datetime64:
    day: np.datetime64 = np.array([date], dtype="datetime64[D]")[0]
    return day


@cache
def exchange_calendar(name: str = "XNYS") -> ExchangeCalendar:
    """The calendar of an exchange from 2000 to about a year ahead, overrides applied."""
    with warnings.catch_warnings():
        # exchange_calendars 4.13 uses what pandas 3.1 deprecates.
        warnings.simplefilter("ignore", DeprecationWarning)
        schedule = exchange_calendars.get_calendar(name, start=FIRST_DATE).schedule
    closes = schedule["close"].dt.tz_convert("America/New_York")
    minutes = (closes.dt.hour * 60 + closes.dt.minute).to_numpy()
    days = schedule.index.to_numpy().astype("datetime64[D]")
    return with_overrides(ExchangeCalendar(name, days, minutes <= _HALF_DAY_CLOSE_MINUTE), OVERRIDES_FILE)


def with_overrides(calendar: ExchangeCalendar, path: Path) -> ExchangeCalendar:
    """`calendar` with the closures and early closes that `path` lists for it."""
    listed = _overrides_of(calendar.name, path)
    closed = np.isin(calendar.sessions, _dates(listed.get("closures", []), path))
    short = calendar.short | np.isin(calendar.sessions, _dates(listed.get("early_closes", []), path))
    return ExchangeCalendar(calendar.name, calendar.sessions[~closed], short[~closed])


def _overrides_of(name: str, path: Path) -> dict[str, Any]:
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8")).get(name, {})
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: not readable as TOML: {error}. Correct the file.") from error
    unknown = set(listed) - {"closures", "early_closes"}
    if unknown:
        raise DataError(
            f"{path}: unknown entry {min(unknown)!r} under [{name}]; known: closures, early_closes"
        )
    return dict(listed)


def _dates(listed: list[Any], path: Path) -> NDArray[np.datetime64]:
    try:
        return np.array([pd.Timestamp(str(date)).to_datetime64() for date in listed], dtype="datetime64[D]")
    except ValueError as error:
        raise DataError(f"{path}: {error}. Write dates as 2031-01-09.") from error
