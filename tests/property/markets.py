"""Random markets for Hypothesis, and other pasts of them."""

from dataclasses import replace
from datetime import date

import numpy as np
from hypothesis import strategies as st

from core.market.market import ABSENT, Market
from core.market.random_bars import joined_minutes, random_minutes, with_other_future
from core.market.random_market import FIRST_DATE, random_market
from tests.oracles.days import Bar

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
        minutes=st.booleans(),
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
    whole = {name: np.rint(kept[name] * round(1 / market.tick)).astype(np.int64) for name in names}
    redrawn = None if market.minutes is None else random_minutes(seed, whole)
    return replace(market, **kept, minutes=joined_minutes(redrawn, market.minutes, last))


def minutes_of(market: Market, row: int) -> tuple[tuple[Bar, ...], ...]:
    """The minutes of a session's bars as the answer book has them; opens and closes say nothing here."""
    if market.minutes is None:
        return ()
    found = []
    for opened, highs, lows in zip(
        market.open[row].tolist(),
        market.minutes.high[row].tolist(),
        market.minutes.low[row].tolist(),
        strict=False,
    ):
        there = [(high, low) for high, low in zip(highs, lows, strict=True) if high != -ABSENT]
        prices = [(opened + high * market.tick, opened + low * market.tick) for high, low in there]
        found.append(tuple(Bar(low, high, low, low) for high, low in prices))
    return tuple(found)
