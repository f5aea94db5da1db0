"""Random markets for Hypothesis, and other pasts of them."""

from dataclasses import replace
from datetime import date

import numpy as np
from hypothesis import strategies as st

from core.market.market import Market
from core.market.random_market import FIRST_DATE, random_market, with_other_future

__all__ = ["FIRST_DATE", "TICKS", "markets", "random_market", "with_other_future", "with_other_past"]

TICKS = (0.25, 0.1, 1.0)


def markets() -> st.SearchStrategy[Market]:
    """Random markets on every tick, from calm (long runs of equal prices) to wild."""
    return st.builds(
        random_market,
        seed=st.integers(0, 2**32 - 1),
        step=st.sampled_from([0, 1, 2, 3, 8, 20]),
        tick=st.sampled_from(TICKS),
        first=st.dates(date(2000, 2, 1), date(2026, 9, 1)).map(np.datetime64),
    )


def with_other_past(market: Market, last: int, seed: int) -> Market:
    """The same sessions with bars 1..`last` redrawn, so that what stands at the close of `last` is the same:
    the open of bar 1, the highest high, the lowest low and that close.
    """
    rng = np.random.default_rng(seed)
    rows = np.arange(len(market.open))
    highest = market.high[:, :last].max(axis=1, keepdims=True)
    lowest = market.low[:, :last].min(axis=1, keepdims=True)
    drawn = with_other_future(market, 0, seed)
    names = ("open", "high", "low", "close")
    past = {name: np.clip(getattr(drawn, name)[:, :last], lowest, highest) for name in names}
    past["close"][:, -1] = market.close[:, last - 1]
    past["high"][rows, rng.integers(0, last, len(rows))] = highest[:, 0]
    past["low"][rows, rng.integers(0, last, len(rows))] = lowest[:, 0]
    past["high"] = np.maximum(past["high"], past["close"])
    past["low"] = np.minimum(past["low"], past["close"])
    past |= {"volume": drawn.volume[:, :last], "ema": drawn.ema[:, :last]}
    kept = {name: getattr(market, name).copy() for name in past}
    for name, array in kept.items():
        array[:, :last] = past[name]
    return replace(market, **kept)
