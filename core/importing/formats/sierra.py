"""Sierra Chart's .scid files: bars, or single trades gathered to bars."""

import numpy as np
import pandas as pd

from core.contracts.errors import DataError
from core.importing.findings.defects import refuse_row
from core.importing.formats.packages import PackedFile, begins_with
from core.importing.formats.rows import Rows
from core.importing.zones.stamps import Stamps
from core.market.market import FloatArray
from core.market.session_clock import BAR_MINUTES
from core.warehouse.schemas import PRICE_COLUMNS

_HEADER_BYTES = 56
_RECORD = np.dtype(
    [
        ("at", "<i8"),
        *((name, "<f4") for name in PRICE_COLUMNS),
        *((name, "<u4") for name in ("trades", "volume", "bid", "ask")),
    ]
)
_SIERRA_EPOCH = np.datetime64("1899-12-30", "us")

sniff = begins_with(b"SCID")


def read(file: PackedFile) -> Rows:
    """The bars of a .scid file; single trades become five-minute bars.

    DataError `damaged_file` if the file ends within a record.
    """
    path, body = file.path, file.members[0].data[_HEADER_BYTES:]
    if not body or len(body) % _RECORD.itemsize:
        whole = len(body) // _RECORD.itemsize
        raise DataError(
            f"{path}: ends within record {whole + 1} of its .scid form. It may be half-written; "
            "copy it again.",
            code="damaged_file",
        )
    records = np.frombuffer(body, _RECORD)
    frame = pd.DataFrame({name: _exact(records[name]) for name in PRICE_COLUMNS})
    bad = ~np.isfinite(frame.to_numpy()).all(axis=1)
    if bad.any():
        problem = "a price is no number. Expected four prices"
        refuse_row(path, int(bad.argmax()), problem, code="bad_number")
    frame.insert(0, "at", _SIERRA_EPOCH + records["at"].astype("timedelta64[us]"))
    frame["volume"] = records["volume"].astype("float64")
    if (frame["open"] <= 0).all():
        frame = _gathered(frame)
    return Rows(frame, Stamps(frame["at"].to_numpy(), "microseconds", "UTC"), "Sierra .scid")


def _exact(prices: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> FloatArray:
    distinct, where = np.unique(prices, return_inverse=True)
    return np.array([float(str(price)) for price in distinct])[where]


def _gathered(trades: pd.DataFrame) -> pd.DataFrame:
    opens = trades["at"].dt.floor(f"{BAR_MINUTES}min")
    price = trades["close"].groupby(opens)
    bars = pd.DataFrame(price.agg(open="first", high="max", low="min", close="last"))
    return bars.assign(volume=trades["volume"].groupby(opens).sum()).reset_index()
