"""A file's bars as the search for defects reads them."""

from dataclasses import dataclass
from datetime import date
from typing import Self

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.formats.bar_file import PRICE_COLUMNS, BarFile
from core.market.calendar import ExchangeCalendar, exchange_calendar
from core.market.instruments import Instrument
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.rth_bars import as_dates, group_starts
from core.market.session_clock import BarClock, clock_bars, utc_stamps


@dataclass(frozen=True, slots=True)
class FileView:
    """n bars of a file, ascending.

    `row` (n,) is each bar's data row counted from 1, `minutes` (n,) its UTC open in minutes since 1970,
    `prices` (n, 4) open, high, low, close in points, `volume` (n,) NaN where unknown, `codes` (n,)
    number the contracts (all 0 if the file names none), `is_flat` (n,) marks bars of one price.
    """

    known: Instrument
    calendar: ExchangeCalendar
    clock: BarClock
    row: IntArray
    minutes: IntArray
    prices: FloatArray
    volume: FloatArray
    codes: IntArray
    is_flat: BoolArray

    @classmethod
    def of(cls, file: BarFile, known: Instrument) -> Self:
        """DataError `date_not_covered` if the calendar does not reach a bar."""
        frame, calendar = file.frame, exchange_calendar(known.calendar)
        codes = pd.factorize(frame["contract"])[0] if "contract" in frame else np.zeros(len(frame))
        prices = frame[PRICE_COLUMNS].to_numpy(dtype=np.float64)
        return cls(
            known=known,
            calendar=calendar,
            clock=clock_bars(frame["ts"], calendar),
            row=frame.index.to_numpy().astype(np.int64) + 1,
            minutes=utc_stamps(frame["ts"]).astype("datetime64[m]").astype(np.int64),
            prices=prices,
            volume=frame["volume"].to_numpy(dtype=np.float64),
            codes=codes.astype(np.int64),
            is_flat=prices.max(axis=1) == prices.min(axis=1),
        )

    def runs(self, where: BoolArray, least: int) -> list[tuple[int, int]]:
        """Runs of at least `least` bars of one trade day for which `where` holds: first, last + 1."""
        day = self.clock.trade_day.astype(np.int64)
        starts = group_starts(np.where(where, day, -1))
        ends = np.append(starts[1:], len(where))
        long = where[starts] & (ends - starts >= least) if len(starts) else starts.astype(np.bool_)
        return list(zip(starts[long].tolist(), ends[long].tolist(), strict=True))

    def finding(
        self, kind: str, at: int, detail: str, rows: int = 1, sessions: tuple[date, ...] = ()
    ) -> FileFinding:
        """A finding that begins at the bar at position `at`."""
        return FileFinding(kind, int(self.row[at]), detail, rows, sessions)

    def days_of(self, at: int) -> tuple[date, ...]:
        """The session of the bar at position `at`."""
        return as_dates(self.clock.session_date[at : at + 1])

    def when(self, at: int) -> str:
        """The open of the bar at position `at`, in UTC."""
        return f"{np.datetime64(int(self.minutes[at]), 'm')}Z"
