"""Bars outside Globex's hours, and days with bars at other hours than the rest.

A day of index futures begins at 18:00 New York, after a pause, or at 09:30 in a file of regular hours alone.
Bars that open while Globex is shut, and days that begin at another minute, indicate a clock that was wrong
by minutes or hours. Some feeds print corrections in the pause and on week-ends; Dukascopy and others fill
the hours without trade with flat bars of volume 0. Both are left out.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding, FileView, rows_finding
from core.importing.formats.bar_file import BarFile, minutes_of
from core.market.calendar import FULL_BARS
from core.market.calendar_facts import FRIDAY, SATURDAY, SUNDAY
from core.market.instruments import Instrument
from core.market.market import BoolArray, IntArray
from core.market.rth_bars import as_dates
from core.market.session_clock import (
    AFTER,
    BAR_MINUTES,
    CLOSED_DAY,
    GLOBEX_OPEN_MINUTE,
    LONE_BARS,
    RTH_OPEN_MINUTE,
    globex_close_minutes,
    is_shut,
    lone_prints,
    new_york,
    utc_stamps,
)

_LATEST_BEGIN = GLOBEX_OPEN_MINUTE + 180
_NIGHT_UNTIL, _EVENING_FROM = 6 * 60, 20 * 60
_LATE_PRINTS = 2
_LEAST_RUN, _LEAST_DAYS = 2, 3
_DENSE_BARS = 6
_NEVER = -1
_LEAST_FILLED = 3
_MOST_ROWS = 20


def hour_findings(view: FileView) -> Iterator[FileFinding]:
    """`shifted_stamps` at the first row of days that are late or early; none if all hours are usual."""
    at = np.flatnonzero(~view.is_flat | (view.volume > 0))
    minute = view.clock.minute[at]
    day = view.clock.trade_day[at] - (minute >= GLOBEX_OPEN_MINUTE).astype("timedelta64[D]")
    weekday = pd.DatetimeIndex(day).day_of_week
    bars = pd.DataFrame({"day": day, "weekday": weekday, "minute": minute, "at": at})
    yield from _shifted(view, _evenings(bars), GLOBEX_OPEN_MINUTE)
    mornings = _mornings(bars)
    if (mornings["begin"] == RTH_OPEN_MINUTE).any():
        yield from _shifted(view, mornings, RTH_OPEN_MINUTE)


def _evenings(bars: pd.DataFrame) -> pd.DataFrame:
    """How each evening of the file begins; Fridays only if bars open while Globex is shut.

    By day: `at`, the position of its first bar; `begin`, the minute of the first bar that opens in time
    (`_NEVER` without one); `has_shut_bars`, whether bars open while Globex is shut.
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
    """As `_evenings`, for weekdays without bars at night."""
    weekdays = bars[~bars["weekday"].isin((SATURDAY, SUNDAY))].groupby("day")
    days = weekdays[["at", "minute"]].first().rename(columns={"minute": "begin"})
    days["has_shut_bars"] = False
    return days[(days["begin"] >= _NIGHT_UNTIL) & (weekdays["minute"].last() < _EVENING_FROM)]


def _shifted(view: FileView, days: pd.DataFrame, usual: int) -> Iterator[FileFinding]:
    """The first of each run of days that a wrong clock explains, not a missing bar."""
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
    """Whether the first bars from each position on are consecutive."""
    last = at + _DENSE_BARS - 1
    inside = last < len(view.row)
    length = view.minutes[np.where(inside, last, at)] - view.minutes[at]
    return np.asarray(inside & (length == (_DENSE_BARS - 1) * BAR_MINUTES))


def _finding(view: FileView, days: pd.DataFrame, first: int, count: int, usual: int) -> FileFinding:
    ends = [*days["at"].tolist(), len(view.row)]
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


def in_trading_hours(file: BarFile, known: Instrument) -> BarFile:
    """The file without stray prints and fill, which are findings; DataError `empty_file` if none remain."""
    view = FileView.of(file.frame, known)
    filled = _filled(view, file.frame)
    stray = _stray(view, file.frame, filled)
    if not (filled | stray).any():
        return file
    frame = file.frame[~(filled | stray)]
    if frame.empty:
        raise DataError(
            f"{file.path}: every bar opens while Globex is shut. Export its trading hours.", code="empty_file"
        )
    found = list(file.findings)
    words = "{} flat bars of no volume in pauses, on week-ends and holidays left out, the first data row {}"
    found += rows_finding("filled_pauses", words, filled, view.row)
    if stray.any():
        at, rows = int(stray.argmax()), view.row[stray].tolist()
        more = f" and {len(rows) - _MOST_ROWS:,} more" if len(rows) > _MOST_ROWS else ""
        detail = (
            f"{len(rows):,} lone prints while Globex is shut left out: data rows "
            f"{', '.join(map(str, rows[:_MOST_ROWS]))}{more}"
        )
        days = as_dates(np.unique(view.clock.session_date[stray]))
        found.append(view.finding("stray_prints", at, detail, len(rows), days))
    minutes = None if file.minutes is None else minutes_of(frame, file.minutes)
    return replace(file, frame=frame, minutes=minutes, findings=tuple(found))


def _filled(view: FileView, frame: pd.DataFrame) -> BoolArray:
    """Flat bars of volume 0 while Globex is shut, of unknown volume, or in runs on holidays."""
    empty = view.is_flat & ~(view.volume > 0)
    shut = is_shut(new_york(utc_stamps(frame["ts"])))
    is_half_day = view.calendar.expected_bars(view.clock.session_date) != FULL_BARS
    closed = shut | (view.clock.segment == CLOSED_DAY) | ((view.clock.segment == AFTER) & is_half_day)
    filled = empty & shut & (view.volume == 0)
    for first, last in view.runs(empty & closed, _LEAST_FILLED):
        filled[first:last] = True
    return np.asarray(filled)


def _stray(view: FileView, frame: pd.DataFrame, filled: BoolArray) -> BoolArray:
    """Lone prints in pauses and on week-ends, and the few bars of an otherwise empty holiday."""
    at = np.flatnonzero(~filled)
    stray = np.zeros(len(view.row), dtype=np.bool_)
    stray[at] = lone_prints(utc_stamps(frame["ts"])[at], BAR_MINUTES)
    holiday = at[view.clock.segment[at] == CLOSED_DAY]
    days, counts = np.unique(view.clock.trade_day[holiday], return_counts=True)
    stray[holiday] |= np.isin(view.clock.trade_day[holiday], days[counts <= LONE_BARS])
    return stray
