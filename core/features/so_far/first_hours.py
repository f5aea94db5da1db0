"""Possible first hours with the same open, high, low and close, for typed numbers.

They differ as much as possible: the high and the low on every pair of bars, bars of one price or of the
whole range, jumps from bar to bar, prices at and next to every level of a feature.
"""

from collections.abc import Iterable
from functools import cache
from math import prod
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.features.bars import FIRST_HOUR
from core.features.so_far.possible import PossibleBars
from core.market.market import BoolArray, FloatArray

DRAWN = 8
"""Random hours for each pair of bars that have the high and the low, besides those of few prices."""

PRICES_EACH = 3
"""Distinct prices of a random hour: few, so that it returns to them."""

Ticks = NDArray[np.int64]

_PAIRS = np.indices((FIRST_HOUR, FIRST_HOUR)).reshape(2, -1, 1)
"""The bar of the high and that of the low, every pair."""


def first_hours(
    opened: float, high: float, low: float, close: float, levels: Iterable[float], tick: float
) -> PossibleBars:
    """Possible bars 1 to 12 (R, 12), in points and on the tick; deterministic."""
    per_point = round(1 / tick)
    first, top, bottom, last = (round(price * per_point) for price in (opened, high, low, close))
    beside = (round(level * per_point) + step for level in levels for step in (-1, 0, 1))
    ends, middle = [first, top, bottom, last], (top + bottom) // 2
    prices = sorted({*ends, middle, *(price for price in beside if bottom <= price <= top)})
    highs, lows, closes = _hours(np.array(prices), ends)
    lows[:, 0], highs[:, 0] = np.minimum(lows[:, 0], first), np.maximum(highs[:, 0], first)
    lows[:, -1], highs[:, -1] = np.minimum(lows[:, -1], last), np.maximum(highs[:, -1], last)
    closes[:, -1] = last
    opens = np.roll(closes, 1, axis=1)
    opens[:, 0] = first
    return PossibleBars(*(each / per_point for each in (opens, highs, lows, closes)))


def _hours(prices: Ticks, ends: list[int]) -> tuple[Ticks, Ticks, Ticks]:
    """Highs, lows and closes (R, 12): for each pair of bars some random, some of one price or the range."""
    chances = _chances()
    few = prices[(chances.few * len(prices)).astype(np.int64)]
    drawn = np.take_along_axis(few[:, None, :], chances.ends, axis=2)
    flat = [(price, price) for price in ends] + [(ends[1], ends[2])]
    still = [np.full((len(_PAIRS[0]), FIRST_HOUR, 2), pair) for pair in flat]
    both = np.concatenate([drawn, *still])
    highs, lows = both.max(axis=2), both.min(axis=2)
    at_high, at_low = (np.tile(np.arange(FIRST_HOUR) == bars, (DRAWN + len(flat), 1)) for bars in _PAIRS)
    lows = np.where(at_high & chances.is_thin & ~at_low, ends[1], lows)
    highs = np.where(at_low & chances.is_thin & ~at_high, ends[2], highs)
    highs, lows = np.where(at_high, ends[1], highs), np.where(at_low, ends[2], lows)
    return highs, lows, np.where(chances.is_up, highs, lows)


class _Chances(NamedTuple):
    """The random choices for R hours; the first D hours have few prices.

    `few` (D, 3) are the places of their prices among all, `ends` (D, 12, 2) which of them a bar has.
    `is_thin` (R, 1) marks hours whose bars at the high or low are that price alone, `is_up` (R, 12) bars
    that close at their high.
    """

    few: FloatArray
    ends: NDArray[np.int64]
    is_thin: BoolArray
    is_up: BoolArray


@cache
def _chances() -> _Chances:
    """Drawn once by Python's generator: numpy's would cost every worker two megabytes."""
    rng, pairs = Random(FIRST_HOUR), len(_PAIRS[0])
    drawn, hours = DRAWN * pairs, (DRAWN + 5) * pairs

    def draws(*shape: int) -> FloatArray:
        return np.array([rng.random() for _ in range(prod(shape))]).reshape(shape)

    one_turn = (np.arange(FIRST_HOUR) < draws(hours, 1) * (FIRST_HOUR + 1)) ^ (draws(hours, 1) < 0.5)
    return _Chances(
        few=draws(drawn, PRICES_EACH),
        ends=(draws(drawn, FIRST_HOUR, 2) * PRICES_EACH).astype(np.int64),
        is_thin=draws(hours, 1) < 0.5,
        is_up=np.where(draws(hours, 1) < 0.5, one_turn, draws(hours, FIRST_HOUR) < 0.5),
    )
