"""Bars that a file leaves out or that a vendor filled in, session by session."""

from collections.abc import Iterator
from datetime import date

import numpy as np

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.market.calendar import FULL_BARS
from core.market.market import DateArray, IntArray
from core.market.rth_bars import as_dates, group_starts, spans
from core.market.session_clock import AFTER, BAR_MINUTES, OVERNIGHT, RTH

HALTS: dict[date, tuple[int, ...]] = {
    date(2020, 3, 9): (2, 3),
    date(2020, 3, 12): (3, 4),
    date(2020, 3, 16): (2, 3),
    date(2020, 3, 18): (43, 44),
}
"""Bars that could not trade because the whole market was halted (level 1, 15 minutes)."""

_TO_CASH_CLOSE = 78
_AFTER_BARS = 9
_MOST = 0.9
_LEAST_DAYS = 2
_LEAST_GAP = 2
_DENSE = 0.99
_LEAST_FILLED = 3
_LEAST_FLAT = 12


def hole_findings(view: FileView) -> Iterator[FileFinding]:
    """Holes, halts, days without RTH bars, filled bars and limit nights, and sessions of another length."""
    rth = np.flatnonzero(view.clock.segment == RTH)
    starts = group_starts(view.clock.session_date[rth])
    days = view.clock.session_date[rth][starts]
    if _ends_at_cash_close(view, rth, starts, days):
        yield _wrong_length(view, rth, starts)
        return
    yield from _rth_holes(view, rth, starts, days)
    yield from _missing_sessions(view, rth, starts, days)
    yield from _night_holes(view)
    yield from _long_sessions(view, len(days))
    yield from _filled(view)
    yield from _limit_nights(view)


def _ends_at_cash_close(view: FileView, rth: IntArray, starts: IntArray, days: DateArray) -> bool:
    counts = np.diff(starts, append=len(rth))
    full = view.calendar.expected_bars(days) == FULL_BARS
    if full.sum() < _LEAST_DAYS or (view.clock.segment == AFTER).any():
        return False
    last = view.clock.bar_number[rth][starts + counts - 1]
    return bool(((last == _TO_CASH_CLOSE) & (counts == _TO_CASH_CLOSE))[full].mean() >= _MOST)


def _wrong_length(view: FileView, rth: IntArray, starts: IntArray) -> FileFinding:
    last = rth[np.append(starts[1:], len(rth)) - 1]
    at = int(np.flatnonzero(view.clock.bar_number[last] == _TO_CASH_CLOSE)[0])
    told = (
        f"the session ends at 16:00 New York, {_TO_CASH_CLOSE} bars where {FULL_BARS} are needed, as in all "
        f"{len(starts)} sessions. Export regular hours to 16:15 or later."
    )
    return FileFinding("wrong_length", int(view.row[last[at]]), told, len(starts))


def _rth_holes(view: FileView, rth: IntArray, starts: IntArray, days: DateArray) -> Iterator[FileFinding]:
    expected = view.calendar.expected_bars(days)
    counts = np.diff(starts, append=len(rth))
    for at in np.flatnonzero(counts != expected).tolist():
        mine = rth[starts[at] : starts[at] + counts[at]]
        present = view.clock.bar_number[mine].astype(np.int64)
        absent = np.setdiff1d(np.arange(1, expected[at] + 1), present)
        opened = view.minutes[mine[0]] + (absent - present[0]) * BAR_MINUTES
        absent = absent[(opened > view.minutes[0]) & (opened < view.minutes[-1])]
        if len(absent):
            first = view.minutes[mine[0]] + (absent[0] - present[0]) * BAR_MINUTES
            row = int(view.row[np.searchsorted(view.minutes, first)])
            yield _hole(as_dates(days[at : at + 1])[0], row, absent, int(expected[at]))


def _hole(day: date, row: int, absent: IntArray, expected: int) -> FileFinding:
    is_halt = set(absent.tolist()) == set(HALTS.get(day, ()))
    why = "the market was halted: " if is_halt else ""
    told = f"{day}: {why}without RTH bars {spans(absent)} of {expected}, next is data row {row}"
    return FileFinding("halt" if is_halt else "holes", row, told, len(absent), (day,))


def _missing_sessions(
    view: FileView, rth: IntArray, starts: IntArray, days: DateArray
) -> Iterator[FileFinding]:
    if len(days) < 2:
        return
    listed = view.calendar.sessions_between(days[0], days[-1])
    absent = listed[~np.isin(listed, days)]
    after = np.searchsorted(days, absent)
    for first in group_starts(after).tolist():
        gone = as_dates(absent[after == after[first]])
        row = int(view.row[rth[starts[after[first]]]])
        named = f"{gone[0]}" if len(gone) == 1 else f"{gone[0]} to {gone[-1]} ({len(gone)} sessions)"
        yield FileFinding(
            "missing_session", row, f"{named}: no RTH bars, next is data row {row}", len(gone), gone
        )


def _night_holes(view: FileView) -> Iterator[FileFinding]:
    clock, step = view.clock, np.diff(view.minutes)
    inside = (clock.segment[1:] == OVERNIGHT) & (clock.segment[:-1] == OVERNIGHT)
    inside &= clock.trade_day[1:] == clock.trade_day[:-1]
    gone = np.where(inside, step // BAR_MINUTES - 1, 0)
    if not inside.any() or inside.sum() < _DENSE * (inside.sum() + gone.sum()):
        return
    at = np.flatnonzero(gone >= _LEAST_GAP) + 1
    for day in as_dates(view.days(at)):
        mine = at[clock.session_date[at] == np.datetime64(day)]
        row, count = int(view.row[mine[0]]), int(gone[mine - 1].sum())
        told = f"{day}: without {count} overnight bars, next is data row {row}"
        yield FileFinding("holes", row, told, count, (day,))


def _long_sessions(view: FileView, days: int) -> Iterator[FileFinding]:
    after = np.flatnonzero(view.clock.segment == AFTER)
    has_night = bool((view.clock.segment == OVERNIGHT).any())
    if has_night or not days or len(after) < _MOST * _AFTER_BARS * days:
        return
    row = int(view.row[after[0]])
    told = f"RTH bars alone, 90 a session: those from 16:15 on, the first data row {row}, are kept as no RTH"
    yield FileFinding("long_sessions", row, told, len(after))


def _filled(view: FileView) -> Iterator[FileFinding]:
    if not len(view) or not np.nan_to_num(np.median(view.volume)):
        return
    for first, last in view.runs(view.is_flat & (view.volume == 0), _LEAST_FILLED):
        yield _flat(view, "filled_bars", first, last, "bars of volume 0, filled in where nothing traded,")


def _limit_nights(view: FileView) -> Iterator[FileFinding]:
    night = view.clock.segment == OVERNIGHT
    for first, last in view.runs(view.is_flat & night, _LEAST_FLAT):
        if view.volume[first:last].any():
            yield _flat(view, "limit_night", first, last, "overnight bars of one price, as at a limit,")


def _flat(view: FileView, kind: str, first: int, last: int, what: str) -> FileFinding:
    row, days = int(view.row[first]), as_dates(view.clock.session_date[first : first + 1])
    return FileFinding(kind, row, f"{days[0]}: {last - first} {what} from data row {row}", last - first, days)
