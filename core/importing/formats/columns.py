"""The columns of a table of text: their roles, by name or by value, and their numbers."""

import re
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError, quoted, quoted_names
from core.importing.findings.defects import refuse_row
from core.importing.formats.header import NAMES, PRICES, ROLES, Role
from core.importing.formats.text import TextTable, pieces
from core.market.market import BoolArray, FloatArray, IntArray

Roles = dict[Role, int]
"""The position of each role's column."""

NUMERIC_ROLES: tuple[Role, ...] = (*PRICES, "volume", "up", "down")

NOTHING = ("", "nan", "null", "none", "n/a")
"""Lower-case cells that stand for a missing number."""

_TICK_COUNTS = ("ticks", "tickvol", "tick volume", "tickvolume", "tickcount", "tick count", "upticks")
DATE = re.compile(r"\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\s*")
STAMP = re.compile(r"\s*(\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{8})[ T]\d.*|\s*\d{10,19}(\.0*)?\s*")
TIME = re.compile(r"\s*\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*")
_TICKER = re.compile(r"\s*[A-Za-z].*")
_SURE = 0.999
_PRICE_BAND = 1.5
_HEAD_ROWS = 200_000
_SAME_COUNTS, _LEAST_COUNT = 0.95, 2


def named_roles(table: TextTable) -> Roles:
    """Roles from a table's header: the first column of each name, the prices of the first block.

    DataError `missing_column` without a stamp or a price, `unclear_columns` if two columns could be the stamp
    or the close, `tick_count_volume` if only a tick count could be the volume.
    """
    names = table.names or ()
    roles: Roles = {}
    for role, words in NAMES.items():
        at = next((names.index(name) for name in words if name in names), None)
        if at is not None:
            roles[role] = at
    counts = [name for name in names if name in _TICK_COUNTS]
    if counts and "volume" not in roles and not {"up", "down"} <= set(roles):
        problem = (
            f"column {quoted(counts[0])} counts trades and there is no volume. Export the volume in contracts"
        )
        refuse_row(table.path, 0, problem, code="tick_count_volume")
    roles |= _block(table, names) | _unnamed_stamps(table, roles)
    return _complete(roles, quoted_names(names), table.path)


def _block(table: TextTable, names: Sequence[str]) -> Roles:
    """The first four adjacent prices of a header that names more than four.

    A study's columns repeat the bar's, as Sierra writes them: the bar's close is called last, a study's may
    be called close. Two names of the close are refused otherwise.
    """
    of_price = {name: role for role in PRICES for name in NAMES[role]}
    found = [of_price.get(name) for name in names]
    closes = list(dict.fromkeys(name for name in names if of_price.get(name) == "close"))
    if len(closes) < 2 and max(map(found.count, PRICES)) < 2:
        return {}
    blocks = [at for at in range(len(names) - 3) if set(found[at : at + 4]) == set(PRICES)]
    first = range(blocks[0], blocks[0] + 4) if blocks else range(0)
    of_studies = {each for at in blocks if at >= first.stop for each in range(at, at + 4)}
    others = [at for at, role in enumerate(found) if role == "close" and at not in first]
    close = next((names[at] for at in first if found[at] == "close"), closes[0] if closes else "")
    other = next((at for at in others if names[at] != close), None)
    if other is not None and not (close == "last" and other in of_studies):
        mine = names.index(close)
        _refuse(
            table,
            f"columns {mine + 1} ({quoted(close)}) and {other + 1} ({quoted(names[other])}) could both be "
            "the close",
        )
    if not blocks:
        return {}
    return {role: at for at in first if (role := found[at]) is not None}


