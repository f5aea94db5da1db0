"""A market made by a coin, as a warehouse of its own."""

from pathlib import Path

import numpy as np
import pandas as pd

from core.question.index import SnapshotIndex
from core.warehouse.paths import Warehouse
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.snapshots import current_id
from qa.bench.almanac import almanac

DECIMALS = 6
"""Decimals of prices: rounding takes away what a sum of floats misses the tick by."""


def mirrored(bars: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The bars, each kept or mirrored by a fair coin, one after the other: no bar tells of the next.

    The way from the close before to the open, and from the open on, is mirrored about the price it starts
    from. A constant lifts all prices above twice the highest: in percent a bar moves less than it did.
    """
    sign = np.random.default_rng(seed).choice((-1.0, 1.0), len(bars))
    open_, high, low, close = (bars[name].to_numpy(np.float64) for name in ("open", "high", "low", "close"))
    before = np.append(open_[0], close[:-1])
    ends = open_[0] + np.cumsum(sign * (close - before))
    begins = np.append(open_[0], ends[:-1]) + sign * (open_ - before)
    up, down = np.where(sign > 0, high - open_, open_ - low), np.where(sign > 0, open_ - low, high - open_)
    lift = 2 * high.max() - (begins - down).min()
    prices = {"open": begins, "high": begins + up, "low": begins - down, "close": ends}
    return bars.assign(**{name: np.round(price + lift, DECIMALS) for name, price in prices.items()})


def coin_made(bars: pd.DataFrame, symbol: str, seed: int, folder: Path) -> SnapshotIndex:
    """The index of a snapshot that is built of mirrored bars."""
    path, warehouse = folder / "bars.parquet", folder / "warehouse"
    folder.mkdir(parents=True, exist_ok=True)
    mirrored(bars, seed).to_parquet(path, index=False)
    roll = () if "contract" in bars else ("--roll", "calendar")
    almanac("import", str(path), "--symbol", symbol, *roll, "--warehouse", str(warehouse))
    almanac("build", symbol, "--warehouse", str(warehouse))
    snapshots = Warehouse(warehouse).snapshots(symbol)
    current = str(current_id(snapshots))
    return load_index(Pack.open(Warehouse(warehouse).snapshot(symbol, current) / "serving"))
