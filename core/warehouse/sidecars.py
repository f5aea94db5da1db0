"""Files kept with a symbol's bars, under names that begin with an underscore.

`_origins.pq` says which source gave each bar, `_changes/year=2026.pq` every change of a bar that was there
already, `_minutes/year=2024.pq` the one-minute bars of a symbol that keeps them: of some of its five-minute
bars, which are then their sums; a year is that of their stamps. Tables among them end in `.pq`, so that
`bars/**/*.parquet` is the bars and nothing else. Each names its form in the metadata of its file.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.contracts.errors import DataError
from core.market.market import BoolArray, IntArray
from core.market.session_clock import utc_stamps
from core.warehouse.durable import carry_over, locked, write_or_carry_over
from core.warehouse.integrity import FILES_FILE, FORM, require_form
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import CHANGES, MINUTES, ORIGINS, to_table

NO_SIDECARS: Mapping[str, bytes] = MappingProxyType({})

TABLE = ".pq"
_UNNAMED = ".parquet"
"""The suffix of tables without a form version."""

ORIGINS_FILE = f"_origins{TABLE}"
CHANGES_FOLDER, MINUTES_FOLDER = "_changes", "_minutes"
_KEY = b"form"

Digests = Mapping[str, str]
"""The digest of each year's minutes, as `_bars.json` states them."""

NO_MINUTES: Digests = MappingProxyType({})


def write_sidecars(folder: Path, incoming: Path, written: Mapping[str, bytes], minutes: Digests) -> None:
    """Carry the sidecars of `folder` over to `incoming`, with `written` added or replacing them.

    Leaves out the note of its files, which is written last, and years of minutes that `minutes` does not
    state. DataError `damaged_bars` if a table names no form version.
    """
    replaced, stated = {*written, FILES_FILE}, set(map(minutes_file, minutes))
    for path in folder.glob("_*"):
        for entry in path.rglob("*") if path.is_dir() else (path,):
            if entry.suffix == _UNNAMED:
                require_form(entry, None)
            name = entry.relative_to(folder).as_posix()
            is_stated = not name.startswith(f"{MINUTES_FOLDER}/") or name in stated
            if is_stated and name not in replaced:
                (incoming / name).parent.mkdir(exist_ok=True)
                carry_over(entry, incoming / name)
    for name, content in written.items():
        (incoming / name).parent.mkdir(exist_ok=True)
        write_or_carry_over(incoming / name, content, folder / name)


@dataclass(frozen=True, slots=True)
class SourcedBars:
    """n bars (ts ascending and unique), the source names and, per bar, the number of its source."""

    frame: pd.DataFrame
    names: tuple[str, ...]
    codes: IntArray

    def sources(self, rows: IntArray | BoolArray) -> NDArray[np.object_]:
        return np.array([*self.names], dtype=object)[self.codes[rows]]


def origins_bytes(bars: SourcedBars) -> bytes:
    """The file `_origins.pq` of these bars; deterministic."""
    used = np.unique(bars.codes)
    names = np.array(bars.names, dtype=object)[used]
    rank = np.argsort(np.argsort(names))[np.searchsorted(used, bars.codes)]
    source = pa.DictionaryArray.from_arrays(rank.astype(np.int16), pa.array(sorted(names), type=pa.string()))
    table = pa.Table.from_arrays([pa.array(bars.frame["ts"]), source], schema=ORIGINS)
    return parquet_bytes(
        with_form(table), use_dictionary=["source"], column_encoding={"ts": "DELTA_BINARY_PACKED"}
    )


def with_origins(warehouse: Warehouse, symbol: str, frame: pd.DataFrame) -> SourcedBars:
    """The symbol's bars `frame` with the source of each, "" without kept origins.

    DataError `damaged_bars` if the record is of other bars.
    """
    path = warehouse.bars(symbol) / ORIGINS_FILE
    if not path.exists():
        return SourcedBars(frame, ("",), np.zeros(len(frame), dtype=np.int64))
    table = read_table(path)
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


