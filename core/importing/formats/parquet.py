"""Parquet of any columns as columns of text, read like a vendor's file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.contracts.errors import DataError
from core.importing.formats.delimited import with_symbol_column
from core.importing.formats.header import found_header
from core.importing.formats.packages import PackedFile, begins_with
from core.importing.formats.text import TextTable, rewritten

PARQUET = b"PAR1"

_UNNAMED_INDEX = "__index_level_0__"
"""What pandas calls the column of an index without a name."""

sniff = begins_with(PARQUET)


def read(file: PackedFile) -> TextTable:
    """The columns in order; an unnamed index of stamps becomes `ts`.

    DataError `damaged_file`, or `empty_file` without rows.
    """
    path = file.path
    with refuse_damaged(path):
        table = pq.ParquetFile(pa.BufferReader(file.members[0].data))
        if table.metadata.num_rows == 0 or not table.schema_arrow.names:
            raise DataError(f"{path}: has columns and no rows. Export it again.", code="empty_file")
        names = tuple(_named(field) for field in table.schema_arrow)
        columns = tuple(map(_text, table.read().columns))
    header = found_header([names], len(names), path)
    return with_symbol_column(
        TextTable(path, "parquet", header.names or names, columns, (), ticker=header.ticker)
    )


@contextmanager
def refuse_damaged(path: Path) -> Iterator[None]:
    """DataError `damaged_file` if the body cannot read a parquet file."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0].strip()
        raise DataError(
            f"{path}: is not a whole parquet file ({reason}). It may be half-written; export or copy it "
            "again.",
            code="damaged_file",
        ) from error


def _named(field: pa.Field) -> str:
    if field.name == _UNNAMED_INDEX and pa.types.is_timestamp(field.type):
        return "ts"
    return str(field.name).strip().lower()


def _text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return rewritten(column, lambda piece: pc.fill_null(piece, ""))
    except pa.ArrowException:
        return pa.chunked_array([pa.array([""] * len(column))])
