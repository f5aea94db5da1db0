"""A file of our own form as tables of some ten thousand rows, so that a fault at its head is met at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from core.contracts.errors import DataError

_PACKED_MAGICS = (b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd")
_ROWS = 1 << 16


def parquet_tables(path: Path) -> Iterator[pa.Table]:
    """The rows of a parquet file in order, one table without rows where it has none."""
    try:
        file = pq.ParquetFile(path)
        yield from _tables(file.schema_arrow, file.iter_batches(_ROWS))
    except (pa.ArrowException, OSError) as error:
        raise DataError(
            f"{path}: is not a whole parquet file ({_first_line(error)}). It may be half-written; "
            "export or copy it again.",
            code="damaged_file",
        ) from error


def csv_tables(path: Path, head: bytes) -> Iterator[pa.Table]:
    """The rows of a CSV file in order as text, one table without rows where it has none."""
    if head.startswith(_PACKED_MAGICS):
        raise DataError(f"{path}: is compressed. Unpack it and import the file inside.", code="damaged_file")
    try:
        with path.open("rb") as file:
            names = pyarrow.csv.open_csv(file).schema.names
        as_text = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        with pyarrow.csv.open_csv(path, convert_options=as_text) as reader:
            yield from _tables(reader.schema, reader)
    except (pa.ArrowException, UnicodeDecodeError) as error:
        raise DataError(
            f"{path}: is not a table of comma-separated values ({_first_line(error)}). Every line needs the "
            "header's number of values, in UTF-8.",
            code="damaged_file",
        ) from error


def _tables(schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    has_rows = False
    for batch in batches:
        if batch.num_rows:
            has_rows = True
            yield pa.Table.from_batches([batch])
    if not has_rows:
        yield schema.empty_table()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].strip()
