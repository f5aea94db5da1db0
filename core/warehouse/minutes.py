"""The one-minute bars of a symbol that keeps them: `_minutes/year=2024.pq` beside its five-minute bars.

They are there for some of the five-minute bars, which are then their sums. A year is that of their stamps.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pandas as pd
import pyarrow as pa

from core.contracts.errors import DataError
from core.market.session_clock import utc_stamps
from core.warehouse.durable import locked
from core.warehouse.forms import read_table, with_form
from core.warehouse.paths import Warehouse
from core.warehouse.schemas import MINUTES, to_table
from core.warehouse.sidecars import TABLE, parquet_bytes

MINUTES_FOLDER = "_minutes"

Digests = Mapping[str, str]
"""The digest of each year's minutes, as `_bars.json` states them."""


NO_MINUTES: Digests = MappingProxyType({})


def minutes_file(year: str) -> str:
    """The file of a year below the folder of the symbol's bars."""
    return f"{MINUTES_FOLDER}/year={year}{TABLE}"


def read_minutes(warehouse: Warehouse, symbol: str, year: str) -> pd.DataFrame:
    """A year's one-minute bars, ts ascending, with the columns of `schemas.MINUTES`; none where it has none.

    DataError `damaged_bars` where the file cannot be read.
    """
    path = warehouse.bars(symbol) / minutes_file(year)
    with locked(warehouse.bars(symbol)):
        if not path.exists():
            return _frame(MINUTES.empty_table())
        try:
            return _frame(read_table(path).cast(MINUTES))
        except (pa.ArrowException, OSError) as error:
            raise _damaged(path, f"not readable ({error})") from error


def _frame(table: pa.Table) -> pd.DataFrame:
    frame: pd.DataFrame = table.to_pandas()
    return frame


def minutes_as_stated(warehouse: Warehouse, symbol: str, stated: Digests) -> Iterator[pd.DataFrame]:
    """Every year's minutes; DataError `damaged_bars` where one's are not those that were imported."""
    for year, digest in sorted(stated.items()):
        frame = read_minutes(warehouse, symbol, year)
        if minutes_sha256(frame) != digest:
            path = warehouse.bars(symbol) / minutes_file(year)
            raise _damaged(path, "holds other one-minute bars than those that were imported")
        yield frame


def minutes_bytes(frame: pd.DataFrame) -> bytes:
    """The file of these minutes; the same minutes give the same bytes."""
    return parquet_bytes(with_form(to_table(frame[MINUTES.names], MINUTES, "minutes")))


def minutes_sha256(frame: pd.DataFrame) -> str:
    """Digest of stamps, prices and volumes."""
    digest = hashlib.sha256(utc_stamps(frame["ts"]).astype("<i8").data)
    for name in MINUTES.names[1:]:
        digest.update(np.ascontiguousarray(frame[name].to_numpy(dtype="<f8", na_value=np.nan)).data)
    return digest.hexdigest()


def drop_unstated(folder: Path, stated: Digests) -> None:
    """Remove the years of minutes from a folder of bars that is not in place yet, but for those stated."""
    keep = {Path(minutes_file(year)).name for year in stated}
    for path in (folder / MINUTES_FOLDER).glob("*"):
        if path.name not in keep:
            path.unlink()


def _damaged(path: Path, found: str) -> DataError:
    remedy = "Bring it back from a backup, or delete it and import the symbol's one-minute bars again."
    return DataError(f"{path}: {found}. {remedy}", code="damaged_bars")
