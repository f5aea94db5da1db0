"""Small hand-made markets: bars at given New York times, with prices that can be checked in the head."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[3]
SHARED_DATA = ROOT.parent / "shared" / "data"

ZONE = "America/New_York"


def opens(first: str, last: str) -> pd.DatetimeIndex:
    """Five-minute opens from one New York wall-clock time to another, both included."""
    return pd.date_range(first, last, freq="5min", tz=ZONE)


def bars_at(times: pd.DatetimeIndex, price: float = 5000.0, contract: str | None = None) -> pd.DataFrame:
    """A bar per time: opens and closes at `price`, one point up and down."""
    frame = pd.DataFrame({"ts": times.tz_convert("UTC").as_unit("us")})
    at = float(price)
    frame = frame.assign(open=at, high=at + 1, low=at - 1, close=at, volume=100)
    contracts = [contract] * len(times) if contract else [None] * len(times)
    return frame.assign(contract=pd.Series(contracts, dtype="str"))


def rth(day: str, price: float = 5000.0, contract: str | None = None, *, last: str = "16:10") -> pd.DataFrame:
    """A session's RTH bars from 09:30; `last="13:10"` makes a half day."""
    return bars_at(opens(f"{day} 09:30", f"{day} {last}"), price, contract)


def with_closes(session: pd.DataFrame, closes: Sequence[float] | NDArray[np.float64]) -> pd.DataFrame:
    """`session` with these closes, each bar opening at the close before and without wicks."""
    close = np.asarray(closes, dtype=np.float64)
    before = np.concatenate([[close[0]], close[:-1]])
    return session.assign(
        open=before, high=np.maximum(before, close), low=np.minimum(before, close), close=close
    )


def joined(parts: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """The bars of all parts in the order of time."""
    return pd.concat(list(parts)).sort_values("ts", ignore_index=True)


def csv_text(frame: pd.DataFrame) -> str:
    """Bars as a CSV file with ISO stamps; a column without any value is left out."""
    return frame.dropna(axis=1, how="all").to_csv(index=False, date_format="%Y-%m-%dT%H:%M:%SZ")