def _unnamed_stamps(table: TextTable, roles: Roles) -> Roles:
    """The stamp in an unnamed column, as an index is written, if no name marks it."""
    if "ts" in roles or "date" in roles:
        return {}
    names = table.names or ()
    blank = [at for at, name in enumerate(names) if name == "" or name.startswith("unnamed:")]
    first = {at: str(table.columns[at][0].as_py()) for at in blank if at < len(table.columns)}
    if "time" in roles and TIME.fullmatch(str(table.columns[roles["time"]][0].as_py())):
        dates = [at for at, cell in first.items() if DATE.fullmatch(cell)]
        role: Role = "date"
    elif "time" in roles:
        return {}
    else:
        dates, role = [at for at, cell in first.items() if STAMP.fullmatch(cell)], "ts"
    if len(dates) > 1:
        _refuse(table, f"columns {dates[0] + 1} and {dates[1] + 1} have no name and could both be the stamp")
    return {role: dates[0]} if dates else {}


def stated_roles(words: Sequence[str], table: TextTable) -> Roles:
    """Roles from `--columns`, one word per column; DataError `bad_columns` for any other list."""
    unknown = [word for word in words if word not in (*ROLES, "-")]
    if unknown or len(words) != len(table.columns):
        names = "" if table.names is None else f" ({quoted_names(table.names)})"
        found = (
            f"{unknown[0]!r}" if unknown else f"{len(words)} words for {len(table.columns)} columns{names}"
        )
        raise DataError(
            f"{table.path}: --columns: found {found}. Expected for each column - or one of "
            f"{', '.join(ROLES)}.",
            code="bad_columns",
        )
    roles: Roles = {role: words.index(role) for role in ROLES if role in words}
    return _complete(roles, ",".join(words), table.path)


def _complete(roles: Roles, found: str, path: Path) -> Roles:
    """`roles` with one stamp; DataError `missing_column` if anything but the volume is missing."""
    if "ts" in roles:
        roles = {role: at for role, at in roles.items() if role not in ("date", "time")}
    elif "date" in roles:
        roles = roles | {"ts": roles["date"]}
    else:
        roles = {("ts" if role == "time" else role): at for role, at in roles.items()}
    missing: list[str] = [role for role in PRICES if role not in roles]
    if "ts" not in roles:
        missing.append("a stamp (date and time)")
    if missing:
        raise DataError(
            f"{path}: column {missing[0]!r} is missing; found: {found}. Expected a stamp, open, high, low "
            "and close; say which column is which with --columns.",
            code="missing_column",
        )
    return roles


def stamp_roles(table: TextTable) -> Roles:
    """The stamp columns of a file without a header; DataError `missing_column` if there are none."""
    first = [str(column[0].as_py()) for column in table.columns]
    stamps, dates, times = (
        [at for at, cell in enumerate(first) if form.fullmatch(cell)] for form in (STAMP, DATE, TIME)
    )
    if stamps:
        return {"ts": stamps[0]}
    if dates and times:
        return {"ts": dates[0], "time": times[0]}
    raise DataError(
        f"{table.path}: no column holds dates and times; the first row begins with {quoted(first[0])}. Name "
        "the columns with --columns.",
        code="missing_column",
    )


def found_roles(table: TextTable, stamps: Roles, order: slice | IntArray) -> Roles:
    """Roles of a file without a header; DataError `unclear_columns` if the numbers leave a choice.

    `stamps` are the stamp columns; `order` sorts the rows by time. High and low are the greatest and the
    smallest of the four prices. The close is the one nearer to the next bar's open: in the first rows, or in
    all rows of a shuffled file. A row counter has no role.
    """
    first = [str(column[0].as_py()) for column in table.columns]
    taken = set(stamps.values())
    free = [at for at, cell in enumerate(first) if at not in taken and not _TICKER.fullmatch(cell)]
    rows = _HEAD_ROWS if isinstance(order, slice) else table.rows
    columns = {at: numbers(table.columns[at].slice(0, rows), f"column {at + 1}", table.path) for at in free}
    columns = {at: values for at, values in columns.items() if rows < 2 or (np.diff(values) != 1).any()}
    roles = stamps | _price_roles({at: values[order] for at, values in columns.items()}, table)
    rest = [at for at in columns if at not in roles.values()]
    if len(rest) > 1:
        _refuse(table, f"columns {' and '.join(str(at + 1) for at in rest)} could be the volume")
    return roles | {"volume": rest[0]} if rest else roles


