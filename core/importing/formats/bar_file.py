"""A file of bars once it is read, whatever its form: one-minute bars summed, an open last bar left out."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.formats.bar_checks import check_stamps
from core.importing.sources import OWN_PIN, Pin
from core.importing.zones.stamps import Stamps64
from core.market.session_clock import BAR_MINUTES, utc_stamps

_FREQUENCY = f"{BAR_MINUTES}min"


@dataclass(frozen=True, slots=True)
class BarFile:
    """A file whose form is right: its stamps ascend on the five-minute grid and its numbers are numbers.

    `frame` has ts (datetime64[us, UTC]), open, high, low, close, volume (float64, NaN where unknown) and,
    where the file has them, contract and symbol (text); its index is the row in the file. `sha256` is of
    the file's bytes, `reading` says in words how it was read, `findings` what was mended on the way, `pin`
    what later files of its source are held to. `minutes` are the one-minute bars of `frame` where they were
    asked for and the file has them: the same columns, the stamp of the minute, ascending.
    """

    path: Path
    sha256: str
    frame: pd.DataFrame
    reading: tuple[str, ...] = ()
    findings: tuple[FileFinding, ...] = ()
    pin: Pin = OWN_PIN
    minutes: pd.DataFrame | None = None

    @property
    def has_contracts(self) -> bool:
        """Whether every bar names its contract."""
        return "contract" in self.frame


def finished(
    path: Path,
    frame: pd.DataFrame,
    reading: tuple[str, ...],
    findings: tuple[FileFinding, ...],
    pin: Pin,
    minutes: pd.DataFrame | None = None,
) -> BarFile:
    """The file of these bars, its stamps checked; a last bar within which it was written is left out.

    Of `minutes` those stay that the bars are made of.

    DataError where a stamp is wrong, `empty_file` where that bar was the only one.
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
    """The minutes whose bar, of their contract, is among the bars."""
    stamps, begins = utc_stamps(bars["ts"]), utc_stamps(minutes["ts"].dt.floor(_FREQUENCY))
    at = np.searchsorted(stamps, begins).clip(max=len(bars) - 1)
    is_there = stamps[at] == begins
    if "contract" in bars and "contract" in minutes:
        is_there &= bars["contract"].to_numpy()[at] == minutes["contract"].to_numpy()
    return minutes if is_there.all() else minutes[is_there]


def bar_minutes(at: Stamps64, path: Path) -> int:
    """The bars' length in minutes, 1 or 5, from the commonest step of stamps in the order of time.

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
    """One-minute bars with opens `ts`, ascending, per contract where named, as five-minute bars.

    The volume of a bar is unknown where one of its minutes' is.
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
    left out, which is a finding. DataError `empty_file` where no other one is left.
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
    """One-minute bars (ascending opens `ts`) without those of a last five minutes that are not all there.

    DataError `empty_file` where no other ones are left.
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
