"""A volume that is none: counts of trades, quotes in place of trades."""

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from core.contracts.errors import DataError
from core.market.market import FloatArray

_SAME_COUNTS = 0.95
_LEAST_MEDIAN = 2
_QUOTES = re.compile(r"[ ._-](bid|ask|bidask|midpoint|mid)(?=[ ._-])", re.IGNORECASE)
_TICK_COUNTS = ("ticks", "tickvol", "tick volume", "tickvolume", "tickcount", "tick count", "upticks")


def refuse_counts(volume: FloatArray, trades: FloatArray, path: Path) -> None:
    """DataError `tick_count_volume` where the volume is the number of trades again."""
    same = volume == trades
    if same.mean() < _SAME_COUNTS or np.median(volume) < _LEAST_MEDIAN:
        return
    row = int(same.argmax()) + 1
    raise DataError(
        f"{path}: data row {row}: volume {volume[row - 1]:.0f} is the number of trades again, as in "
        f"{int(same.sum()):,} rows. Export the volume in contracts.",
        code="tick_count_volume",
    )


def refuse_tick_names(names: Iterable[str], path: Path) -> None:
    """DataError `tick_count_volume` where a header has no volume but a count of ticks."""
    counts = [name for name in names if name in _TICK_COUNTS]
    if counts:
        raise DataError(
            f"{path}: data row 1: column {counts[0]!r} counts trades and there is no volume. Export the "
            "volume in contracts.",
            code="tick_count_volume",
        )


def refuse_quotes(name: str, volume: FloatArray, path: Path) -> None:
    """DataError `quotes_not_trades` where a file's name or a volume of -1 throughout says bid or ask."""
    said = _QUOTES.search(f"{name} ")
    if said is None and not (len(volume) and (volume == -1).all()):
        return
    sign = f"the file's name says {said[1]}" if said else "every volume is -1, as of bars without trades"
    raise DataError(
        f"{path}: data row 1: {sign}: these are quotes, no trades. Export the last price.",
        code="quotes_not_trades",
    )
