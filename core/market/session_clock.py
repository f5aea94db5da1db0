"""The session clock: from a bar's UTC open to its session, segment and bar number.

A trade day runs from 18:00 New York of the evening before to 17:00. Where it is a session its bars are
overnight (18:00-09:30), rth (09:30-16:15, on half days 09:30-13:15) or after (the rest). Where the exchange
is closed its bars are `closed_day` and are dated to the next session (rulings 1 to 3, market-data A.2).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.market.calendar import ExchangeCalendar
from core.market.market import BAR_MINUTES as BAR_MINUTES
from core.market.market import BoolArray, DateArray, IntArray

NEW_YORK = "America/New_York"
RTH_OPEN_MINUTE = 9 * 60 + 30
RTH_CLOSE_MINUTE = 16 * 60 + 15
GLOBEX_CLOSE_MINUTE = 17 * 60
GLOBEX_OPEN_MINUTE = 18 * 60

SEGMENTS = ("overnight", "rth", "after", "closed_day")
SEGMENT_TYPE = pd.CategoricalDtype(list(SEGMENTS))
OVERNIGHT, RTH, AFTER, CLOSED_DAY = range(4)

LONE_BARS = 2
"""The most consecutive bars that still are lone prints, not hours of trade."""

_MOST_DAYS, _FEW_DAYS = 0.5, 2


@dataclass(frozen=True, slots=True)
class BarClock:
    """Session, segment and number of n bars; all arrays have length n.

    `minute` is the bar's open in minutes after midnight New York, `trade_day` the date of its trade (a closed
    day stays itself here), `session_date` the session it is dated to, `segment` a position in `SEGMENTS`,
    `bar_number` 1..81 in rth and 0 elsewhere.
    """

    minute: IntArray
    trade_day: DateArray
    session_date: DateArray
    segment: NDArray[np.int8]
    bar_number: NDArray[np.int16]

    @property
    def in_rth_hours(self) -> BoolArray:
        """Bars between 09:30 and 16:15, on any day."""
        return np.asarray((self.minute >= RTH_OPEN_MINUTE) & (self.minute < RTH_CLOSE_MINUTE))

    @property
    def in_pause(self) -> BoolArray:
        """Bars between 17:00 and 18:00, when Globex is shut."""
        return (self.minute >= GLOBEX_CLOSE_MINUTE) & (self.minute < GLOBEX_OPEN_MINUTE)


def utc_stamps(ts: pd.Series) -> NDArray[np.datetime64]:
    """UTC stamps as numpy microseconds without a zone."""
    return ts.to_numpy(dtype="datetime64[us]")


def clock_bars(ts: pd.Series, calendar: ExchangeCalendar) -> BarClock:
    """The clock of every bar; `ts` holds UTC opens. DataError if the calendar does not cover one."""
    local = new_york(utc_stamps(ts))
    day, minute = local.astype("datetime64[D]"), minutes_of_day(local)
    trade_day = day + (minute >= GLOBEX_OPEN_MINUTE).astype("timedelta64[D]")
    position = calendar.positions(trade_day)
    session_date = calendar.sessions[position]
    of_session = _SEGMENT_BY_MINUTE.take(minute + len(_MINUTES) * calendar.short[position])
    segment = np.where(session_date == trade_day, of_session, np.int8(CLOSED_DAY))
    number = np.where(segment == RTH, _NUMBER_BY_MINUTE.take(minute), 0)
    return BarClock(minute, trade_day, session_date, segment, number)


def new_york(utc: DateArray) -> DateArray:
    """UTC stamps as wall-clock times of New York, in whole minutes."""
    local = pd.DatetimeIndex(utc).tz_localize("UTC").tz_convert(NEW_YORK).tz_localize(None)
    return np.asarray(local, dtype="datetime64[m]")


def minutes_of_day(local: DateArray) -> IntArray:
    """Minutes after midnight of wall-clock times in whole minutes."""
    return np.asarray((local - local.astype("datetime64[D]")).astype(np.int64))


def always_shut(minute: IntArray) -> BoolArray:
    """Which minutes after midnight New York are between 17:15 and 18:00, when Globex has never been open."""
    return np.asarray((minute >= _ALWAYS_SHUT_FROM) & (minute < GLOBEX_OPEN_MINUTE))


def globex_close_minutes(days: DateArray) -> IntArray:
    """The New York minute when Globex closes on each day: 17:30, 17:15 or 17:00 over the years."""
    closes = [GLOBEX_CLOSE_MINUTE + later for later in (30, 15, 0)]
    return np.array(closes)[np.searchsorted(_CLOSE_CHANGES, days, side="right")]


def is_shut(local: DateArray) -> BoolArray:
    """Which New York times are in the daily pause or a week-end."""
    day, minute = local.astype("datetime64[D]"), minutes_of_day(local)
    friday, saturday, sunday = (np.is_busday(day, weekmask=name) for name in ("Fri", "Sat", "Sun"))
    before_open = minute < GLOBEX_OPEN_MINUTE
    is_late = minute >= globex_close_minutes(day)
    return np.asarray(saturday | (sunday & before_open) | (is_late & (friday | before_open)))


def lone_prints(utc: DateArray, minutes: int) -> BoolArray:
    """Which bars of `minutes`, by their ascending opens, are isolated prints while Globex is shut.

    None if most days have some, as with stamps that are late or early.
    """
    if not len(utc):
        return np.zeros(0, dtype=np.bool_)
    local = new_york(utc)
    shut = is_shut(local)
    follows = np.diff(utc, prepend=utc[:1]) == np.timedelta64(minutes, "m")
    starts = np.flatnonzero(~follows)
    counts = np.diff(np.append(starts, len(utc)))
    alone = (counts <= LONE_BARS) & np.logical_and.reduceat(shut, starts)
    lone = np.repeat(alone, counts)
    days = local.astype("datetime64[D]")
    with_prints = len(np.unique(days[lone]))
    return lone & (with_prints <= max(_FEW_DAYS, _MOST_DAYS * len(np.unique(days[~shut]))))


def label_bars(bars: pd.DataFrame, clock: BarClock) -> pd.DataFrame:
    """`bars` with session_date, segment (categorical) and bar_number after ts."""
    labels: dict[str, Any] = {
        "session_date": clock.session_date.astype("datetime64[ms]"),
        "segment": pd.Categorical.from_codes(clock.segment, dtype=SEGMENT_TYPE),
        "bar_number": clock.bar_number,
    }
    plain = bars.drop(columns=[name for name in labels if name in bars])
    labelled = plain.assign(**labels)
    return labelled[["ts", *labels, *(name for name in plain if name != "ts")]]


def _segment_by_minute(close: int) -> NDArray[np.int8]:
    overnight = (_MINUTES < RTH_OPEN_MINUTE) | (_MINUTES >= GLOBEX_OPEN_MINUTE)
    return np.where(overnight, OVERNIGHT, np.where(close > _MINUTES, RTH, AFTER)).astype(np.int8)


_ALWAYS_SHUT_FROM = GLOBEX_CLOSE_MINUTE + 15
_CLOSE_CHANGES = np.array(["2012-11-19", "2015-09-21"], dtype="datetime64[D]")
_MINUTES = np.arange(24 * 60)
_SEGMENT_BY_MINUTE = np.concatenate([_segment_by_minute(RTH_CLOSE_MINUTE - early) for early in (0, 3 * 60)])
"""Of a day's minutes, first on a full session, then on a short one."""
_NUMBER_BY_MINUTE = ((_MINUTES - RTH_OPEN_MINUTE) // BAR_MINUTES + 1).astype(np.int16)
