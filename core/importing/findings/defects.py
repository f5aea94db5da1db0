"""The defects of a file of bars, by name, and the bars as the search for them reads them.

docs/import.md shows what each defect looks like.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal, NoReturn, Self

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.market.calendar import ExchangeCalendar, exchange_calendar
from core.market.instruments import Instrument
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.rth_bars import as_dates, group_starts
from core.market.session_clock import BarClock, clock_bars, utc_stamps
from core.warehouse.schemas import PRICE_COLUMNS

Action = Literal["mended", "refused", "told"]
"""Mended: repaired and reported. Refused: nothing is imported. Told: imported as it is and reported."""


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A defect found in a file.

    `row` is the first data row, counted from 1 without the header; `rows` is how many rows it concerns.
    `sessions` are the sessions it concerns, if any. `kind` names an entry of `DEFECTS`.
    """

    kind: str
    row: int
    detail: str
    rows: int = 1
    sessions: tuple[date, ...] = ()

    @property
    def action(self) -> Action:
        return DEFECTS[self.kind]


def accepted(found: Iterable[FileFinding], path: Path) -> tuple[FileFinding, ...]:
    """`found` by row; DataError, with the defect's name as its code, if one of them is refused."""
    findings = tuple(sorted(found, key=lambda finding: finding.row))
    for finding in findings:
        if finding.action == "refused":
            raise DataError(f"{path}: data row {finding.row}: {finding.detail}", code=finding.kind)
    return findings


_NAMES: dict[Action, str] = {
    "mended": """
    byte_order_mark windows_lines empty_lines lines_above footer thousands_commas decimal_commas other_letters
    newest_first out_of_order repeated_rows spreads second_expiry float32_prices partial_last_bar
    stray_prints filled_pauses
    """,
    "refused": """
    damaged_file empty_file missing_column several_files no_member unclear_columns bad_stamp bad_number
    bad_contract impossible_price beyond_limit bad_volume off_tick off_grid duplicate_stamps
    two_contracts unordered_stamps date_form unclear_zone wrong_zone shifted_stamps mixed_zones
    adjustment_splice tick_count_volume quotes_not_trades wrong_length
    """,
    "told": """
    other_name repeated_columns long_sessions level_jump spike back_adjusted no_volume thin_volume holes halt
    missing_session filled_bars limit_night
    """,
}

DEFECTS: dict[str, Action] = {name: action for action, names in _NAMES.items() for name in names.split()}
"""The action for every defect, in the order of the docs."""


def rows_finding(
    kind: str, words: str, where: BoolArray, rows: Sequence[int] | IntArray | pd.Index
) -> tuple[FileFinding, ...]:
    """The finding about the data `rows` at `where`; none without any.

    Its count and its first row take the two places in `words`.
    """
    if not where.any():
        return ()
    count, first = int(where.sum()), int(rows[int(where.argmax())])
    return (FileFinding(kind, first, words.format(f"{count:,}", first), count),)


def refuse_row(path: Path, row: int, problem: str, *, code: str) -> NoReturn:
    """Raise DataError about the data row at position `row` (named counted from 1, without the header)."""
    raise DataError(f"{path}: data row {row + 1}: {problem}.", code=code)


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
    def of(cls, frame: pd.DataFrame, known: Instrument) -> Self:
        """The bars of a `BarFile`; DataError `date_not_covered` if the calendar does not reach one."""
        calendar = exchange_calendar(known.calendar)
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
