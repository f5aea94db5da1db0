"""Numbers as Germans write them: 6.465,25 is 6465.25."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from core.importing.findings.defects import FileFinding
from core.importing.readers.pieces import WORDS, pieces
from core.importing.readers.text import TextTable

_NUMBER = r"^[-+]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$"
_SURE_COMMA = r"^[-+]?(\d{1,3}(\.\d{3})+,\d+|\d+,(\d{1,2}|\d{4,}))$"
"""Numbers whose comma cannot part thousands."""

_HEAD_ROWS = 1000
_MOST = 0.5


def with_decimal_points(table: TextTable) -> TextTable:
    """`table` with points for decimal commas, where its numbers have such."""
    heads = [
        pc.utf8_trim_whitespace(pc.cast(column.slice(0, _HEAD_ROWS), pa.string())) for column in table.columns
    ]
    if not any(pc.any(pc.match_substring_regex(head, _SURE_COMMA)).as_py() for head in heads):
        return table
    columns = tuple(
        _pointed(column) if _is_of_numbers(head) else column
        for column, head in zip(table.columns, heads, strict=True)
    )
    told = FileFinding(
        "decimal_commas", 1, "numbers with decimal commas, as 6.465,25 for 6465.25", table.rows
    )
    return replace(table, columns=columns, findings=(*table.findings, told))


def _is_of_numbers(head: pa.ChunkedArray) -> bool:
    return float(pc.mean(pc.match_substring_regex(head, _NUMBER)).as_py()) > _MOST


def _pointed(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pa.chunked_array(
        [chunk for piece in pieces(column) for chunk in _points(piece).dictionary_encode().chunks], WORDS
    )


def _points(text: pa.ChunkedArray) -> pa.ChunkedArray:
    plain = pc.utf8_trim_whitespace(text)
    pointed = pc.replace_substring(pc.replace_substring(plain, ".", ""), ",", ".")
    return pc.if_else(pc.match_substring_regex(plain, _NUMBER), pointed, text)
