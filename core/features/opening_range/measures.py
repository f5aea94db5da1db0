"""The opening range of the first `length` bars, and what the session did beyond it.

Everything here takes the length. ORH and ORL are the high and low of bars 1..length; a break is strictly
beyond them and later than the range's last bar.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from weakref import WeakKeyDictionary

import numpy as np

from core.features.bars import column, earlier, first_bar_after, happened, null_where, percent
from core.features.within_bar import first_side_broken, is_one_sided
from core.market.market import FloatArray, Market


def once_per_market(measure: Callable[[Market, int], FloatArray]) -> Callable[[Market, int], FloatArray]:
    """Cache a measure as long as its market exists: several features use the same breakouts."""
    measured: WeakKeyDictionary[Market, dict[int, FloatArray]] = WeakKeyDictionary()

    @wraps(measure)
    def of_length(market: Market, length: int) -> FloatArray:
        by_length = measured.setdefault(market, {})
        if length not in by_length:
            by_length[length] = measure(market, length)
            by_length[length].flags.writeable = False
        return by_length[length]

    return of_length


@dataclass(frozen=True, slots=True)
class OpeningRange:
    """ORH, ORL and R = ORH - ORL, (N,) each, of the bars 1..length."""

    high: FloatArray
    low: FloatArray

    @classmethod
    def of(cls, market: Market, length: int) -> OpeningRange:
        """The range of the first `length` bars, or of all if there are fewer."""
        return cls(market.high[:, :length].max(axis=1), market.low[:, :length].min(axis=1))

    @property
    def size(self) -> FloatArray:
        """R, the range's height in points."""
        return self.high - self.low


@once_per_market
def breakout_up_bar(market: Market, length: int) -> FloatArray:
    """First bar after the range with a high above ORH."""
    return first_bar_after(market.high > column(OpeningRange.of(market, length).high), length)


@once_per_market
def breakout_down_bar(market: Market, length: int) -> FloatArray:
    """First bar after the range with a low below ORL."""
    return first_bar_after(market.low < column(OpeningRange.of(market, length).low), length)


def first_breakout_bar(market: Market, length: int) -> FloatArray:
    """The bar of the first breakout on either side, 0 if the range held."""
    return earlier(breakout_up_bar(market, length), breakout_down_bar(market, length))


@once_per_market
def first_breakout_side(market: Market, length: int) -> FloatArray:
    """Codes of FIRST_SIDE: which side of the range is broken first."""
    opening = OpeningRange.of(market, length)
    bars = breakout_up_bar(market, length), breakout_down_bar(market, length)
    return first_side_broken(market, *bars, opening.high, opening.low)


def holds_an_extreme(market: Market, length: int) -> FloatArray:
    """Whether a side of the range is never broken."""
    both = happened(breakout_up_bar(market, length)) & happened(breakout_down_bar(market, length))
    return (~both).astype(np.float64)


def opposite_breakout(market: Market, length: int) -> FloatArray:
    """Whether the other side broke later; null without a one-sided first breakout."""
    both = happened(breakout_up_bar(market, length)) & happened(breakout_down_bar(market, length))
    return null_where(~is_one_sided(first_breakout_side(market, length)), both)


def extension_up_pct(market: Market, length: int) -> FloatArray:
    """100*max(0, HOD - ORH)/R."""
    opening = OpeningRange.of(market, length)
    return percent(np.maximum(0.0, market.high.max(axis=1) - opening.high), opening.size)


def extension_down_pct(market: Market, length: int) -> FloatArray:
    """100*max(0, ORL - LOD)/R."""
    opening = OpeningRange.of(market, length)
    return percent(np.maximum(0.0, opening.low - market.low.min(axis=1)), opening.size)


def measured_move_up_bar(market: Market, length: int) -> FloatArray:
    """First bar after the range trading at ORH + R or above."""
    opening = OpeningRange.of(market, length)
    return first_bar_after(market.high >= column(opening.high + opening.size), length)


def measured_move_down_bar(market: Market, length: int) -> FloatArray:
    """First bar after the range trading at ORL - R or below."""
    opening = OpeningRange.of(market, length)
    return first_bar_after(market.low <= column(opening.low - opening.size), length)


def close_breakout_bar(market: Market, length: int) -> FloatArray:
    """First bar after the range that closes outside it."""
    opening = OpeningRange.of(market, length)
    outside = (market.close > column(opening.high)) | (market.close < column(opening.low))
    return first_bar_after(outside, length)
