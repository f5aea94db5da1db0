"""Days whose bars stand at other hours than the rest: stamps that are late or early for a while.

A day of index futures begins at 18:00 New York, after a pause, or at 09:30 where a file has regular hours
alone. Bars that open while Globex is shut, and days that begin at another minute, tell of a clock that was
wrong by minutes or hours. Flat bars without volume, which vendors fill in, tell nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.market.calendar_facts import FRIDAY, SATURDAY, SUNDAY, weekday
from core.market.market import DateArray, IntArray
from core.market.rth_bars import group_starts
from core.market.session_clock import (
    BAR_MINUTES,
    GLOBEX_OPEN_MINUTE,
    RTH_OPEN_MINUTE,
    globex_close_minutes,
)

_LATEST_BEGIN = GLOBEX_OPEN_MINUTE + 180
_NIGHT_UNTIL, _EVENING_FROM = 6 * 60, 20 * 60
_LATE_PRINTS = 2
_LEAST_RUN, _LEAST_DAYS = 2, 3
_DENSE_BARS = 6
_NEVER = -1


@dataclass(frozen=True, slots=True)
class _Begin:
    """How a day begins: its first bar's position and minute of New York (`_NEVER` where it does not).

    `has_shut_bars`: bars open while Globex is shut. `is_dense`: the first bars follow each other.
    """

    day: np.datetime64
    at: int
    minute: int
    has_shut_bars: bool
    is_dense: bool

    def is_odd(self, usual: int) -> bool:
        """Whether a day that begins at the minute `usual` does not begin so."""
        return self.has_shut_bars or (self.is_dense and self.minute not in (usual, _NEVER))


def hour_findings(view: FileView) -> Iterator[FileFinding]:
    """`shifted_stamps` at the first row of days that are late or early; nothing where all hours are usual."""
    rows = np.flatnonzero(~view.is_flat | (view.volume > 0))
    minute = view.clock.minute[rows]
    day = view.clock.trade_day[rows] - (minute >= GLOBEX_OPEN_MINUTE).astype("timedelta64[D]")
    yield from _shifted(view, list(_evenings(view, rows, day, minute)), GLOBEX_OPEN_MINUTE)
    mornings = list(_mornings(view, rows, day, minute))
    if any(each.minute == RTH_OPEN_MINUTE for each in mornings):
        yield from _shifted(view, mornings, RTH_OPEN_MINUTE)


def _evenings(view: FileView, rows: IntArray, day: DateArray, minute: IntArray) -> Iterator[_Begin]:
    """The evenings of the file; a Friday's, on which nothing begins, only where it has bars."""
    of_week, close = weekday(day), globex_close_minutes(day)
    is_open = (minute >= GLOBEX_OPEN_MINUTE) & (of_week != FRIDAY)
    shut = ~is_open & ((minute >= close) | (of_week == SUNDAY))
    at_begin = (shut | (is_open & (minute <= _LATEST_BEGIN))) & (of_week != SATURDAY)
    for mine in _by_day(np.flatnonzero(at_begin), day):
        opened, early = mine[is_open[mine]], mine[shut[mine]]
        begin = int(minute[opened[0]]) if len(opened) else _NEVER
        prints = early[minute[early] < close[early] + _LATE_PRINTS * BAR_MINUTES]
        is_print = len(prints) == len(early) and begin in (GLOBEX_OPEN_MINUTE, _NEVER)
        has_shut_bars = len(early) > 0 and not (is_print and of_week[mine[0]] != SUNDAY)
        if len(opened) or has_shut_bars:
            at = int(rows[mine[0]])
            yield _Begin(day[mine[0]], at, begin, has_shut_bars, _is_dense(view, at))


def _mornings(view: FileView, rows: IntArray, day: DateArray, minute: IntArray) -> Iterator[_Begin]:
    """The days of regular hours alone: weekdays without bars at night."""
    for mine in _by_day(np.flatnonzero(~np.isin(weekday(day), (SATURDAY, SUNDAY))), day):
        if minute[mine[0]] >= _NIGHT_UNTIL and minute[mine[-1]] < _EVENING_FROM:
            at = int(rows[mine[0]])
            yield _Begin(day[mine[0]], at, int(minute[mine[0]]), False, _is_dense(view, at))


def _by_day(rows: IntArray, day: DateArray) -> list[IntArray]:
    starts = group_starts(day[rows])
    return np.split(rows, starts[1:]) if len(starts) else []


def _is_dense(view: FileView, at: int) -> bool:
    steps = np.diff(view.minutes[at : at + _DENSE_BARS])
    return len(steps) == _DENSE_BARS - 1 and bool((steps == BAR_MINUTES).all())


def _shifted(view: FileView, days: Sequence[_Begin], usual: int) -> Iterator[FileFinding]:
    """The first days in a row that are wrong by a clock rather than by a bar that is missing."""
    odd = np.array([each.is_odd(usual) for each in days], dtype=np.bool_)
    for part in np.split(np.arange(len(odd)), np.flatnonzero(np.diff(odd)) + 1):
        run = [days[at] for at in part if odd[at]]
        is_same = len({each.minute for each in run}) == 1
        if len(run) >= _LEAST_RUN and (is_same or any(each.has_shut_bars for each in run)):
            yield _finding(view, days, int(part[0]), len(run), usual)
            return
    shut = [at for at, each in enumerate(days) if each.has_shut_bars]
    if len(shut) >= _LEAST_DAYS or len(shut) == len(days) == 1:
        yield _finding(view, days, shut[0], 1, usual)


def _finding(view: FileView, days: Sequence[_Begin], first: int, count: int, usual: int) -> FileFinding:
    at, end = days[first].at, days[first + count].at if first + count < len(days) else len(view)
    what = "while Globex is shut" if days[first].has_shut_bars else f"not at {_clock(usual)}"
    in_a_row = f", {count} days in a row" if count > 1 else ""
    detail = (
        f"{days[first].day} to {days[first + count - 1].day}: a day begins at "
        f"{_clock(int(view.clock.minute[at]))} New York, {what}{in_a_row}: its stamps are late or early. "
        "Correct the stamps of these days or leave the days out."
    )
    return view.finding("shifted_stamps", at, detail, end - at)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
