"""Databento's DBN files of one-minute bars."""

import io
import warnings

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.formats.packages import PackedFile, begins_with
from core.importing.formats.rows import Rows
from core.importing.zones.stamps import Stamps, microseconds
from core.warehouse.schemas import PRICE_COLUMNS

_UNITS = 1e9

sniff = begins_with(b"DBN")


def read(file: PackedFile) -> Rows:
    """The bars of a DBN file of an ohlcv schema; DataError `damaged_file` if it is invalid or truncated."""
    import databento
    from databento.common.error import BentoWarning

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", BentoWarning)
            store = databento.DBNStore.from_bytes(io.BytesIO(file.members[0].data))
            records = store.to_ndarray()
            symbols = {int(part["symbol"]): name for name, parts in store.mappings.items() for part in parts}
    except Exception as error:
        raise DataError(
            f"{file.path}: is no whole DBN file ({error}). Download it again.", code="damaged_file"
        ) from error
    names = records.dtype.names or ()
    if not len(records) or "open" not in names or "volume" not in names:
        raise DataError(
            f"{file.path}: holds {len(records)} records of {store.schema}. Expected bars, schema ohlcv-1m.",
            code="missing_column",
        )
    at = microseconds(records["ts_event"].astype(np.int64)).astype("datetime64[us]")
    frame = pd.DataFrame({name: records[name] / _UNITS for name in PRICE_COLUMNS})
    frame.insert(0, "at", at)
    frame["volume"] = records["volume"].astype("float64")
    if set(np.unique(records["instrument_id"]).tolist()) <= set(symbols):
        frame["contract"] = pd.Series(records["instrument_id"]).map(symbols).astype("str").str.upper()
    return Rows(frame, Stamps(at, "epoch (ns)", "UTC"), "Databento DBN")
