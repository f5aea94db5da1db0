"""A small ES market with wicks, nights and a half day, imported into a warehouse of its own."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd

from core.importing.importer import import_file
from core.market.calendar import exchange_calendar
from core.warehouse.paths import Warehouse
from tests.unit.market.bar_builder import bars_at, joined, opens

FIRST, LAST = "2024-06-03", "2024-07-12"
"""28 sessions: 27 full, 2024-07-03 a half day; 06-19 and 07-04 are closed."""

FULL_SESSIONS = 27
TICK = 0.25


def small_bars(
    first: str = FIRST, last: str = LAST, *, seed: int = 1, contract: str = "ESU4", tick: float = TICK
) -> pd.DataFrame:
    """A random walk on the tick over the sessions from `first` to `last`."""
    return _small_bars(first, last, seed, contract, tick).copy()


@lru_cache(maxsize=16)
def _small_bars(first: str, last: str, seed: int, contract: str, tick: float) -> pd.DataFrame:
    calendar = exchange_calendar()
    parts = []
    for day in calendar.sessions_between(first, last):
        date, eve = str(day), str(day - np.timedelta64(1, "D"))
        close = "13:10" if calendar.are_short(np.array([day])) else "16:10"
        parts += [opens(f"{eve} 18:00", f"{date} 09:25"), opens(f"{date} 09:30", f"{date} {close}")]
    return _walked(joined([bars_at(times, contract=contract) for times in parts]), seed, tick)


def _walked(bars: pd.DataFrame, seed: int, tick: float) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    steps, wicks = draw.integers(-8, 9, len(bars)), draw.integers(0, 5, (2, len(bars)))
    close = 20000 + np.cumsum(steps)
    open_ = close - steps + draw.integers(-1, 2, len(bars))
    high, low = np.maximum(open_, close) + wicks[0], np.minimum(open_, close) - wicks[1]
    return bars.assign(open=open_ * tick, high=high * tick, low=low * tick, close=close * tick)


def saved(bars: pd.DataFrame, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    bars.to_parquet(path, index=False)
    return path


def small_warehouse(root: Path, *, last: str = LAST, seed: int = 1) -> Warehouse:
    """A warehouse with these bars of ES imported and nothing built."""
    warehouse = Warehouse(root / "warehouse")
    import_file(saved(small_bars(last=last, seed=seed), root / "ES.parquet"), warehouse=warehouse)
    return warehouse
