"""The methods page's picture: a day of the sample sessions and three of its coin days.

Run as `python -m scripts.codegen.coin_picture`; a test holds the file to it.
"""

from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pandas as pd

from core.features.coin_days import coin_market, coins
from core.features.ticks import in_ticks
from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market, rows_of
from core.market.market_build import build_market
from core.market.sessions import build_sessions

FILE = Path(__file__).resolve().parents[2] / "web" / "src" / "screens" / "methods" / "coin-picture.json"
DAY = np.datetime64("2026-05-22")
DRAWS = (1, 2, 3)


def picture() -> dict[str, Any]:
    """The day's date and, of it and its coin days, every bar's prices in ticks from the open.

    A bar is its open, high, low and close. `kept` has a letter for each bar of a coin day: k where it was
    kept, m where it was mirrored.
    """
    bars = sample_bars()
    bars = bars[bars["ts"] >= pd.Timestamp(DAY, tz="UTC") - pd.Timedelta(days=7)]
    market = build_market(build_sessions(bars, instrument(SAMPLE_SYMBOL)))
    day = rows_of(in_ticks(market), np.flatnonzero(market.session_date == DAY))
    days: list[dict[str, Any]] = [{"bars": _bars(day)}]
    for draw in DRAWS:
        kept = coins(day.session_date, draw)
        days.append({"kept": "".join(np.where(kept[0], "k", "m")), "bars": _bars(coin_market(day, kept))})
    return {"date": str(DAY), "days": days}


def written() -> bytes:
    return orjson.dumps(picture()) + b"\n"


def _bars(day: Market) -> list[list[int]]:
    prices = np.stack((day.open[0], day.high[0], day.low[0], day.close[0]), axis=1) - day.open[0, 0]
    return prices.astype(int).tolist()  # type: ignore[no-any-return]


if __name__ == "__main__":
    FILE.write_bytes(written())
