"""The market as features read it: one row per full session, one column per bar.

Source of every rule: design rulings 1 to 8 and features.md section 1.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
DateArray = NDArray[np.datetime64]
Offsets = NDArray[np.int16]

BAR_MINUTES = 5
ABSENT = 2**15 - 1
"""A missing minute has the high -ABSENT and the low ABSENT, so that it reaches no price."""


@dataclass(frozen=True, slots=True)
class SessionTable:
    """Every counted session, full (81 bars) and short (45), ascending; all arrays have length S.

    `previous` is the position in this table of the exchange session immediately before, -1 if that session
    is missing, quarantined or before the data. `full_row` is the session's row in `Market`, -1 for a short
    one. `gxh` and `gxl` are NaN without overnight bars; `ath_before` is the highest print of the data before
    09:30 (every segment), NaN at the start of the data. `contract` is "" if unknown; `is_roll` marks a
    contract unlike the previous session's; `roll_gap_known` is false on a roll session with a contract that
    has no bars for yesterday.
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
class CalendarFacts:
    """Calendar facts of N sessions, known long before they open; all arrays have length N.

    `session_number` is the position among the exchange's sessions, so that differences count sessions.
    `previous_session` is the date of the exchange session immediately before, `previous_is_short` whether
    that was a half day, `trading_day_of_month` counts the exchange's sessions from 1. All three also count
    sessions without bars. `next_weekday_is_closed` marks the session before an exchange holiday.
    `expires` marks the third Friday of the month, or the session before it if that is a holiday;
    `expiry_week` the weeks from Monday with the third Friday of March, June, September and December.
    `fomc`, `nfp` and `cpi` are 1 on the days of the event tables, 0 on others, NaN outside their coverage.
    """

    session_number: IntArray
    previous_session: DateArray
    previous_is_short: BoolArray
    trading_day_of_month: IntArray
    next_weekday_is_closed: BoolArray
    expires: BoolArray
    expiry_week: BoolArray
    fomc: FloatArray
    nfp: FloatArray
    cpi: FloatArray


@dataclass(frozen=True, slots=True)
class MinuteBars:
    """Highs and lows of the minutes of N sessions' bars (N, 81, 5), in ticks from the open of their bar.

    A minute without trade is ABSENT, and so are all minutes of a bar without one-minute bars.
    """

    high: Offsets
    low: Offsets

    def of(self, rows: IntArray) -> MinuteBars:
        """The minutes of some sessions; rows may repeat."""
        return MinuteBars(self.high[rows], self.low[rows])

    def mirrored_unless(self, kept: BoolArray) -> MinuteBars:
        """The minutes of bars (N, 81), mirrored as a whole unless `kept`."""
        is_kept = kept[..., np.newaxis]
        return MinuteBars(np.where(is_kept, self.high, -self.low), np.where(is_kept, self.low, -self.high))

    @property
    def known(self) -> BoolArray:
        """Bars (N, 81) that have minutes."""
        return np.asarray((self.high > -ABSENT).any(axis=2))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Market:
    """The N full sessions for features, ascending; equal only to itself.

    `open`, `high`, `low`, `close`, `volume`, `ema` are (N, 81), bar 1 in column 0, prices in points; an
    unknown volume is NaN. `ema` is the EMA(20) of five-minute closes across every counted session (half days
    too), NaN where a roll makes it unknown; `ema_open` (N,) is its value at the previous session's close.
    `hoy`, `loy`, `coy` (N,) are yesterday's high, low and close; NaN if yesterday is missing or the roll
    difference is unknown. `adr10` (N,) is the mean range of the previous ten full sessions, NaN until there
    are ten. `ath_before` (N,) is `sessions.ath_before`. `d_ema20` (N,) is the EMA(20) of the last RTH closes
    of every counted session through yesterday, NaN until there are twenty and where `coy` is NaN. `calendar`
    holds what depends on the date alone. `previous_row` (N,) is the row of the session immediately before,
    -1 if that has none. `ordinal` (N,) is each row's position in `sessions`. `minutes` are the one-minute
    bars inside the bars, None if the symbol keeps none.
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
    ath_before: FloatArray
    d_ema20: FloatArray
    calendar: CalendarFacts
    minutes: MinuteBars | None = None

    def __len__(self) -> int:
        return len(self.session_date)


def rows_of(market: Market, rows: IntArray) -> Market:
    """Some sessions of a market; rows may repeat. The table of sessions stays whole."""
    whole = ("symbol", "tick", "sessions", "calendar", "minutes")
    taken = {each.name: getattr(market, each.name)[rows] for each in fields(Market) if each.name not in whole}
    facts = {each.name: getattr(market.calendar, each.name)[rows] for each in fields(CalendarFacts)}
    minutes = None if market.minutes is None else market.minutes.of(rows)
    return replace(market, calendar=CalendarFacts(**facts), minutes=minutes, **taken)
