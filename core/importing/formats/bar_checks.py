"""What a bar must be before it is believed: stamps in order, prices possible and on the tick."""

from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.market.instruments import Instrument
from core.market.market import BoolArray, FloatArray
from core.market.session_clock import BAR_MINUTES, always_shut, minutes_of_day, new_york, utc_stamps

TICK_TOLERANCE = 1e-6
"""Ticks by which a price of 64 bits may miss the grid."""

PRICE_COLUMNS = ["open", "high", "low", "close"]

_GRID = np.timedelta64(BAR_MINUTES, "m")
_FLOAT32_LOSS = 2.0**-24
_MOST_VOLUME = 2.0**53
_ENOUGH_BARS = 50
_ODD_SHARE, _ODD_DAYS = 0.01, 0.5


def refuse_row(path: Path, row: int, problem: str, *, code: str) -> NoReturn:
    """DataError about the data row at position `row` (named counted from 1, without the header)."""
    raise DataError(f"{path}: data row {row + 1}: {problem}.", code=code)


def check_stamps(frame: pd.DataFrame, path: Path, minutes: int = BAR_MINUTES) -> None:
    """DataError unless `ts` ascends strictly on the grid of bars of `minutes`, one or five."""
    ts = utc_stamps(frame["ts"])
    off_grid = ts.astype(np.int64) % (minutes * 60_000_000) != 0
    if off_grid.any():
        row = int(off_grid.argmax())
        grid = "one-minute" if minutes == 1 else "five-minute"
        problem = f"stamp {_shown(ts[row])} is not on the {grid} grid. Export five-minute bars"
        refuse_row(path, int(frame.index[row]), problem, code="off_grid")
    steps = np.diff(ts)
    wrong = steps <= np.timedelta64(0)
    if wrong.any():
        row = int(wrong.argmax()) + 1
        if steps[row - 1] == np.timedelta64(0):
            _refuse_duplicate(frame, row, path)
        problem = f"stamp {_shown(ts[row])} comes after {_shown(ts[row - 1])}. Sort the file by its stamps"
        refuse_row(path, int(frame.index[row]), problem, code="unordered_stamps")
    if len(ts) > _ENOUGH_BARS and steps.min() > _GRID:
        found = int(steps.min() / np.timedelta64(1, "m"))
        raise DataError(f"{path}: holds {found}-minute bars. Expected five-minute bars.", code="off_grid")


def _refuse_duplicate(frame: pd.DataFrame, row: int, path: Path) -> NoReturn:
    stamp = _shown(utc_stamps(frame["ts"])[row])
    names = frame["contract"].iloc[[row - 1, row]].tolist() if "contract" in frame else []
    if len(set(names)) == 2:
        problem = f"two contracts at {stamp}: {names[0]} and {names[1]}. Keep one contract per session"
        refuse_row(path, int(frame.index[row]), problem, code="two_contracts")
    problem = f"stamp {stamp} stands there twice. Keep one bar per stamp"
    refuse_row(path, int(frame.index[row]), problem, code="duplicate_stamps")


def check_values(frame: pd.DataFrame, instrument: Instrument, path: Path) -> None:
    """DataError on the first impossible price or volume, or price off the instrument's tick."""
    check_possible(frame, path)
    middle = float(frame["close"].median())
    lowest, highest = instrument.levels or (0.0, np.inf)
    if not lowest <= middle <= highest:
        problem = (
            f"half of the closes lie beyond {middle:,.12g}. Expected {instrument.symbol} between "
            f"{lowest:,.12g} and {highest:,.12g} points; export prices in points, or name the right symbol "
            "with --symbol"
        )
        refuse_row(path, int(frame.index[0]), problem, code="impossible_price")
    off_tick = np.zeros(len(frame), dtype=np.bool_)
    for name in PRICE_COLUMNS:
        ticks = frame[name].to_numpy() * instrument.ticks_per_point
        off_tick |= np.abs(ticks - np.rint(ticks)) > float32_tolerance(ticks)
    expected = (
        f"every price on {instrument.symbol}'s tick of {instrument.tick}; ratio-adjusted prices "
        "leave it: export unadjusted ones"
    )
    _refuse_first(off_tick, frame, path, "a price off the tick", expected, "off_tick")


def check_possible(frame: pd.DataFrame, path: Path) -> None:
    """DataError on the first price or volume that no bar has, whatever the instrument."""
    open_, high, low, close, volume = (frame[name].to_numpy() for name in (*PRICE_COLUMNS, "volume"))
    outside = (np.maximum(open_, close) > high) | (np.minimum(open_, close) < low)
    not_above = (open_ <= 0) | (high <= 0) | (low <= 0) | (close <= 0)
    for wrong, what, expected in (
        (not_above, "a price", "prices above 0"),
        (high < low, "high below low", "high at or above low"),
        (outside, "open or close outside the bar", "open and close between low and high"),
    ):
        _refuse_first(wrong, frame, path, what, expected, "impossible_price")
    wrong = ~np.isnan(volume) & ((volume < 0) | (volume % 1 != 0) | (volume > _MOST_VOLUME))
    _refuse_first(wrong, frame, path, "volume", "a whole number, 0 or more", "bad_volume")


def _refuse_first(
    wrong: BoolArray, frame: pd.DataFrame, path: Path, what: str, expected: str, code: str
) -> None:
    if not wrong.any():
        return
    row = int(wrong.argmax())
    bar = frame.iloc[row]
    shown = ", ".join(f"{name} {bar[name]:.12g}" for name in [*PRICE_COLUMNS, "volume"])
    at = f"{_shown(utc_stamps(frame['ts'])[row])} ({shown})"
    rows = "1 such row" if wrong.sum() == 1 else f"{wrong.sum():,} such rows"
    refuse_row(path, int(frame.index[row]), f"{what} at {at}. Expected {expected}. {rows}", code=code)


def check_zone(frame: pd.DataFrame, path: Path) -> None:
    """DataError where stamps cannot be UTC bar opens: on most days some fall when Globex is always shut."""
    ts = utc_stamps(frame["ts"])
    shut, days = always_shut(minutes_of_day(new_york(ts))), ts.astype("datetime64[D]")
    if shut.mean() <= _ODD_SHARE or len(np.unique(days[shut])) < _ODD_DAYS * len(np.unique(days)):
        return
    row = int(shut.argmax())
    problem = (
        f"{shut.sum()} of {len(frame)} bars open between 17:15 and 18:00 New York, when Globex is shut, the "
        f"first at {_shown(ts[row])}. Write the stamps as UTC bar opens"
    )
    refuse_row(path, int(frame.index[row]), problem, code="wrong_zone")


def float32_tolerance(ticks: FloatArray) -> FloatArray:
    """Ticks by which each price may miss the grid: what a number of 32 bits loses, which rounding mends."""
    return np.maximum(np.abs(ticks) * _FLOAT32_LOSS, TICK_TOLERANCE)


def on_tick(prices: FloatArray, instrument: Instrument) -> FloatArray:
    """Each price as the double nearest to its whole number of ticks."""
    return np.rint(prices * instrument.ticks_per_point) / instrument.ticks_per_point


def _shown(stamp: np.datetime64) -> str:
    is_whole = stamp == stamp.astype("datetime64[s]")
    return f"{np.datetime_as_string(stamp, unit='s' if is_whole else 'us')}Z"
