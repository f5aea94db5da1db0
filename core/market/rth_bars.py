"""The RTH bars of every exchange day that has some, grouped by session."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.market.calendar import ExchangeCalendar
from core.market.market import DateArray, IntArray
from core.market.session_clock import RTH, BarClock

NOT_COUNTED = -2
"""In place of a contract's number: the session does not count."""


@dataclass(frozen=True, slots=True)
class RthBars:
    """The exchange days of `bars` that have RTH bars, ascending.

    `days` has a row per date: `first_bar`, the position of its first RTH bar in `bars`, `bar_count` and
    `expected`, how many it has and should have, `open`, `high`, `low`, `close`, number and name of its first
    bar's contract (`code`, -1 unknown, and `contract`, "" unknown), and `is_whole` where it counts: exactly
    its bars, of one contract. `bar_codes` numbers the contract of every bar of the table.
    """

    bars: pd.DataFrame
    days: pd.DataFrame
    bar_codes: IntArray

    @classmethod
    def of(cls, bars: pd.DataFrame, clock: BarClock, calendar: ExchangeCalendar) -> Self:
        """Group the RTH bars of `bars`."""
        bar_codes, names = pd.factorize(bars["contract"])
        at = np.flatnonzero(clock.segment == RTH)
        rth = bars[["open", "high", "low", "close"]].iloc[at].assign(at=at, code=bar_codes[at])
        days = rth.groupby(clock.session_date[at]).agg(
            first_bar=("at", "first"),
            bar_count=("at", "size"),
            open=("open", "first"),
            high=("high", "max"),
            low=("low", "min"),
            close=("close", "last"),
            code=("code", "first"),
            least_code=("code", "min"),
            most_code=("code", "max"),
        )
        days["expected"] = calendar.expected_bars(_dates(days))
        days["contract"] = np.array([*names.tolist(), ""], dtype=object)[days["code"]]
        is_of_one = days["least_code"] == days["most_code"]
        days["is_whole"] = (days["bar_count"] == days["expected"]) & is_of_one
        return cls(bars, days, bar_codes.astype(np.int64))

    @property
    def dates(self) -> DateArray:
        """The date of each day."""
        return _dates(self.days)

    @property
    def whole(self) -> pd.DataFrame:
        """The days that count."""
        return self.days[self.days["is_whole"]]

    def codes_of(self, session_date: DateArray) -> IntArray:
        """The number of each date's contract, `NOT_COUNTED` where the date is no day that counts."""
        whole = self.whole
        dates = np.append(_dates(whole), np.datetime64("NaT"))
        at = np.searchsorted(dates[:-1], session_date)
        return np.where(dates[at] == session_date, np.append(whole["code"], NOT_COUNTED)[at], NOT_COUNTED)

    def faults(self) -> Iterator[tuple[date, str]]:
        """Every day that does not count, with its reason."""
        faulty = ~self.days["is_whole"]
        days = self.days[faulty].itertuples(index=False)
        yield from zip(as_dates(self.dates[faulty]), map(self._fault, days), strict=True)

    def _fault(self, day: Any) -> str:
        bars = self.bars.iloc[day.first_bar : day.first_bar + day.bar_count]
        if day.bar_count != day.expected:
            absent = np.setdiff1d(np.arange(1, day.expected + 1), bars["bar_number"])
            return f"{day.bar_count} of {day.expected} bars; without {spans(absent)}"
        names = bars["contract"].fillna("an unknown one").unique().tolist()
        return f"bars of more than one contract: {', '.join(names)}"


def _dates(days: pd.DataFrame) -> DateArray:
    return days.index.to_numpy().astype("datetime64[D]")


def group_starts(keys: NDArray[np.generic]) -> IntArray:
    """Position of the first element of each run of equal keys."""
    if not len(keys):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))


def as_dates(days: DateArray) -> tuple[date, ...]:
    """Days as `datetime.date`."""
    return tuple(days.astype("datetime64[D]").tolist())


def spans(numbers: IntArray) -> str:
    """Ascending numbers in words: 2-3, 7."""
    starts = group_starts(numbers - np.arange(len(numbers)))
    ends = np.append(starts[1:], len(numbers)) - 1
    pairs = zip(numbers[starts].tolist(), numbers[ends].tolist(), strict=True)
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in pairs)
