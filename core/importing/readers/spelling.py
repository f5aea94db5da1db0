"""How a text file is written: its letters, line ends, and commas in its numbers.

Text may come in UTF-16 behind its mark, or as Windows writes it in Europe. 6.465,25 is 6465.25 in German.
"""

import codecs
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.importing.findings.defects import FileFinding
from core.importing.readers.pieces import pieces, rewritten
from core.importing.readers.text import TextTable
from core.market.market import BoolArray

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HEAD_BYTES = 100_000

_NUMBER = r"^[-+]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$"
_SURE_COMMA = r"^[-+]?(\d{1,3}(\.\d{3})+,\d+|\d+,(\d{1,2}|\d{4,}))$"
"""Numbers whose comma cannot part thousands."""

_HEAD_ROWS = 1000
_MOST = 0.5


def in_utf8(data: bytes) -> tuple[bytes, tuple[FileFinding, ...]]:
    """A text file's bytes in UTF-8, and what was read over for that; as they are where that is unknown."""
    name = _encoding(data)
    if name is None:
        return data, ()
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return data, ()
    told = f"text in {name.upper()}, read as such"
    return text.removeprefix("\ufeff").encode(), (FileFinding("other_letters", 1, told),)


def _encoding(data: bytes) -> str | None:
    if data.startswith(_UTF_16):
        return "utf-16"
    head = data[:_HEAD_BYTES].rpartition(b"\n")[0] or data[:_HEAD_BYTES]
    try:
        head.decode("utf-8")
    except UnicodeDecodeError:
        return None if b"\x00" in head else "cp1252"
    return None


def with_decimal_points(table: TextTable) -> TextTable:
    """`table` with points for decimal commas, where its numbers have such."""
    heads = [
        pc.utf8_trim_whitespace(pc.cast(column.slice(0, _HEAD_ROWS), pa.string())) for column in table.columns
    ]
    if not any(pc.any(pc.match_substring_regex(head, _SURE_COMMA)).as_py() for head in heads):
        return table
    columns = tuple(
        rewritten(column, _points) if _is_of_numbers(head) else column
        for column, head in zip(table.columns, heads, strict=True)
    )
    told = FileFinding(
        "decimal_commas", 1, "numbers with decimal commas, as 6.465,25 for 6465.25", table.rows
    )
    return replace(table, columns=columns, findings=(*table.findings, told))


def _is_of_numbers(head: pa.ChunkedArray) -> bool:
    return float(pc.mean(pc.match_substring_regex(head, _NUMBER)).as_py()) > _MOST


def _points(text: pa.ChunkedArray) -> pa.ChunkedArray:
    plain = pc.utf8_trim_whitespace(text)
    pointed = pc.replace_substring(pc.replace_substring(plain, ".", ""), ",", ".")
    return pc.if_else(pc.match_substring_regex(plain, _NUMBER), pointed, text)


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
