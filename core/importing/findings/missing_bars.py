"""Bars that a file leaves out or that a vendor filled in, session by session."""

from collections.abc import Iterator
from datetime import date

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding, FileView
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


def missing_bar_findings(view: FileView) -> Iterator[FileFinding]:
    """Holes, halts, days without RTH bars, filled bars, limit nights and sessions of unusual length."""
    rth = np.flatnonzero(view.clock.segment == RTH)
    starts = group_starts(view.clock.session_date[rth])
    days = view.clock.session_date[rth][starts]
    ends = np.append(starts, len(rth))[1:] - 1
    counts, expected = ends - starts + 1, view.calendar.expected_bars(days)
    at_cash_close = view.clock.bar_number[rth[ends]] == _TO_CASH_CLOSE
    full = at_cash_close[expected == FULL_BARS] & (counts == _TO_CASH_CLOSE)[expected == FULL_BARS]
    has_after = bool((view.clock.segment == AFTER).any())
    if len(full) >= _LEAST_DAYS and not has_after and full.mean() >= _MOST:
        detail = (
            f"the session ends at 16:00 New York, {_TO_CASH_CLOSE} bars where {FULL_BARS} are needed, as "
            f"in all {len(starts)} sessions. Export regular hours to 16:15 or later."
        )
        yield view.finding("wrong_length", int(rth[ends][at_cash_close][0]), detail, len(starts))
        return
    for at in np.flatnonzero(counts != expected).tolist():
        yield from _rth_hole(view, rth[starts[at] : ends[at] + 1], int(expected[at]))
    yield from _missing_sessions(view, rth[starts], days)
    yield from _night_holes(view)
    yield from _long_sessions(view, len(days))
    yield from _flat_bars(view)


def _rth_hole(view: FileView, rth: IntArray, expected: int) -> Iterator[FileFinding]:
    """Missing RTH bars of one session, within the file's span."""
    present = view.clock.bar_number[rth].astype(np.int64)
    absent = np.setdiff1d(np.arange(1, expected + 1), present)
    opened = view.minutes[rth[0]] + (absent - present[0]) * BAR_MINUTES
    inside = (opened > view.minutes[0]) & (opened < view.minutes[-1])
    absent, opened = absent[inside], opened[inside]
    if len(absent):
        following, days = int(np.searchsorted(view.minutes, opened[0])), view.days_of(int(rth[0]))
        is_halt = tuple(absent.tolist()) == HALTS.get(days[0])
        why = "the market was halted: " if is_halt else ""
        detail = (
            f"{days[0]}: {why}without RTH bars {spans(absent)} of {expected}, "
            f"next is data row {view.row[following]}"
        )
        yield view.finding("halt" if is_halt else "holes", following, detail, len(absent), days)


def _missing_sessions(view: FileView, first_bars: IntArray, days: DateArray) -> Iterator[FileFinding]:
    if len(days) < 2:
        return
    listed = view.calendar.sessions_between(days[0], days[-1])
    absent = listed[~np.isin(listed, days)]
    after = np.searchsorted(days, absent)
    for following in np.unique(after).tolist():
        gone, at = as_dates(absent[after == following]), int(first_bars[following])
        named = f"{gone[0]}" if len(gone) == 1 else f"{gone[0]} to {gone[-1]} ({len(gone)} sessions)"
        detail = f"{named}: no RTH bars, next is data row {view.row[at]}"
        yield view.finding("missing_session", at, detail, len(gone), gone)


def _night_holes(view: FileView) -> Iterator[FileFinding]:
    """One finding per night with missing bars, if the file's nights are otherwise complete."""
    is_night, trade_day = view.clock.segment == OVERNIGHT, view.clock.trade_day
    is_same_night = is_night[1:] & is_night[:-1] & (trade_day[1:] == trade_day[:-1])
    missing = np.where(is_same_night, np.diff(view.minutes) // BAR_MINUTES - 1, 0)
    steps = is_same_night.sum()
    if steps == 0 or steps < _DENSE * (steps + missing.sum()):
        return
    after_gap = np.flatnonzero(missing >= _LEAST_GAP) + 1
    holes = pd.DataFrame({"at": after_gap, "missing": missing[after_gap - 1]})
    by_night = holes.groupby(view.clock.session_date[after_gap]).agg({"at": "first", "missing": "sum"})
    for at, count in by_night.itertuples(index=False):
        days = view.days_of(at)
        detail = f"{days[0]}: without {count} overnight bars, next is data row {view.row[at]}"
        yield view.finding("holes", at, detail, count, days)


def _long_sessions(view: FileView, days: int) -> Iterator[FileFinding]:
    after = np.flatnonzero(view.clock.segment == AFTER)
    has_night = bool((view.clock.segment == OVERNIGHT).any())
    if has_night or not days or len(after) < _MOST * _AFTER_BARS * days:
        return
    detail = "RTH bars alone, 90 a session: those from 16:15 on, the first data row {}, are kept as no RTH"
    yield view.finding("long_sessions", int(after[0]), detail.format(view.row[after[0]]), len(after))


def _flat_bars(view: FileView) -> Iterator[FileFinding]:
    """Runs of bars of one price: vendor fill without volume, or a limit at night."""
    night = view.clock.segment == OVERNIGHT
    usual = np.nan_to_num(np.median(view.volume))
    for first, last in view.runs(view.is_flat & (view.volume == 0), _LEAST_FILLED) if usual else ():
        what = "bars of volume 0, filled in where nothing traded,"
        yield _flat(view, "filled_bars", first, last, what)
    for first, last in view.runs(view.is_flat & night, _LEAST_FLAT):
        if view.volume[first:last].any():
            yield _flat(view, "limit_night", first, last, "overnight bars of one price, as at a limit,")


def _flat(view: FileView, kind: str, first: int, last: int, what: str) -> FileFinding:
    days = view.days_of(first)
    detail = f"{days[0]}: {last - first} {what} from data row {view.row[first]}"
    return view.finding(kind, first, detail, last - first, days)
