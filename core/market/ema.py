"""The EMA(20) of closes, with numpy alone."""

from typing import TypeVar

import numpy as np

from core.market.market import FloatArray

EMA_LENGTH = 20
Line = TypeVar("Line", float, FloatArray)


def ema20(close: FloatArray, per_point: int) -> FloatArray:
    """EMA(20) of closes in points, starting at the first close; `per_point` ticks make a point.

    Summed in whole ticks with one division a step, so that an EMA on a tick is exact: a close equal to its
    EMA stays equal whatever the tick.
    """
    ticks = np.rint(close * per_point).tolist()
    before = ticks[0] if ticks else 0.0
    line = [before := ema20_step(before, price) for price in ticks]
    return np.array(line, dtype=np.float64) / per_point


def ema20_from(before: FloatArray, close: FloatArray) -> FloatArray:
    """The EMA(20) (N, B) of closes in ticks, continued from its value before bar 1 (N,)."""
    found = np.empty_like(close)
    line = before
    for bar in range(close.shape[1]):
        found[:, bar] = line = ema20_step(line, close[:, bar])
    return found


def ema20_step(before: Line, price: Line) -> Line:
    """The EMA(20) after one more close, a number or an array."""
    return before + 2 * (price - before) / (EMA_LENGTH + 1)
