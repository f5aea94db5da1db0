"""The one-minute bars inside five-minute bars, if kept: they show what came first within a bar."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.market.market import ABSENT, FloatArray, IntArray, MinuteBars
from core.market.session_bars import SessionBars
from core.market.session_clock import BAR_MINUTES, utc_stamps


def no_minutes(sessions: int) -> MinuteBars:
    shape = (sessions, LAST_BAR, BAR_MINUTES)
    return MinuteBars(np.full(shape, -ABSENT, dtype=np.int16), np.full(shape, ABSENT, dtype=np.int16))


def minute_bars(bars: SessionBars, frames: Iterable[pd.DataFrame]) -> MinuteBars:
    """The minutes of the full sessions from frames of one-minute bars (ts, high, low).

    DataError `damaged_bars` if minutes do not sum to the high and the low of their bar.
    """
    in_full = np.flatnonzero(np.repeat(bars.is_full, np.diff(bars.starts)))
    stamps, per_point = bars.ts[in_full], round(1 / bars.tick)
    found = no_minutes(len(in_full) // LAST_BAR)
    sides = ((found.high, "high"), (found.low, "low"))
    for frame in frames:
        ts = utc_stamps(frame["ts"])
        at = (np.searchsorted(stamps, ts, side="right") - 1).clip(min=0)
        minute = (ts - stamps[at]) // np.timedelta64(1, "m")
        inside = (minute >= 0) & (minute < BAR_MINUTES)
        at, minute = at[inside], minute[inside].astype(np.int64)
        opens = np.rint(bars.open[in_full[at]] * per_point)
        for offsets, name in sides:
            ticks = np.rint(frame[name].to_numpy()[inside] * per_point) - opens
            offsets.reshape(-1, BAR_MINUTES)[at, minute] = ticks.clip(1 - ABSENT, ABSENT - 1)
    _require_sums(found, bars, in_full)
    return found


def _require_sums(found: MinuteBars, bars: SessionBars, in_full: IntArray) -> None:
    per_point, known = round(1 / bars.tick), found.known.ravel()

    def offsets(prices: FloatArray) -> FloatArray:
        return np.rint(prices[in_full] * per_point) - np.rint(bars.open[in_full] * per_point)

    wrong = (found.high.max(axis=2).ravel() != offsets(bars.high)) | (
        found.low.min(axis=2).ravel() != offsets(bars.low)
    )
    if (known & wrong).any():
        first = bars.ts[in_full[int((known & wrong).argmax())]]
        raise DataError(
            f"one-minute bars of {bars.symbol}: they do not sum to the five-minute bar {first}Z. Bring its "
            "bars back from a backup, or delete them and import their files again.",
            code="damaged_bars",
        )
