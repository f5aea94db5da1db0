"""A session so far for tests: its night from 18:00 and its first bars, every price telling its place."""

from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

from core.importing.so_far import SoFarReport, session_so_far
from core.warehouse.due import NEW_YORK
from core.warehouse.paths import Warehouse
from tests.unit.market.bar_builder import bars_at, joined, opens


def at(text: str) -> datetime:
    """A New York time."""
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


def day_so_far(
    session: str, count: int, *, evening: str | None = None, contract: str | None = "ESU4"
) -> pd.DataFrame:
    """Every bar of the night before `session` from 18:00 (New York) of `evening`, and `count` bars of RTH."""
    eve = evening or f"{datetime.fromisoformat(session) - timedelta(days=1):%Y-%m-%d}"
    parts = [bars_at(opens(f"{eve} 18:00", f"{session} 09:25"), contract=contract)]
    if count:
        first = pd.Timestamp(f"{session} 09:30")
        last = first + timedelta(minutes=5 * (count - 1))
        parts.append(bars_at(opens(str(first), str(last)), contract=contract))
    bars = joined(parts)
    steps = np.arange(len(bars)) % 83 * 0.25
    close = 5000 + steps
    return bars.assign(open=close - 0.25, close=close, high=close + 0.5, low=close - 1)


def saved_csv(bars: pd.DataFrame, path: Path, zone: str | None = None, shift: int = 0) -> Path:
    """The bars as CSV with stamps in UTC, or written in the clock of `zone`, `shift` minutes late."""
    ts = bars["ts"] + timedelta(minutes=shift)
    if zone is None:
        frame = bars.assign(ts=ts.dt.strftime("%Y-%m-%dT%H:%M:%SZ"))
    else:
        local = ts.dt.tz_convert(zone)
        frame = bars.drop(columns="ts")
        frame.insert(0, "Date", local.dt.strftime("%m/%d/%Y"))
        frame.insert(1, "Time", local.dt.strftime("%H:%M"))
    frame.dropna(axis=1, how="all").to_csv(path, index=False)
    return path


def read(path: Path, warehouse: Warehouse, now: str, symbol: str | None = "ES", **how: object) -> SoFarReport:
    """What is read of a file at a New York time."""
    return session_so_far(path, symbol=symbol, warehouse=warehouse, now=at(now), **how)  # type: ignore[arg-type]
