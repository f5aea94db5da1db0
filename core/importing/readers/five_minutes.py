"""One-minute bars as five-minute bars, and the last bar that was still open when the file was written."""

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.time_zones.stamps import Stamps64
from core.market.session_clock import BAR_MINUTES

_FREQUENCY = f"{BAR_MINUTES}min"


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
    keys = ["ts", *(["contract"] if "contract" in rows else [])]
    if "contract" in rows:
        rows = rows.sort_values(keys, kind="stable")
    starts = np.flatnonzero(~rows.duplicated(keys).to_numpy())
    bars = rows[[*keys, *(["symbol"] if "symbol" in rows else [])]].iloc[starts]
    bars["open"] = rows["open"].to_numpy()[starts]
    bars["high"] = np.maximum.reduceat(rows["high"].to_numpy(), starts)
    bars["low"] = np.minimum.reduceat(rows["low"].to_numpy(), starts)
    bars["close"] = rows["close"].to_numpy()[np.append(starts[1:], len(rows)) - 1]
    bars["volume"] = np.add.reduceat(rows["volume"].to_numpy(), starts)
    return bars


def summed(frames: Iterable[pd.DataFrame], path: Path) -> tuple[pd.DataFrame, tuple[FileFinding, ...]]:
    """One-minute bars, in ascending frames of any length, as five-minute bars.

    The index stays the row in the file, of a bar's first minute. A last bar that lacks its last minute is
    left out and told. DataError `empty_file` where no other one is left.
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
        refuse_nothing_left(path)
    why = f"its minutes end at {last:%Y-%m-%d %H:%M} UTC"
    return rows.iloc[:whole], (open_bar(int(rows.index[whole:].min()) + 1, why, len(rows) - whole),)


def refuse_nothing_left(path: Path) -> NoReturn:
    """DataError about a file whose only bar was still open."""
    raise DataError(
        f"{path}: data row 1: its only bar was still open when the file was written. Export it again.",
        code="empty_file",
    )


def open_bar(row: int, why: str, rows: int = 1) -> FileFinding:
    """What is said of a last bar that is left out: the next file brings it whole."""
    return FileFinding("partial_last_bar", row, f"last bar left out, data row {row}: {why}", rows)
