"""Columns of text read some rows at a time, so that a long file never stands as text at once."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

WORDS = pa.dictionary(pa.int32(), pa.string())
"""How a file's cells are held: each distinct text of some rows once."""

ROWS = 100_000


def pieces(column: pa.ChunkedArray) -> Iterator[pa.ChunkedArray]:
    """The column's cells as plain text, at most `ROWS` rows at a time."""
    for first in range(0, len(column), ROWS):
        yield pc.cast(column.slice(first, ROWS), pa.string())
