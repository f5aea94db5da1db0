"""Binary files of bars: Sierra Chart's .scid and Databento's DBN."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.vendors.rows import Rows
from core.importing.vendors.stamps import Stamps
from core.market.bar_checks import PRICE_COLUMNS, refuse_row
from core.market.market import FloatArray
from core.market.session_clock import BAR_MINUTES

SCID, DBN = b"SCID", b"DBN"

_HEADER_BYTES = 56
_DBN_UNITS = 1e9
_RECORD = np.dtype(
    [
        ("at", "<i8"),
        *((name, "<f4") for name in ("open", "high", "low", "close")),
        *((name, "<u4") for name in ("trades", "volume", "bid", "ask")),
    ]
)
_SIERRA_EPOCH = np.datetime64("1899-12-30", "us")


def read_scid(path: Path, data: bytes) -> Rows:
    """The bars of a .scid file; single trades are gathered to five-minute bars.

    DataError `damaged_file` where the file ends within a record.
    """
    body = data[_HEADER_BYTES:]
    if not body or len(body) % _RECORD.itemsize:
        whole = len(body) // _RECORD.itemsize
        raise DataError(
            f"{path}: ends within record {whole + 1} of its .scid form. It may be half-written; "
            "copy it again.",
            code="damaged_file",
        )
    records = np.frombuffer(body, _RECORD)
    frame = pd.DataFrame({name: _exact(records[name]) for name in PRICE_COLUMNS})
    _refuse_infinite(frame, path)
    frame.insert(0, "at", _SIERRA_EPOCH + records["at"].astype("timedelta64[us]"))
    frame["volume"] = records["volume"].astype("float64")
    is_trades = bool((frame["open"] <= 0).all())
    rows = _gathered(frame) if is_trades else frame
    return Rows(rows, Stamps(rows["at"].to_numpy(), "microseconds", "UTC"), "Sierra .scid")


def read_dbn(path: Path, data: bytes) -> Rows:
    """The bars of a DBN file of an ohlcv schema; DataError `damaged_file` where it is none or cut off."""
    import databento
    from databento.common.error import BentoWarning

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", BentoWarning)
            store = databento.DBNStore.from_bytes(io.BytesIO(data))
            records = store.to_ndarray()
            symbols = {int(part["symbol"]): name for name, parts in store.mappings.items() for part in parts}
    except Exception as error:
        raise DataError(
            f"{path}: is no whole DBN file ({error}). Download it again.", code="damaged_file"
        ) from error
    names = records.dtype.names or ()
    if not len(records) or "open" not in names or "volume" not in names:
        raise DataError(
            f"{path}: holds {len(records)} records of {store.schema}. Expected bars, schema ohlcv-1m.",
            code="missing_column",
        )
    at = records["ts_event"].astype("datetime64[ns]").astype("datetime64[us]")
    frame = pd.DataFrame({name: records[name] / _DBN_UNITS for name in ("open", "high", "low", "close")})
    frame.insert(0, "at", at)
    frame["volume"] = records["volume"].astype("float64")
    if set(np.unique(records["instrument_id"]).tolist()) <= set(symbols):
        frame["contract"] = pd.Series(records["instrument_id"]).map(symbols).astype("str").str.upper()
    return Rows(frame, Stamps(at, "epoch (ns)", "UTC"), "Databento DBN")


def _exact(prices: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> FloatArray:
    distinct, where = np.unique(prices, return_inverse=True)
    return np.array([float(str(price)) for price in distinct])[where]


def _refuse_infinite(frame: pd.DataFrame, path: Path) -> None:
    bad = ~np.isfinite(frame[PRICE_COLUMNS].to_numpy()).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        refuse_row(path, row, "a price is no number. Expected four prices", code="bad_number")


def _gathered(trades: pd.DataFrame) -> pd.DataFrame:
    opens = trades["at"].dt.floor(f"{BAR_MINUTES}min")
    price = trades["close"].groupby(opens)
    bars = pd.DataFrame(price.agg(open="first", high="max", low="min", close="last"))
    return bars.assign(volume=trades["volume"].groupby(opens).sum()).reset_index()
