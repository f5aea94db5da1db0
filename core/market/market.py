"""The market as features read it: one row per full session, one column per bar.

Source of every rule: design rulings 1 to 8 and features.md section 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
DateArray = NDArray[np.datetime64]


@dataclass(frozen=True, slots=True)
class SessionTable:
    """Every counted session, full (81 bars) and short (45), ascending; all arrays have length S.

    `previous` is the position in this table of the exchange session immediately before, -1 where that
    session is missing, quarantined or before the data. `full_row` is the session's row in `Market`,
    -1 for a short one. `gxh` and `gxl` are NaN without overnight bars; `ath_before` is the highest print
    of the data before 09:30 (every segment), NaN at the start of the data. `contract` is "" where
    unknown; `is_roll` marks a contract unlike the previous session's; `roll_gap_known` is false on a
    roll session whose own contract has no bars for yesterday.
    """

    session_date: DateArray
    is_full: BoolArray
    previous: IntArray
    full_row: IntArray
    contract: NDArray[np.str_]
    is_roll: BoolArray
    roll_gap_known: BoolArray
    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    gxh: FloatArray
    gxl: FloatArray
    ath_before: FloatArray

    def __len__(self) -> int:
        return len(self.session_date)


@dataclass(frozen=True, slots=True)
class Market:
    """The N full sessions a feature is computed on, ascending.

    `open`, `high`, `low`, `close`, `volume`, `ema` are (N, 81), bar 1 in column 0, prices in points.
    `ema` is the EMA(20) of five-minute closes across every counted session (half days too), NaN where a
    roll makes it unknown; `ema_open` (N,) is its value at the previous session's close.
    `hoy`, `loy`, `coy` (N,) are yesterday's high, low and close; NaN where yesterday is missing or the
    roll difference is unknown. `adr10` (N,) is the mean range of the previous ten full sessions, NaN until
    there are ten. `previous_row` (N,) is the row of the session immediately before, -1 where that session
    has none. `ordinal` (N,) is each row's position in `sessions`.
    """

    symbol: str
    tick: float
    sessions: SessionTable
    ordinal: IntArray
    session_date: DateArray
    previous_row: IntArray
    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    volume: FloatArray
    ema: FloatArray
    ema_open: FloatArray
    hoy: FloatArray
    loy: FloatArray
    coy: FloatArray
    gxh: FloatArray
    gxl: FloatArray
    adr10: FloatArray

    def __len__(self) -> int:
        return len(self.session_date)
