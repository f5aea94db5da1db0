"""A file of bars of any form after reading, and the checks of its bars.

One-minute bars are summed, an open last bar is left out.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding, refuse_row
from core.importing.sources import OWN_PIN, Pin
from core.market.instruments import Instrument
from core.market.market import BoolArray, DateArray, FloatArray
from core.market.session_clock import BAR_MINUTES, always_shut, minutes_of_day, new_york, utc_stamps
from core.warehouse.schemas import PRICE_COLUMNS

TICK_TOLERANCE = 1e-6
"""Ticks by which a price of 64 bits may miss the grid."""

_FREQUENCY = f"{BAR_MINUTES}min"
_GRID = np.timedelta64(BAR_MINUTES, "m")
_FLOAT32_LOSS = 2.0**-24
_MOST_VOLUME = 2.0**53
_ENOUGH_BARS = 50
_ODD_SHARE, _ODD_DAYS = 0.01, 0.5


@dataclass(frozen=True, slots=True)
class BarFile:
    """A well-formed file: stamps ascend on the five-minute grid and every number parses.

    `frame` has ts (datetime64[us, UTC]), open, high, low, close, volume (float64, NaN where unknown) and, if
    the file has them, contract and symbol (text); its index is the row in the file. `sha256` digests the
    file's bytes. `reading` describes how it was read, `findings` what was corrected, `pin` what later files
    of its source must match. `minutes` are the one-minute bars of `frame`, if wanted and present: the same
    columns, the stamp of the minute, ascending.
    """

    path: Path
    sha256: str
    frame: pd.DataFrame
    reading: tuple[str, ...] = ()
    findings: tuple[FileFinding, ...] = ()
    pin: Pin = OWN_PIN
    minutes: pd.DataFrame | None = None


def finished(
    path: Path,
    frame: pd.DataFrame,
    reading: tuple[str, ...],
    findings: tuple[FileFinding, ...],
    pin: Pin,
    minutes: pd.DataFrame | None = None,
) -> BarFile:
    """Build the file of these bars after checking stamps; drops a last bar still open when it was written.

    Keeps only the `minutes` of its bars. DataError if a stamp is wrong, `empty_file` if no bar remains.
    """
    check_stamps(frame, path)
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    last = frame["ts"].iloc[-1]
    if last <= written < last + timedelta(minutes=BAR_MINUTES):
        if len(frame) == 1:
            _refuse_nothing_left(path)
        why = f"the file was written at {written:%Y-%m-%d %H:%M:%S} UTC, within its last bar"
        findings = (*findings, _open_bar(int(frame.index[-1]) + 1, why, 1))
        frame = frame.iloc[:-1]
    inside = None if minutes is None else minutes_of(frame, minutes)
    return BarFile(path, sha256, frame, reading, findings, pin, inside)


def minutes_of(bars: pd.DataFrame, minutes: pd.DataFrame) -> pd.DataFrame:
    """The minutes that belong to one of the bars, by stamp and contract."""
    stamps, begins = utc_stamps(bars["ts"]), utc_stamps(minutes["ts"].dt.floor(_FREQUENCY))
    at = np.searchsorted(stamps, begins).clip(max=len(bars) - 1)
    is_there = stamps[at] == begins
    if "contract" in bars and "contract" in minutes:
        is_there &= bars["contract"].to_numpy()[at] == minutes["contract"].to_numpy()
    return minutes if is_there.all() else minutes[is_there]


def bar_minutes(at: DateArray, path: Path) -> int:
    """The bars' length in minutes, 1 or 5: the commonest step between stamps in time order.

    DataError `off_grid` for another length.
    """
    steps = np.diff(at) // np.timedelta64(1, "s")
    steps = steps[steps > 0]
    if not len(steps):
        return BAR_MINUTES
    lengths, counts = np.unique(steps, return_counts=True)
    seconds = int(lengths[counts.argmax()])
    if seconds not in (60, 60 * BAR_MINUTES):
        found = f"{seconds // 60}-minute" if seconds % 60 == 0 else f"{seconds}-second"
        raise DataError(
            f"{path}: holds {found} bars. Expected five-minute bars or one-minute bars.", code="off_grid"
        )
    return seconds // 60


def five_minute(rows: pd.DataFrame) -> pd.DataFrame:
    """One-minute bars as five-minute bars; opens `ts`, ascending, per contract if named.

    The volume of a bar is unknown if that of one of its minutes is.
    """
    rows = rows.assign(ts=rows["ts"].dt.floor(_FREQUENCY))
    keys = [name for name in ("ts", "contract") if name in rows]
    if "contract" in rows:
        rows = rows.sort_values(keys, kind="stable")
    starts = np.flatnonzero(~rows.duplicated(keys).to_numpy())
    bars = rows[[name for name in (*keys, "symbol") if name in rows]].iloc[starts]
    bars["open"] = rows["open"].to_numpy()[starts]
    bars["high"] = np.maximum.reduceat(rows["high"].to_numpy(), starts)
    bars["low"] = np.minimum.reduceat(rows["low"].to_numpy(), starts)
    bars["close"] = rows["close"].to_numpy()[np.append(starts[1:], len(rows)) - 1]
    bars["volume"] = np.add.reduceat(rows["volume"].to_numpy(), starts)
    return bars


def summed(frames: Iterable[pd.DataFrame], path: Path) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    """One-minute bars, in ascending frames of any length, as five-minute bars.

    The index stays the row in the file, of a bar's first minute. A last bar that lacks its last minute is
    dropped with a finding. DataError `empty_file` if no bar remains.
    """
    parts: list[pd.DataFrame] = []
    rows = pd.DataFrame()
    for frame in frames:
        rows = pd.concat([rows, frame]) if len(rows) else frame
        bars = rows["ts"].dt.floor(_FREQUENCY)
        # The last two bars wait for the rows that follow, as one of them may still be the file's open bar.
        waits = (bars >= bars[bars < bars.iloc[-1]].max()).to_numpy() | (bars == bars.iloc[-1]).to_numpy()
        if not waits.all():
            parts.append(five_minute(rows[~waits]))
        rows = rows[waits]
    rest, cut = without_open_minutes(rows, path)
    return pd.concat([*parts, five_minute(rest)]), cut


def without_open_minutes(rows: pd.DataFrame, path: Path) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    """One-minute bars (ascending opens `ts`) without an incomplete last five minutes.

    DataError `empty_file` if none remain.
    """
    last = rows["ts"].iloc[-1]
    begins = last.floor(_FREQUENCY)
    if last == begins + pd.Timedelta(minutes=BAR_MINUTES - 1):
        return rows, ()
    whole = int(rows["ts"].searchsorted(begins))
    if not whole:
        _refuse_nothing_left(path)
    why = f"its minutes end at {last:%Y-%m-%d %H:%M} UTC"
    return rows.iloc[:whole], (_open_bar(int(rows.index[whole:].min()) + 1, why, len(rows) - whole),)


def _refuse_nothing_left(path: Path) -> NoReturn:
    raise DataError(
        f"{path}: data row 1: its only bar was still open when the file was written. Export it again.",
        code="empty_file",
    )


def _open_bar(row: int, why: str, rows: int) -> FileFinding:
    return FileFinding("partial_last_bar", row, f"last bar left out, data row {row}: {why}", rows)


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
        ticks, away = in_ticks(frame[name].to_numpy(), instrument)
        off_tick |= away > float32_tolerance(ticks)
    expected = (
        f"every price on {instrument.symbol}'s tick of {instrument.tick}; ratio-adjusted prices "
        "leave it: export unadjusted ones"
    )
    _refuse_first(off_tick, frame, path, "a price off the tick", expected, "off_tick")


def check_possible(frame: pd.DataFrame, path: Path) -> None:
    """DataError on the first price or volume that is impossible for any instrument."""
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
    """DataError if stamps cannot be UTC bar opens: on most days some fall when Globex is always shut."""
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


def in_ticks(prices: FloatArray, instrument: Instrument) -> tuple[FloatArray, FloatArray]:
    """Prices in ticks, and their distances from the grid."""
    ticks = prices * instrument.ticks_per_point
    return ticks, np.abs(ticks - np.rint(ticks))


def float32_tolerance(ticks: FloatArray) -> FloatArray:
    """Largest distance from the tick grid that 32-bit rounding explains, in ticks."""
    return np.maximum(np.abs(ticks) * _FLOAT32_LOSS, TICK_TOLERANCE)


def on_tick(prices: FloatArray, instrument: Instrument) -> FloatArray:
    """Prices rounded to the nearest whole number of ticks."""
    return np.rint(prices * instrument.ticks_per_point) / instrument.ticks_per_point


def _shown(stamp: np.datetime64) -> str:
    is_whole = stamp == stamp.astype("datetime64[s]")
    return f"{np.datetime_as_string(stamp, unit='s' if is_whole else 'us')}Z"
