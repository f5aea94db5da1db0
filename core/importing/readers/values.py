"""Columns of text as numbers, and what a column without a name is by its numbers."""

import re
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError
from core.importing.readers.bar_checks import refuse_row
from core.importing.readers.pieces import pieces
from core.importing.readers.roles import Roles, checked_roles
from core.importing.readers.text import TextTable
from core.market.market import BoolArray, FloatArray, IntArray

NOTHING = ("", "nan", "null", "none", "n/a")
"""What stands, in small letters, in a cell that holds no number."""

_DATE = re.compile(r"\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\s*")
_STAMP = re.compile(r"\s*(\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{8})[ T]\d.*|\s*\d{10,19}\s*")
_TIME = re.compile(r"\s*\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*")
_TICKER = re.compile(r"\s*[A-Za-z].*")
_SURE = 0.999
_PRICE_BAND = 1.5
_HEAD_ROWS = 200_000


def numbers(column: pa.ChunkedArray, name: str, path: Path, *, nullable: bool = False) -> FloatArray:
    """A column's numbers, thousands commas read over; DataError `bad_number` names the first that is none.

    Where `nullable`, a cell that is empty or says that it holds nothing is NaN.
    """
    values = np.empty(len(column))
    first = 0
    for text in pieces(column, name):
        values[first : first + len(text)], bad = _numbers(text, nullable=nullable)
        if bad.any():
            row = int(bad.argmax())
            problem = f"{name} is {text[row].as_py()!r}. Expected a number"
            refuse_row(path, first + row, problem, code="bad_number")
        first += len(text)
    return values


def _numbers(text: pa.ChunkedArray, *, nullable: bool) -> tuple[FloatArray, BoolArray]:
    """The numbers of some rows, and where a cell is none."""
    plain = pc.utf8_trim_whitespace(text)
    if pc.any(pc.match_substring(plain, ",")).as_py():
        plain = pc.replace_substring(plain, ",", "")
    try:
        values = np.array(pc.cast(plain, pa.float64()).to_numpy())
    except pa.ArrowInvalid:
        values = pd.to_numeric(plain.to_pandas(), errors="coerce").to_numpy(dtype="float64", copy=True)
    bad = ~np.isfinite(values)
    if nullable and bad.any():
        bad &= ~pc.is_in(pc.utf8_lower(plain), value_set=pa.array(NOTHING)).to_numpy()
    return values, bad


def found_roles(table: TextTable, stamps: Roles, order: slice | IntArray) -> Roles:
    """The roles of a file without a header; DataError `unclear_columns` where the numbers leave a choice.

    `stamps` are the columns that hold the stamps, `order` takes the rows in the order of time. High and low
    are the greatest and the smallest of the four prices; open and close are told apart by the close lying
    nearer to the next bar's open; the first rows tell, all of them in a file that is shuffled.
    """
    first = [str(column[0].as_py()) for column in table.columns]
    roles = dict(stamps)
    taken = set(roles.values())
    free = [at for at, cell in enumerate(first) if at not in taken and not _TICKER.fullmatch(cell)]
    rows = _HEAD_ROWS if isinstance(order, slice) else table.rows
    columns = {at: numbers(table.columns[at].slice(0, rows), f"column {at + 1}", table.path) for at in free}
    in_order = {at: values[order] for at, values in columns.items()}
    roles |= _price_roles(in_order, table)
    rest = [at for at in free if at not in roles.values()]
    if len(rest) > 1:
        _refuse(table, f"columns {' and '.join(str(at + 1) for at in rest)} could be the volume")
    if rest:
        roles["volume"] = rest[0]
    return checked_roles(roles, f"{len(table.columns)} columns without a header", table.path)


def stamp_roles(table: TextTable) -> Roles:
    """The columns that hold the stamps of a file without a header; DataError `missing_column` without."""
    first = [str(column[0].as_py()) for column in table.columns]
    stamps = [at for at, cell in enumerate(first) if _STAMP.fullmatch(cell)]
    if stamps:
        return {"ts": stamps[0]}
    dates = [at for at, cell in enumerate(first) if _DATE.fullmatch(cell)]
    times = [at for at, cell in enumerate(first) if _TIME.fullmatch(cell)]
    if dates and times:
        return {"ts": dates[0], "time": times[0]}
    found = ", ".join(first)
    raise DataError(
        f"{table.path}: no column holds dates and times; the first row is {found}. Name the columns with "
        "--columns.",
        code="missing_column",
    )


def _price_roles(columns: dict[int, FloatArray], table: TextTable) -> Roles:
    prices = _price_columns(columns)
    if len(prices) != 4:
        _refuse(table, f"{len(prices)} columns look like prices, 4 are needed")
    values = np.stack([columns[at] for at in prices])
    high = _always(values == values.max(axis=0), prices)
    low = _always(values == values.min(axis=0), prices)
    pair = [at for at in prices if at not in (high, low)]
    if high is None or low is None or len(pair) != 2:
        _refuse(table, "no column is always the highest or the lowest price")
    opened, closed = _open_close(columns, pair, table)
    return {"open": opened, "high": high, "low": low, "close": closed}


def _price_columns(columns: dict[int, FloatArray]) -> list[int]:
    middle = {at: float(np.median(values)) for at, values in columns.items()}
    best: list[int] = []
    for centre in middle.values():
        near = [at for at, value in middle.items() if centre / _PRICE_BAND <= value <= centre * _PRICE_BAND]
        if len(near) > len(best) and centre > 0:
            best = near
    return best


def _always(holds: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], prices: list[int]) -> int | None:
    share = holds.mean(axis=1)
    best = int(share.argmax())
    return prices[best] if share[best] > _SURE else None


def _open_close(columns: dict[int, FloatArray], pair: list[int], table: TextTable) -> tuple[int, int]:
    one, other = pair
    forward = _seam(columns[one], columns[other])
    backward = _seam(columns[other], columns[one])
    if min(forward, backward) > 0.5 * max(forward, backward):
        _refuse(table, f"open and close cannot be told apart in columns {one + 1} and {other + 1}")
    return (one, other) if forward < backward else (other, one)


def _seam(opens: FloatArray, closes: FloatArray) -> float:
    return float(np.abs(opens[1:] - closes[:-1]).mean())


def _refuse(table: TextTable, problem: str) -> NoReturn:
    raise DataError(f"{table.path}: {problem}. Name the columns with --columns.", code="unclear_columns")
