"""A file's bars without what stands outside Globex's hours: lone prints while it is shut, a vendor's fill.

Some feeds print corrections in the pause and on week-ends. Dukascopy and others fill the hours in which
nothing trades with flat bars of volume 0.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.view import FileView
from core.importing.formats.bar_file import BarFile, minutes_of
from core.importing.zones.probe import LONE_BARS, is_shut, lone_prints
from core.market.calendar import FULL_BARS
from core.market.instruments import Instrument
from core.market.market import BoolArray
from core.market.rth_bars import as_dates
from core.market.session_clock import AFTER, BAR_MINUTES, CLOSED_DAY, new_york, utc_stamps

_LEAST_FILLED = 3
_MOST_ROWS = 20


def in_trading_hours(file: BarFile, known: Instrument) -> BarFile:
    """The file without stray prints and fill, which are findings; DataError `empty_file` without others."""
    view = FileView.of(file, known)
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
    if filled.any():
        at, count = int(filled.argmax()), int(filled.sum())
        detail = (
            f"{count:,} flat bars of no volume in pauses, on week-ends and holidays left out, the first data "
            f"row {view.row[at]}"
        )
        found.append(view.finding("filled_pauses", at, detail, count))
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
    """Flat bars of volume 0 while Globex is shut, of an unknown volume or on holidays where several stand."""
    empty = view.is_flat & ~(view.volume > 0)
    shut = is_shut(new_york(utc_stamps(frame["ts"])))
    is_half_day = view.calendar.expected_bars(view.clock.session_date) != FULL_BARS
    closed = shut | (view.clock.segment == CLOSED_DAY) | ((view.clock.segment == AFTER) & is_half_day)
    filled = empty & shut & (view.volume == 0)
    for first, last in view.runs(empty & closed, _LEAST_FILLED):
        filled[first:last] = True
    return np.asarray(filled)


def _stray(view: FileView, frame: pd.DataFrame, filled: BoolArray) -> BoolArray:
    """Lone prints in pauses and on week-ends, and the few bars of a holiday on which nothing else traded."""
    at = np.flatnonzero(~filled)
    stray = np.zeros(len(view), dtype=np.bool_)
    stray[at] = lone_prints(utc_stamps(frame["ts"])[at], BAR_MINUTES)
    holiday = at[view.clock.segment[at] == CLOSED_DAY]
    days, counts = np.unique(view.clock.trade_day[holiday], return_counts=True)
    stray[holiday] |= np.isin(view.clock.trade_day[holiday], days[counts <= LONE_BARS])
    return stray
