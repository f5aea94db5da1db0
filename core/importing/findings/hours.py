"""Days whose bars stand at other hours than the rest: stamps that are late or early for a while.

A day of index futures begins at 18:00 New York, after a pause, or at 09:30 where a file has regular hours
alone. Bars that open while Globex is shut, and days that begin at another minute, tell of a clock that was
wrong by minutes or hours. Flat bars without volume, which vendors fill in, tell nothing.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.market.calendar_facts import FRIDAY, SATURDAY, SUNDAY
from core.market.dates import weekday
from core.market.market import BoolArray, IntArray
from core.market.session_clock import BAR_MINUTES, GLOBEX_OPEN_MINUTE, RTH_OPEN_MINUTE, globex_close_minutes

_LATEST_BEGIN = GLOBEX_OPEN_MINUTE + 180
_NIGHT_UNTIL, _EVENING_FROM = 6 * 60, 20 * 60
_LATE_PRINTS = 2
_LEAST_RUN, _LEAST_DAYS = 2, 3
_DENSE_BARS = 6
_NEVER = -1


def hour_findings(view: FileView) -> Iterator[FileFinding]:
    """`shifted_stamps` at the first row of days that are late or early; nothing where all hours are usual."""
    at = np.flatnonzero(~view.is_flat | (view.volume > 0))
    minute = view.clock.minute[at]
    day = view.clock.trade_day[at] - (minute >= GLOBEX_OPEN_MINUTE).astype("timedelta64[D]")
    bars = pd.DataFrame({"day": day, "weekday": weekday(day), "minute": minute, "at": at})
    yield from _shifted(view, _evenings(bars), GLOBEX_OPEN_MINUTE)
    mornings = _mornings(bars)
    if (mornings["begin"] == RTH_OPEN_MINUTE).any():
        yield from _shifted(view, mornings, RTH_OPEN_MINUTE)


def _evenings(bars: pd.DataFrame) -> pd.DataFrame:
    """How each evening of the file begins; a Friday, on which nothing begins, only where bars are shut.

    By day: `at`, the position of its first bar, `begin`, the minute of the first bar that opens in time
    (`_NEVER` without one), and `has_shut_bars`, whether bars open while Globex is shut.
    """
    minute, day_close = bars["minute"], globex_close_minutes(bars["day"].to_numpy())
    is_open = (minute >= GLOBEX_OPEN_MINUTE) & (bars["weekday"] != FRIDAY)
    is_shut = ~is_open & ((minute >= day_close) | (bars["weekday"] == SUNDAY))
    # Trades of the close may be printed some minutes after it.
    is_print = is_shut & (minute < day_close + _LATE_PRINTS * BAR_MINUTES) & (bars["weekday"] != SUNDAY)
    bars = bars.assign(begin=minute.where(is_open), is_shut=is_shut, is_late=is_shut & ~is_print)
    at_begin = (is_shut | (is_open & (minute <= _LATEST_BEGIN))) & (bars["weekday"] != SATURDAY)
    by_day = bars[at_begin].groupby("day")
    days = by_day[["at", "begin"]].first()
    days["begin"] = days["begin"].fillna(_NEVER).astype(np.int64)
    shut = by_day[["is_shut", "is_late"]].any()
    begins_right = days["begin"].isin((GLOBEX_OPEN_MINUTE, _NEVER))
    days["has_shut_bars"] = shut["is_shut"] & (shut["is_late"] | ~begins_right)
    return days[(days["begin"] != _NEVER) | days["has_shut_bars"]]


def _mornings(bars: pd.DataFrame) -> pd.DataFrame:
    """How the days of regular hours alone begin: weekdays without bars at night; as `_evenings`."""
    weekdays = bars[~bars["weekday"].isin((SATURDAY, SUNDAY))].groupby("day")
    days = weekdays[["at", "minute"]].first().rename(columns={"minute": "begin"})
    days["has_shut_bars"] = False
    return days[(days["begin"] >= _NIGHT_UNTIL) & (weekdays["minute"].last() < _EVENING_FROM)]


def _shifted(view: FileView, days: pd.DataFrame, usual: int) -> Iterator[FileFinding]:
    """The first days in a row that are wrong by a clock rather than by a bar that is missing."""
    shut, begin = days["has_shut_bars"].to_numpy(), days["begin"].to_numpy()
    is_odd = shut | (_is_dense(view, days["at"].to_numpy()) & ~np.isin(begin, (usual, _NEVER)))
    for run in np.split(np.arange(len(days)), np.flatnonzero(np.diff(is_odd)) + 1):
        is_one_clock = len(run) >= _LEAST_RUN and (len(np.unique(begin[run])) == 1 or shut[run].any())
        if is_one_clock and is_odd[run[0]]:
            yield _finding(view, days, int(run[0]), len(run), usual)
            return
    shut_days = np.flatnonzero(shut)
    if len(shut_days) >= _LEAST_DAYS or len(shut_days) == len(days) == 1:
        yield _finding(view, days, int(shut_days[0]), 1, usual)


def _is_dense(view: FileView, at: IntArray) -> BoolArray:
    """Whether the first bars from each position on follow each other."""
    last = at + _DENSE_BARS - 1
    inside = last < len(view)
    length = view.minutes[np.where(inside, last, at)] - view.minutes[at]
    return np.asarray(inside & (length == (_DENSE_BARS - 1) * BAR_MINUTES))


def _finding(view: FileView, days: pd.DataFrame, first: int, count: int, usual: int) -> FileFinding:
    ends = [*days["at"].tolist(), len(view)]
    at, named = ends[first], days.index.to_numpy().astype("datetime64[D]")
    what = "while Globex is shut" if days["has_shut_bars"].iloc[first] else f"not at {_clock(usual)}"
    in_a_row = f", {count} days in a row" if count > 1 else ""
    detail = (
        f"{named[first]} to {named[first + count - 1]}: a day begins at "
        f"{_clock(int(view.clock.minute[at]))} New York, {what}{in_a_row}: its stamps are late or early. "
        "Correct the stamps of these days or leave the days out."
    )
    return view.finding("shifted_stamps", at, detail, ends[first + count] - at)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