def _price_roles(columns: dict[int, FloatArray], table: TextTable) -> Roles:
    middle = {at: float(np.median(values)) for at, values in columns.items()}
    near = [
        [at for at, value in middle.items() if centre / _PRICE_BAND <= value <= centre * _PRICE_BAND]
        for centre in middle.values()
        if centre > 0
    ]
    prices = max(near, key=len, default=[])
    if len(prices) != 4:
        _refuse(table, f"{len(prices)} columns look like prices, 4 are needed")
    values = np.stack([columns[at] for at in prices])
    highest = (values == values.max(axis=0)).mean(axis=1)
    lowest = (values == values.min(axis=0)).mean(axis=1)
    high, low = prices[int(highest.argmax())], prices[int(lowest.argmax())]
    if min(highest.max(), lowest.max()) <= _SURE or high == low:
        _refuse(table, "no column is always the highest or the lowest price")
    one, other = (at for at in prices if at not in (high, low))
    # A close lies nearer to the next bar's open than an open to the next bar's close.
    forward = float(np.abs(columns[one][1:] - columns[other][:-1]).mean())
    backward = float(np.abs(columns[other][1:] - columns[one][:-1]).mean())
    if min(forward, backward) > 0.5 * max(forward, backward):
        _refuse(table, f"open and close cannot be told apart in columns {one + 1} and {other + 1}")
    opened, closed = (one, other) if forward < backward else (other, one)
    return {"open": opened, "high": high, "low": low, "close": closed}


def _refuse(table: TextTable, problem: str) -> NoReturn:
    raise DataError(f"{table.path}: {problem}. Name the columns with --columns.", code="unclear_columns")


def numbers(column: pa.ChunkedArray, name: str, path: Path, *, nullable: bool = False) -> FloatArray:
    """A column's numbers, without thousands commas; DataError `bad_number` names the first bad cell.

    With `nullable`, an empty cell or a marker for a missing value is NaN.
    """
    values = np.empty(len(column))
    first = 0
    for text in pieces(column, name):
        values[first : first + len(text)], bad = _numbers(text, nullable=nullable)
        if bad.any():
            row = int(bad.argmax())
            problem = f"{name} is {quoted(text[row].as_py())}. Expected a number"
            refuse_row(path, first + row, problem, code="bad_number")
        first += len(text)
    return values


def _numbers(text: pa.ChunkedArray, *, nullable: bool) -> tuple[FloatArray, BoolArray]:
    """The numbers of some rows, and which cells are not numbers."""
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


def volumes(table: TextTable, roles: Roles) -> FloatArray:
    """The volume (n,), whole or the sum of its two parts; NaN if there is none.

    DataError `tick_count_volume` if it repeats the column of trades.
    """
    parts: tuple[Role, ...] = ("volume",) if "volume" in roles else ("up", "down")
    if set(parts) <= set(roles):
        columns = (numbers(table.columns[roles[part]], part, table.path, nullable=True) for part in parts)
        volume: FloatArray = reduce(np.add, columns)
    else:
        volume = np.full(table.rows, np.nan)
    if "trades" in roles:
        same = volume == numbers(table.columns[roles["trades"]], "trades", table.path)
        if same.mean() >= _SAME_COUNTS and not np.median(volume) < _LEAST_COUNT:
            row = int(same.argmax())
            problem = (
                f"volume {volume[row]:.0f} is the number of trades again, as in {int(same.sum()):,} rows. "
                "Export the volume in contracts"
            )
            refuse_row(table.path, row, problem, code="tick_count_volume")
    return volume
