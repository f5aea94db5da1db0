"""Which source gave each bar: `_origins.pq` beside a symbol's bars, a row per bar."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.market.market import BoolArray, IntArray
from core.market.session_clock import utc_stamps
from core.storage.paths import Warehouse
from core.storage.schemas import BASELINE, field
from core.storage.sidecars import TABLE, sidecar

ORIGINS_FILE = f"_origins{TABLE}"

ORIGINS = pa.schema(
    [
        field("ts", pa.timestamp("us", tz="UTC"), "UTC open of the five-minute bar", known_at="bar open"),
        field("source", pa.dictionary(pa.int16(), pa.string()), "source that gave it", known_at=BASELINE),
    ]
)

_UNRECORDED = ""


@dataclass(frozen=True, slots=True)
class SourcedBars:
    """n bars (ts ascending, each once), the names of sources and, per bar, the number of the one it is of."""

    frame: pd.DataFrame
    names: tuple[str, ...]
    codes: IntArray

    def sources(self, rows: IntArray | BoolArray) -> NDArray[np.object_]:
        """The names of the sources of these rows."""
        return np.array([*self.names], dtype=object)[self.codes[rows]]


def origins_bytes(bars: SourcedBars) -> bytes:
    """The file `_origins.pq` of these bars; the same bars give the same bytes."""
    used = np.unique(bars.codes)
    names = [bars.names[code] for code in used]
    order = np.argsort(names)
    place = np.argsort(order)[np.searchsorted(used, bars.codes)]
    source = pa.DictionaryArray.from_arrays(
        pa.array(place.astype(np.int16)), pa.array([names[at] for at in order], type=pa.string())
    )
    table = pa.Table.from_arrays([pa.array(bars.frame["ts"]), source], schema=ORIGINS)
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression="zstd",
        use_dictionary=["source"],
        column_encoding={"ts": "DELTA_BINARY_PACKED"},
    )
    return bytes(sink.getvalue().to_pybytes())


def with_origins(warehouse: Warehouse, symbol: str, frame: pd.DataFrame) -> SourcedBars:
    """The symbol's bars `frame` with the source of each; bars of before there were origins have "".

    DataError `damaged_bars` where the record is of other bars.
    """
    path = sidecar(warehouse.bars(symbol) / ORIGINS_FILE)
    if not path.exists():
        return SourcedBars(frame, (_UNRECORDED,), np.zeros(len(frame), dtype=np.int64))
    table = pq.ParquetFile(path).read()
    stamps = utc_stamps(table.column("ts").to_pandas())
    if not np.array_equal(stamps, utc_stamps(frame["ts"])):
        raise DataError(
            f"{path}: names the sources of other bars than those beside it. Delete it; what is there then "
            "ranks equal to every source.",
            code="damaged_bars",
        )
    source = table.column("source").combine_chunks()
    return SourcedBars(
        frame, tuple(source.dictionary.to_pylist()), source.indices.to_numpy().astype(np.int64)
    )
