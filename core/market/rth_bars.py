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
"""The contract number of a session that does not count."""


@dataclass(frozen=True, slots=True)
class RthBars:
    """The exchange days of `bars` with RTH bars, ascending.

    `days` has a row per date: `first_bar`, the position of its first RTH bar in `bars`; `bar_count` and
    `expected`, its actual and expected bars; `open`, `high`, `low`, `close`; number and name of its first
    bar's contract (`code`, -1 unknown, and `contract`, "" unknown); and `is_whole` if it counts: exactly its
    bars, of one contract. `bar_codes` numbers the contract of every bar of the table.
    """

    bars: pd.DataFrame
    days: pd.DataFrame
    dates: DateArray
    bar_codes: IntArray

    @classmethod
    def of(cls, bars: pd.DataFrame, clock: BarClock, calendar: ExchangeCalendar) -> Self:
        numbers, names = pd.factorize(bars["contract"])
        bar_codes = numbers.astype(np.int64)
        at = np.flatnonzero(clock.segment == RTH)
        dates, codes = clock.session_date[at], bar_codes[at]
        first = group_starts(dates)
        count = np.diff(first, append=len(at))
        prices = {name: bars[name].to_numpy()[at] for name in ("open", "high", "low", "close")}
        days = {
            "first_bar": at[first],
            "bar_count": count,
            "expected": calendar.expected_bars(dates[first]),
            "open": prices["open"][first],
            "high": np.maximum.reduceat(prices["high"], first),
            "low": np.minimum.reduceat(prices["low"], first),
            "close": prices["close"][first + count - 1],
            "code": codes[first],
            "contract": np.array([*names.tolist(), ""], dtype=object)[codes[first]],
        }
        is_of_one = np.minimum.reduceat(codes, first) == np.maximum.reduceat(codes, first)
        days["is_whole"] = (days["bar_count"] == days["expected"]) & is_of_one
        return cls(bars, pd.DataFrame(days), dates[first], bar_codes)

    @property
    def whole(self) -> pd.DataFrame:
        return self.days[self.days["is_whole"]]

    def codes_of(self, session_date: DateArray) -> IntArray:
        """The number of each date's contract, `NOT_COUNTED` if the date does not count."""
        whole, first = self.whole, group_starts(session_date)
        dates = np.append(self.dates[self.days["is_whole"]], np.datetime64("NaT"))
        asked = session_date[first]
        at = np.searchsorted(dates[:-1], asked)
        codes = np.where(dates[at] == asked, np.append(whole["code"], NOT_COUNTED)[at], NOT_COUNTED)
        return np.repeat(codes, np.diff(first, append=len(session_date)))

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


def group_starts(keys: NDArray[np.generic]) -> IntArray:
    """Position of the first element of each run of equal keys."""
    return np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])


def as_dates(days: DateArray) -> tuple[date, ...]:
    return tuple(days.astype("datetime64[D]").tolist())


def spans(numbers: IntArray) -> str:
    """Ascending numbers as text: 2-3, 7."""
    starts = group_starts(numbers - np.arange(len(numbers)))
    ends = np.append(starts[1:], len(numbers)) - 1
    pairs = zip(numbers[starts].tolist(), numbers[ends].tolist(), strict=True)
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in pairs)
