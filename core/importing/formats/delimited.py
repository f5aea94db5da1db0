"""Text between commas, semicolons, tabs or pipes as a table in which every column has its name.

Header and rows may differ in length: a trailing comma in the rows or the header, an index without a name,
or a date and a time that share one. The file is read if only one assignment of names to columns gives
stamps and bars.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.contracts.errors import DataError, quoted_names
from core.importing.formats.columns import DATE, STAMP, TIME, Roles, named_roles, numbers
from core.importing.formats.header import NAMES, PRICES
from core.importing.formats.packages import PackedFile
from core.importing.formats.text import TextTable, in_utf8, read_text, with_decimal_points

_HEAD_ROWS = 1000

Names = tuple[str, ...]


def sniff(_: PackedFile) -> bool:
    """True: the last format takes every file and reports what is wrong with it."""
    return True


def read(file: PackedFile) -> TextTable:
    """Read the table; findings name what was corrected in its encoding."""
    data, findings = in_utf8(file.members[0].data)
    table = read_table(file.path, data)
    return replace(table, findings=(*findings, *table.findings))


def read_table(path: Path, data: bytes) -> TextTable:
    """The table of a text file; DataError if its lines or its header do not fit."""
    return with_symbol_column(_aligned(with_decimal_points(read_text(path, data))))


def with_symbol_column(table: TextTable) -> TextTable:
    """The table, with a column for the ticker that its header names, if any."""
    if not table.ticker or table.names is None:
        return table
    ticker = pa.chunked_array([pa.array([table.ticker]).take(pa.array(np.zeros(table.rows, dtype=np.int32)))])
    names, columns = (*table.names, "contract"), (*table.columns, ticker)
    return replace(table, names=names, columns=columns, contract=len(table.columns))


def _aligned(table: TextTable) -> TextTable:
    """The table with one name per column; DataError `damaged_file` unless exactly one way fits."""
    table = _without_last_commas(table)
    names, width = table.names, len(table.columns)
    if names is None or (len(names) == width and names[-1]):
        return table
    found: dict[tuple[tuple[str, int], ...], TextTable] = {}
    for option in _options(names, width):
        named = replace(table, names=option)
        roles = _fitting_roles(named)
        if roles is not None:
            read = {role: at for role, at in roles.items() if role != "date"}
            found.setdefault(tuple(sorted(read.items())), named)
    if len(found) == 1:
        return next(iter(found.values()))
    if len(names) == width:
        return table
    why = "fits in several ways" if found else "does not fit"
    raise DataError(
        f"{table.path}: line {table.above + 1} has {width} values, the header {len(names)} names "
        f"({quoted_names(names)}), which {why}. Correct the header, or export again.",
        code="damaged_file",
    )


def _without_last_commas(table: TextTable) -> TextTable:
    """The table without the empty column of a trailing comma in every row or in the header."""
    names, columns = table.names, table.columns
    while len(columns) > len(PRICES) and len(columns) > len(names or ()) and _is_empty(columns[-1]):
        columns = columns[:-1]
    while names is not None and len(names) > len(columns) and not names[-1]:
        names = names[:-1]
    return replace(table, names=names, columns=columns)


def _is_empty(column: pa.ChunkedArray) -> bool:
    return all(not str(word).strip() for word in pc.unique(column).to_pylist() if word is not None)


def _options(names: Names, width: int) -> Iterator[Names]:
    """Ways to name `width` columns if the header has one name more or less, or a trailing comma."""
    if len(names) == width:
        yield names
        names = names[:-1]
    if len(names) == width - 1:
        for at in range(width):
            is_after_date = at > 0 and names[at - 1] in (*NAMES["ts"], *NAMES["date"])
            before = (*names[: at - 1], "date", "time") if is_after_date else (*names[:at], "")
            yield (*before, *names[at:])
    if len(names) == width + 1:
        for at in range(len(names)):
            yield (*names[:at], *names[at + 1 :])


def _fitting_roles(table: TextTable) -> Roles | None:
    """Roles by the table's names, if its first rows then hold stamps and bars."""
    head = replace(table, columns=tuple(column.slice(0, _HEAD_ROWS) for column in table.columns))
    try:
        roles = named_roles(head)
        open_, high, low, close = (numbers(head.columns[roles[role]], role, table.path) for role in PRICES)
        if "volume" in roles:
            numbers(head.columns[roles["volume"]], "volume", table.path)
    except DataError:
        return None
    stamp = rf"{DATE.pattern}|\d{{8}}" if "time" in roles else STAMP.pattern
    are_stamps = _all(head.columns[roles["ts"]], stamp)
    are_times = "time" not in roles or _all(head.columns[roles["time"]], rf"{TIME.pattern}|\d{{4,6}}")
    are_bars = (np.maximum(open_, close) <= high).all() and (np.minimum(open_, close) >= low).all()
    return roles if are_stamps and are_times and bool(are_bars) else None


def _all(column: pa.ChunkedArray, pattern: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(pc.cast(column, pa.string()), f"^({pattern})$")).as_py())
