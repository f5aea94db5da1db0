"""Prices as whole ticks, so that a touch, a half gap or a measured move at an edge is exact.

In points a tick of 0.1 has no exact double: 2021.8 - 2015.3 is not 6.5, and a level one ulp too high would
never be touched. In ticks every sum and difference of prices is a whole number.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.market.market import FloatArray, Market

ADR_SESSIONS = 10


def ticks_per_point(market: Market) -> int:
    """Whole ticks in one point."""
    return round(1 / market.tick)


def in_ticks(market: Market) -> Market:
    """The same market with every price and level in ticks; `sessions` stays in points.

    ADR10 is a tenth of a whole number of ticks (a mean of ten ranges). The EMA is off the tick and scaled.
    """
    per_point = ticks_per_point(market)

    def whole(points: FloatArray) -> FloatArray:
        return np.rint(points * per_point)

    return replace(
        market,
        open=whole(market.open),
        high=whole(market.high),
        low=whole(market.low),
        close=whole(market.close),
        hoy=whole(market.hoy),
        loy=whole(market.loy),
        coy=whole(market.coy),
        gxh=whole(market.gxh),
        gxl=whole(market.gxl),
        adr10=np.rint(market.adr10 * per_point * ADR_SESSIONS) / ADR_SESSIONS,
        ema=market.ema * per_point,
        ema_open=market.ema_open * per_point,
    )


def in_points(ticks: FloatArray, market: Market) -> FloatArray:
    """A whole number of ticks (N,) as the double nearest to its points."""
    return ticks / ticks_per_point(market)
