"""First hours with the same open, high, low and close: what somebody who types these may have seen.

Drawn so as to disagree wherever they can: the high and the low on every pair of bars, bars of one price or of
the whole range, jumps from bar to bar, prices at and beside every level that a feature asks about.
"""

from collections.abc import Iterable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.features.bars import FIRST_HOUR
from core.features.possible import PossibleBars

DRAWN = 8
"""Hours for each pair of bars that have the high and the low, besides those of few prices."""

PRICES_EACH = 3
"""Different prices of a drawn hour: few, so that it comes back to them."""

Ticks = NDArray[np.int64]


def first_hours(
    opened: float, high: float, low: float, close: float, levels: Iterable[float], tick: float
) -> PossibleBars:
    """Bars 1 to 12 of such hours (R, 12), prices in points and on the tick; the same at every call."""
    per_point = round(1 / tick)
    first, top, bottom, last = (round(price * per_point) for price in (opened, high, low, close))
    beside = (round(level * per_point) + step for level in levels for step in (-1, 0, 1))
    ends, middle = [first, top, bottom, last], (top + bottom) // 2
    prices = np.unique([*ends, middle, *(price for price in beside if bottom <= price <= top)])
    highs, lows, closes = _hours(np.random.default_rng(FIRST_HOUR), prices, ends)
    lows[:, 0], highs[:, 0] = np.minimum(lows[:, 0], first), np.maximum(highs[:, 0], first)
    lows[:, -1], highs[:, -1] = np.minimum(lows[:, -1], last), np.maximum(highs[:, -1], last)
    closes[:, -1] = last
    opens = np.roll(closes, 1, axis=1)
    opens[:, 0] = first
    return PossibleBars(*(each / per_point for each in (opens, highs, lows, closes)))


def _hours(rng: Generator, prices: Ticks, ends: list[int]) -> tuple[Ticks, Ticks, Ticks]:
    """Highs, lows and closes (R, 12): for each pair of bars some drawn, some of one price or the range."""
    pairs = np.indices((FIRST_HOUR, FIRST_HOUR)).reshape(2, -1, 1)
    drawn = [_drawn(rng, prices, pairs.shape[1]) for _ in range(DRAWN)]
    fixed = [(price, price) for price in ends] + [(ends[1], ends[2])]
    flat = [np.full((pairs.shape[1], FIRST_HOUR, 2), pair) for pair in fixed]
    both = np.concatenate([*drawn, *flat])
    highs, lows = both.max(axis=2), both.min(axis=2)
    at_high, at_low = (np.tile(np.arange(FIRST_HOUR) == bars, (len(drawn + flat), 1)) for bars in pairs)
    is_thin = rng.random((len(highs), 1)) < 0.5
    lows = np.where(at_high & is_thin & ~at_low, ends[1], lows)
    highs = np.where(at_low & is_thin & ~at_high, ends[2], highs)
    highs, lows = np.where(at_high, ends[1], highs), np.where(at_low, ends[2], lows)
    turns = rng.integers(0, FIRST_HOUR + 1, (len(highs), 1))
    one_turn = (np.arange(FIRST_HOUR) < turns) ^ (rng.random((len(highs), 1)) < 0.5)
    is_up = np.where(rng.random((len(highs), 1)) < 0.5, one_turn, rng.random(highs.shape) < 0.5)
    return highs, lows, np.where(is_up, highs, lows)


def _drawn(rng: Generator, prices: Ticks, hours: int) -> Ticks:
    """The two ends of every bar (H, 12, 2) of hours that have few prices each."""
    few = prices[rng.integers(0, len(prices), (hours, PRICES_EACH))]
    ends = rng.integers(0, PRICES_EACH, (hours, FIRST_HOUR, 2))
    return np.take_along_axis(few[:, None, :], ends, axis=2)
