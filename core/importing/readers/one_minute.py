"""One-minute bars of our own form, summed to five minutes as they are read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd

from core.importing.findings.defects import FileFinding
from core.importing.readers.bars import bar_minutes, five_minute
from core.importing.readers.open_bars import without_open_minutes
from core.market.session_clock import BAR_MINUTES, utc_stamps

_BAR = np.timedelta64(BAR_MINUTES, "m")
_FREQUENCY = f"{BAR_MINUTES}min"


def length_in_minutes(ts: pd.Series, path: Path) -> int:
    """Whether bars with these opens have one minute or five; DataError `off_grid` for another length."""
    at = utc_stamps(ts)
    on_grid = (at - at.astype("datetime64[D]")) % _BAR == np.timedelta64(0)
    return BAR_MINUTES if on_grid.all() else bar_minutes(at, path)


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
