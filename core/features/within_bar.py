"""The order of events within one five-minute bar, by its one-minute bars; unknown without any.

Bars (N,) are event bars, prices (N,) in ticks. A minute with both events leaves the order unknown.
"""

import numpy as np

from core.features.bars import (
    FIRST_SIDE,
    classify,
    column,
    earlier,
    happened,
    highest_until,
    lacks,
    lowest_until,
    null_where,
)
from core.market.market import BoolArray, FloatArray, IntArray, Market

EXTREME_ORDER = ("high_first", "low_first", "same_bar")


def first_side_broken(
    market: Market, up_bar: FloatArray, down_bar: FloatArray, high: FloatArray, low: FloatArray
) -> FloatArray:
    """Codes of FIRST_SIDE from the bars that break `high` and `low`; null where either bar is null.

    If one bar breaks both, the earlier minute decides; without minutes it is never guessed.
    """
    first = earlier(up_bar, down_bar)
    up, down = happened(first) & (up_bar == first), happened(first) & (down_bar == first)
    rows = np.flatnonzero(up & down)
    if market.minutes is not None and len(rows):
        highs, lows, opened = _minutes_of(market, rows, first)
        above, below = highs > column(high[rows] - opened), lows < column(low[rows] - opened)
        order = _order(above, below)
        down[rows[order < 0]] = False
        up[rows[order > 0]] = False
    codes = classify(FIRST_SIDE, {"both_same_bar": up & down, "up": up, "down": down}, otherwise="none")
    return null_where(lacks(up_bar, down_bar), codes)


def is_one_sided(first_side: FloatArray) -> BoolArray:
    """Where a code of FIRST_SIDE names a side."""
    return np.isin(first_side, (FIRST_SIDE.index("up"), FIRST_SIDE.index("down")))


def extreme_order(market: Market, high_bar: FloatArray, low_bar: FloatArray) -> FloatArray:
    """Codes of EXTREME_ORDER: which of two extremes was set first, by their bars, then by minutes."""
    high_first, low_first = high_bar < low_bar, low_bar < high_bar
    rows = np.flatnonzero(high_bar == low_bar)
    if market.minutes is not None and len(rows):
        highs, lows, _ = _minutes_of(market, rows, high_bar)
        order = _order(highs == column(highs.max(axis=1)), lows == column(lows.min(axis=1)))
        high_first[rows], low_first[rows] = order < 0, order > 0
    cases = {"high_first": high_first, "low_first": low_first}
    return classify(EXTREME_ORDER, cases, otherwise="same_bar")


def farthest_until_touch(
    market: Market, bar: FloatArray, level: FloatArray, from_above: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """The highest and the lowest price of bars 1..`bar`, of `bar` itself through the minute at `level`.

    `from_above` is the side from which a session reaches it. Whole bars if `bar` does not reach it or has no
    minutes; null where `bar` is 0 or null.
    """
    highest, lowest = highest_until(market.high, bar), lowest_until(market.low, bar)
    rows = np.flatnonzero(happened(bar))
    if market.minutes is None or not len(rows):
        return highest, lowest
    highs, lows, opened = _minutes_of(market, rows, bar)
    at = column(level[rows] - opened)
    reached = np.where(from_above[rows, np.newaxis], lows <= at, highs >= at)
    has_order = reached.any(axis=1)
    rows, last = rows[has_order], reached[has_order].argmax(axis=1)
    later = np.arange(reached.shape[1]) > last[:, np.newaxis]
    before = bar[rows] - 1
    high = np.where(later, -np.inf, highs[has_order]).max(axis=1) + opened[has_order]
    low = np.where(later, np.inf, lows[has_order]).min(axis=1) + opened[has_order]
    highest[rows] = np.fmax(highest_until(market.high[rows], before), high)
    lowest[rows] = np.fmin(lowest_until(market.low[rows], before), low)
    return highest, lowest


def _minutes_of(market: Market, rows: IntArray, bar: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Highs and lows (n, 5) of the minutes of some sessions' `bar`, from its open, the third (n,)."""
    assert market.minutes is not None
    place = bar[rows].astype(np.int64) - 1
    highs, lows = market.minutes.high[rows, place], market.minutes.low[rows, place]
    return highs.astype(np.float64), lows.astype(np.float64), market.open[rows, place]


def _order(one: BoolArray, other: BoolArray) -> IntArray:
    """-1 where `one` (n, 5) begins in an earlier minute than `other`, 1 in a later one, else 0."""
    first, second = (np.where(mask.any(axis=1), mask.argmax(axis=1), mask.shape[1]) for mask in (one, other))
    return np.asarray(np.sign(first - second))