def changes_sidecars(
    warehouse: Warehouse, symbol: str, found: pd.DataFrame, *, when: datetime, file: str
) -> dict[str, bytes]:
    """The files that record the changes `found` (core.importing.merge) after earlier ones; none without any.

    `when` is UTC, `file` the name of the file that brought them. The names are relative to the folder of the
    symbol's bars.
    """
    if found.empty:
        return {}
    name = f"{CHANGES_FOLDER}/year={when.year:04d}{TABLE}"
    stamped = found.assign(at=pd.Timestamp(when).as_unit("us"), file=file)
    table = to_table(stamped[CHANGES.names], CHANGES, "changes")
    earlier = warehouse.bars(symbol) / name
    parts = [read_table(earlier).cast(CHANGES), table] if earlier.exists() else [table]
    return {name: parquet_bytes(with_form(pa.concat_tables(parts)))}


def parquet_bytes(table: pa.Table, **how: Any) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", **how)
    return bytes(sink.getvalue().to_pybytes())


def read_changes(warehouse: Warehouse, symbol: str, *, since: date | None = None) -> pd.DataFrame:
    """Recorded changes from `since` (a UTC day) on, in the order they were made; `CHANGES`."""
    folder = warehouse.bars(symbol)
    with locked(folder):
        paths = sorted((folder / CHANGES_FOLDER).glob("year=*"))
        tables = [read_table(path).cast(CHANGES) for path in paths]
    found: pd.DataFrame = pa.concat_tables([CHANGES.empty_table(), *tables]).to_pandas()
    if since is None:
        return found
    kept: pd.DataFrame = found[found["at"] >= pd.Timestamp(since, tz="UTC")].reset_index(drop=True)
    return kept


def with_form(table: pa.Table) -> pa.Table:
    """The table with its form version in the file's metadata."""
    return table.replace_schema_metadata({_KEY: str(FORM).encode()})


def read_table(path: Path) -> pa.Table:
    """The table of a file; DataError `damaged_bars` if it has another form version."""
    file = pq.ParquetFile(path)
    require_form(path, int((file.schema_arrow.metadata or {}).get(_KEY, 0)) or None)
    return file.read()


def minutes_file(year: str) -> str:
    """The path of a year's minutes below the folder of the symbol's bars."""
    return f"{MINUTES_FOLDER}/year={year}{TABLE}"


def read_minutes(warehouse: Warehouse, symbol: str, year: str) -> pd.DataFrame:
    """A year's one-minute bars, ts ascending, with the columns of `schemas.MINUTES`; may be empty.

    DataError `damaged_bars` if the file cannot be read.
    """
    path = warehouse.bars(symbol) / minutes_file(year)
    with locked(warehouse.bars(symbol)):
        try:
            table = read_table(path).cast(MINUTES) if path.exists() else MINUTES.empty_table()
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, f"not readable ({error})") from error
    frame: pd.DataFrame = table.to_pandas()
    return frame


def minutes_as_stated(warehouse: Warehouse, symbol: str, stated: Digests) -> Iterator[pd.DataFrame]:
    """Every year's minutes; DataError `damaged_bars` if one differs from its digest."""
    for year, digest in sorted(stated.items()):
        frame = read_minutes(warehouse, symbol, year)
        if minutes_sha256(frame) != digest:
            path = warehouse.bars(symbol) / minutes_file(year)
            raise _damaged(path, "holds other one-minute bars than those that were imported")
        yield frame


def minutes_bytes(frame: pd.DataFrame) -> bytes:
    """The file of these minutes; deterministic."""
    return parquet_bytes(with_form(to_table(frame[MINUTES.names], MINUTES, "minutes")))


def minutes_sha256(frame: pd.DataFrame) -> str:
    """Digest of stamps, prices and volumes."""
    digest = hashlib.sha256(utc_stamps(frame["ts"]).astype("<i8").data)
    for name in MINUTES.names[1:]:
        digest.update(np.ascontiguousarray(frame[name].to_numpy(dtype="<f8", na_value=np.nan)).data)
    return digest.hexdigest()


def _damaged(path: Path, found: str) -> DataError:
    remedy = "Bring it back from a backup, or delete it and import the symbol's one-minute bars again."
    return DataError(f"{path}: {found}. {remedy}", code="damaged_bars")
