"""Columns of text read some rows at a time, so that a long file never stands as text at once."""

from collections.abc import Callable, Iterator

import pyarrow as pa
import pyarrow.compute as pc

from core.importing.progress import now_at

WORDS = pa.dictionary(pa.int32(), pa.string())
"""How a file's cells are held: each distinct text of some rows once."""

ROWS = 100_000


def pieces(column: pa.ChunkedArray, name: str = "") -> Iterator[pa.ChunkedArray]:
    """The cells of the column `name` as plain text, at most `ROWS` rows at a time."""
    for first in range(0, len(column), ROWS):
        if name:
            now_at(f"reading {name}, row {first + 1:,} of {len(column):,}")
        yield pc.cast(column.slice(first, ROWS), pa.string())


def rewritten(column: pa.ChunkedArray, how: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> pa.ChunkedArray:
    """The column as `WORDS`, every piece of it as `how` makes it."""
    encoded = (how(piece).dictionary_encode() for piece in pieces(column))
    return pa.chunked_array([chunk for piece in encoded for chunk in piece.chunks], WORDS)
