"""What a file's text shows beside its values: line ends, commas in numbers, counts of trades."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError
from core.importing.findings.defects import FileFinding
from core.importing.readers.pieces import pieces
from core.market.market import BoolArray, FloatArray

_SAME_COUNTS = 0.95
_LEAST_MEDIAN = 2
_QUOTES = re.compile(r"[ ._-](bid|ask|bidask|midpoint|mid)(?=[ ._-])", re.IGNORECASE)
_TICK_COUNTS = ("ticks", "tickvol", "tick volume", "tickvolume", "tickcount", "tick count", "upticks")


def line_findings(body: bytes, above: int) -> tuple[FileFinding, ...]:
    """Windows' line ends and empty lines; `above` lines, the header, are no data rows."""
    returned = body.find(b"\r")
    ends = (b"\n\n", b"\n\r\n") if returned >= 0 else (b"\n\n",)
    empty = min((at for end in ends if (at := body.find(end)) >= 0), default=-1)
    found = []
    if returned >= 0:
        row = max(body.count(b"\n", 0, returned) + 1 - above, 1)
        found.append(FileFinding("windows_lines", row, "lines end as Windows writes them"))
    if empty >= 0:
        row = body.count(b"\n", 0, empty) + 2 - above
        found.append(FileFinding("empty_lines", row, f"empty lines read over, the first at data row {row}"))
    return tuple(found)


def comma_findings(columns: Iterable[pa.ChunkedArray]) -> tuple[FileFinding, ...]:
    """Numbers written with thousands commas in any of `columns`."""
    rows: BoolArray = np.logical_or.reduce([_with_commas(column) for column in columns])
    if not rows.any():
        return ()
    row = int(rows.argmax()) + 1
    told = f"{int(rows.sum()):,} rows with thousands commas, the first data row {row}"
    return (FileFinding("thousands_commas", row, told, int(rows.sum())),)


def _with_commas(column: pa.ChunkedArray) -> BoolArray:
    return np.concatenate([pc.match_substring(piece, ",").to_numpy() for piece in pieces(column)])


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
