"""Every change of a bar that was there already, kept beside the bars in `_changes/year=2026.pq`."""

from datetime import date, datetime
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.storage.folders import locked
from core.storage.paths import Warehouse
from core.storage.schemas import BARS, BASELINE, FIELDS, field, to_table
from core.storage.sidecars import TABLE, sidecar

CHANGES_FOLDER = "_changes"

_BAR_FIELDS = [column for column in BARS if column.name in FIELDS]

CHANGES = pa.schema(
    [
        field("at", pa.timestamp("us", tz="UTC"), "when it was changed", known_at=BASELINE),
        field("ts", pa.timestamp("us", tz="UTC"), "UTC open of the five-minute bar", known_at="bar open"),
        *(
            field(f"{column.name}_{side}", column.type, doc, known_at=BASELINE, nullable=column.nullable)
            for column in _BAR_FIELDS
            for side, doc in (("before", "what stood there"), ("after", "what stands there since"))
        ),
        field("source_before", pa.string(), "source of what stood there", known_at=BASELINE),
        field("source_after", pa.string(), "source of what stands there since", known_at=BASELINE),
        field("file", pa.string(), "file that brought the change", known_at=BASELINE),
    ]
)


def changes_sidecars(
    warehouse: Warehouse, symbol: str, found: pd.DataFrame, *, when: datetime, file: str
) -> dict[str, bytes]:
    """The files that record the changes `found` (core.importing.merge) beside earlier ones; none without any.

    `when` is UTC, `file` the name of the file that brought them. The names are relative to the folder of the
    symbol's bars.
    """
    if found.empty:
        return {}
    name = f"{CHANGES_FOLDER}/year={when.year:04d}{TABLE}"
    stamped = found.assign(at=pd.Timestamp(when).as_unit("us"), file=file)
    table = to_table(stamped[CHANGES.names], CHANGES, "changes")
    earlier = sidecar(warehouse.bars(symbol) / name)
    parts = [_read(earlier), table] if earlier.exists() else [table]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.concat_tables(parts), sink, compression="zstd")
    return {name: bytes(sink.getvalue().to_pybytes())}


def read_changes(warehouse: Warehouse, symbol: str, *, since: date | None = None) -> pd.DataFrame:
    """Every recorded change from `since` (a UTC day) on, in the order they were made; `CHANGES`."""
    folder = warehouse.bars(symbol)
    with locked(folder):
        tables = [_read(path) for path in sorted((folder / CHANGES_FOLDER).glob("year=*"))]
    found: pd.DataFrame = pa.concat_tables([CHANGES.empty_table(), *tables]).to_pandas()
    if since is None:
        return found
    kept: pd.DataFrame = found[found["at"] >= pd.Timestamp(since, tz="UTC")].reset_index(drop=True)
    return kept


def _read(path: Path) -> pa.Table:
    return pq.ParquetFile(path).read().cast(CHANGES)
