"""A market made by a coin, as a warehouse of its own."""

from pathlib import Path

import pandas as pd

from core.importing.coin_market import coin_bars
from core.question.index import SnapshotIndex
from core.warehouse.paths import Warehouse
from core.warehouse.serving.load_index import load_index
from core.warehouse.serving.pack import Pack
from core.warehouse.snapshots import current_id
from qa.bench.almanac import almanac


def coin_made(bars: pd.DataFrame, symbol: str, seed: int, folder: Path) -> SnapshotIndex:
    """The index of a snapshot that is built of mirrored bars."""
    path, warehouse = folder / "bars.parquet", folder / "warehouse"
    folder.mkdir(parents=True, exist_ok=True)
    coin_bars(bars, seed).to_parquet(path, index=False)
    roll = () if "contract" in bars else ("--roll", "calendar")
    almanac("import", str(path), "--symbol", symbol, *roll, "--warehouse", str(warehouse))
    almanac("build", symbol, "--warehouse", str(warehouse))
    snapshots = Warehouse(warehouse).snapshots(symbol)
    current = str(current_id(snapshots))
    return load_index(Pack.open(Warehouse(warehouse).snapshot(symbol, current) / "serving"))
