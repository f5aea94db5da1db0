"""The RTH bars of every exchange day that has some, grouped by session."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Self, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.market.calendar import ExchangeCalendar
from core.market.market import BoolArray, DateArray, FloatArray, IntArray
from core.market.session_clock import RTH, BarClock

T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True, slots=True)
class RthBars:
    """n RTH bars in D exchange days, ascending.

    `rows` (n,) are positions in the bars table, `starts` (D,) the first bar of each day among them, `dates`,
    `counts`, `expected` (D,) its date, bars and what they should be. `contract_codes` (D,) number the
    contract of the day's first bar (-1 unknown), `contracts` name it ("" unknown), `mixed` marks more than
    one within RTH. `bar_codes` numbers the contract of every bar of the table.
    """

    bars: pd.DataFrame
    rows: IntArray
    starts: IntArray
    dates: DateArray
    counts: IntArray
    expected: IntArray
    contract_codes: IntArray
    contracts: NDArray[np.str_]
    mixed: BoolArray
    bar_codes: IntArray

    @classmethod
    def of(cls, bars: pd.DataFrame, clock: BarClock, calendar: ExchangeCalendar) -> Self:
        """Group the RTH bars of `bars`."""
        rows = np.flatnonzero(clock.segment == RTH)
        days = clock.session_date[rows]
        starts = group_starts(days)
        dates = days[starts]
        bar_codes, names = _contract_codes(bars["contract"])
        codes = bar_codes[rows]
        first = codes[starts]
        return cls(
            bars=bars,
            rows=rows,
            starts=starts,
            dates=dates,
            counts=np.diff(starts, append=len(rows)),
            expected=calendar.expected_bars(dates),
            contract_codes=first,
            contracts=names[first],
            mixed=_reduce(np.minimum, codes, starts) != _reduce(np.maximum, codes, starts),
            bar_codes=bar_codes,
        )

    @property
    def whole(self) -> BoolArray:
        """Days that count: exactly their bars, of one contract."""
        return np.asarray((self.counts == self.expected) & ~self.mixed)

    def first_bars(self) -> IntArray:
        """Position of each day's first RTH bar in the bars table."""
        return self.rows[self.starts]

    def opens(self) -> FloatArray:
        """The first open of each day."""
        return self._values("open")[self.starts]

    def highs(self) -> FloatArray:
        """The highest high of each day."""
        return _reduce(np.maximum, self._values("high"), self.starts)

    def lows(self) -> FloatArray:
        """The lowest low of each day."""
        return _reduce(np.minimum, self._values("low"), self.starts)

    def closes(self) -> FloatArray:
        """The last close of each day."""
        closes: FloatArray = self._values("close")[self.starts + self.counts - 1]
        return closes

    def faults(self) -> Iterator[tuple[date, str]]:
        """Every day that does not count, with its reason."""
        at = np.flatnonzero(~self.whole)
        for day, row in zip(as_dates(self.dates[at]), at, strict=True):
            yield day, self._fault(int(row))

    def _fault(self, day: int) -> str:
        mine = self.rows[self.starts[day] : self.starts[day] + self.counts[day]]
        if self.counts[day] != self.expected[day]:
            present = self.bars["bar_number"].to_numpy()[mine]
            absent = np.setdiff1d(np.arange(1, self.expected[day] + 1), present)
            return f"{self.counts[day]} of {self.expected[day]} bars; without {spans(absent)}"
        names = self.bars["contract"].iloc[mine].fillna("an unknown one").unique().tolist()
        return f"bars of more than one contract: {', '.join(names)}"

    def _values(self, column: str) -> FloatArray:
        return self.bars[column].to_numpy()[self.rows]


def group_starts(keys: NDArray[np.generic]) -> IntArray:
    """Position of the first element of each run of equal keys."""
    if not len(keys):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))


def as_dates(days: DateArray) -> tuple[date, ...]:
    """Days as `datetime.date`."""
    return tuple(days.astype("datetime64[D]").tolist())


def _contract_codes(contracts: pd.Series) -> tuple[IntArray, NDArray[np.str_]]:
    codes, names = pd.factorize(contracts)
    return codes.astype(np.int64), np.array([*names.tolist(), ""], dtype=np.str_)


def _reduce(how: np.ufunc, values: NDArray[T], starts: IntArray) -> NDArray[T]:
    return how.reduceat(values, starts) if len(starts) else values[:0]


def spans(numbers: IntArray) -> str:
    """Ascending numbers in words: 2-3, 7."""
    starts = group_starts(numbers - np.arange(len(numbers)))
    ends = np.append(starts[1:], len(numbers)) - 1
    pairs = zip(numbers[starts].tolist(), numbers[ends].tolist(), strict=True)
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in pairs)
