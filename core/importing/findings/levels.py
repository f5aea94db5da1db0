"""Prices whose level or grid changes within a file: adjustments joined, 32-bit numbers; thin volume."""

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np

from core.importing.findings.defects import FileFinding
from core.importing.findings.view import FileView
from core.importing.readers.bar_checks import TICK_TOLERANCE, float32_tolerance
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.rth_bars import as_dates
from core.market.session_clock import BAR_MINUTES, GLOBEX_OPEN_MINUTE, RTH

_STRETCH_BARS = 20
_STRETCH_SHARE = 0.5
_AROUND_BARS = 12
_PERSISTS = 0.5

_RUNNING_IMPOSSIBLE, _RUNNING_ODD = 0.03, 0.0075
_OPENING_IMPOSSIBLE = 0.08
_PAUSE_ODD, _WEEKEND_ODD = 0.015, 0.03
_PAUSE_LEAST, _PAUSE_MOST = 60, 24 * 60
_AFTERNOON = 12 * 60
_LARGEST_ROLL = 0.03
_ROLL_MONTHS = (3, 6, 9, 12)

_LEAST_VOLUME = {"ES": 1_000}
"""The median volume of a five-minute RTH bar that the instrument has had in every year since 2006."""


def level_findings(view: FileView) -> Iterator[FileFinding]:
    """Splices of two adjustments, level jumps, prices kept in 32 bits, and no or a thin volume."""
    yield from _off_tick(view)
    yield from _jumps(view)
    yield from _without_volume(view)
    yield from _thin_volume(view)


def _off_tick(view: FileView) -> Iterator[FileFinding]:
    ticks = view.prices * view.known.ticks_per_point
    away = np.abs(ticks - np.rint(ticks))
    if not (away > TICK_TOLERANCE).any():
        return
    off = (away > float32_tolerance(ticks)).any(axis=1)
    rounded = (away > TICK_TOLERANCE).any(axis=1) & ~off
    if off.any():
        yield from _off_at_one_end(view, np.flatnonzero(off))
    elif rounded.any():
        row, count = int(view.row[rounded.argmax()]), int(rounded.sum())
        told = f"{count:,} rows with prices kept in 32 bits, rounded to the tick; the first is data row {row}"
        yield FileFinding("float32_prices", row, told, count)


def _off_at_one_end(view: FileView, off: IntArray) -> Iterator[FileFinding]:
    """Prices off the tick at one end of the file alone; where it is otherwise, `off_tick` is said later."""
    share = np.full(len(view), -_STRETCH_SHARE)
    share[off] += 1
    lead = np.concatenate([[0.0], np.cumsum(share)])
    leaves, returns = int(lead.argmin()), int(lead.argmax())
    for at, sign, sides in (
        (leaves, 1, "leave the tick from here on and lie on it before"),
        (returns, -1, "lie on the tick from here on and not before, as ratio adjustment leaves them"),
    ):
        weights = sign * np.array([-lead[at], lead[-1] - lead[at]])
        if weights.min() >= _STRETCH_SHARE * _STRETCH_BARS:
            yield _splice(view, at, f"the prices {sides}", len(off))
            return


def _jumps(view: FileView) -> Iterator[FileFinding]:
    if len(view) < 2:
        return
    step = np.diff(view.minutes)
    opened, closed = view.prices[1:, 0], view.prices[:-1, 3]
    with np.errstate(divide="ignore", invalid="ignore"):
        jump = np.abs(opened / closed - 1)
    odd, impossible = _bounds(step, _is_opening(view, step))
    same = view.codes[1:] == view.codes[:-1]
    for at in (np.flatnonzero((jump > odd) & same & np.isfinite(jump)) + 1).tolist():
        if not _persists(view.prices[:, 3], at):
            continue
        size = float(jump[at - 1])
        told = f"the level jumps by {size:.2%} between two bars and stays there"
        if size > impossible[at - 1]:
            yield _splice(view, at, told, len(view) - at)
        elif size > _LARGEST_ROLL or not _may_roll(as_dates(view.clock.trade_day[at : at + 1])[0]):
            row, days = int(view.row[at]), as_dates(view.clock.session_date[at : at + 1])
            yield FileFinding("level_jump", row, f"{days[0]}: {told}, data row {row}", 1, days)


def _is_opening(view: FileView, step: IntArray) -> BoolArray:
    """Steps from a session's end, in the afternoon, to the next session's beginning."""
    sessions = np.diff(view.calendar.positions(view.clock.session_date))
    afternoon = (view.clock.minute >= _AFTERNOON) & (view.clock.minute < GLOBEX_OPEN_MINUTE)
    return np.asarray((step >= _PAUSE_LEAST) & (sessions <= 1) & afternoon[:-1])


def _bounds(step: IntArray, opening: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Per step in minutes the odd jump and the impossible one; none where bars are missing between."""
    running = step == BAR_MINUTES
    opening_odd = np.where(step <= _PAUSE_MOST, _PAUSE_ODD, _WEEKEND_ODD)
    odd = np.where(running, _RUNNING_ODD, np.where(opening, opening_odd, np.inf))
    impossible = np.where(running, _RUNNING_IMPOSSIBLE, np.where(opening, _OPENING_IMPOSSIBLE, np.inf))
    return odd, impossible


def _persists(closes: FloatArray, at: int) -> bool:
    before = float(np.median(closes[max(at - _AROUND_BARS, 0) : at]))
    after = closes[at : at + _AROUND_BARS]
    level = float(closes[at])
    return bool((np.abs(after - before) > _PERSISTS * abs(level - before)).all())


def _may_roll(day: date) -> bool:
    """Whether continuous contracts roll on `day`: from the classic Thursday to the expiry's next Monday."""
    first = day.replace(day=1)
    expiry = first + timedelta(days=(4 - first.weekday()) % 7 + 14)
    return day.month in _ROLL_MONTHS and -8 <= (day - expiry).days <= 3


def _splice(view: FileView, at: int, told: str, rows: int) -> FileFinding:
    remedy = "Two adjustments are joined here: export one throughout"
    return FileFinding("adjustment_splice", int(view.row[at]), f"{told}. {remedy}.", rows)


def _without_volume(view: FileView) -> Iterator[FileFinding]:
    without = np.isnan(view.volume)
    if without.any():
        row, count = int(view.row[without.argmax()]), int(without.sum())
        told = f"{count:,} bars without a volume, the first data row {row}: kept as unknown"
        yield FileFinding("no_volume", row, told, count)


def _thin_volume(view: FileView) -> Iterator[FileFinding]:
    rth: BoolArray = (view.clock.segment == RTH) & np.isfinite(view.volume)
    least = _LEAST_VOLUME.get(view.known.symbol)
    if least is None or not rth.any() or np.median(view.volume[rth]) >= least:
        return
    row = int(view.row[rth.argmax()])
    told = (
        f"half of the RTH bars have a volume of {np.median(view.volume[rth]):.0f} or less, below the "
        f"{least:,} of {view.known.symbol}; it may count trades"
    )
    yield FileFinding("thin_volume", row, told, int(rth.sum()))
