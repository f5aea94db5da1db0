"""Prices as whole ticks, so that a touch, a half gap or a measured move at an edge is exact.

In points a tick of 0.1 has no exact double: 2021.8 - 2015.3 is not 6.5, and a level one ulp too high would
never be touched. In ticks every sum and difference of prices is a whole number.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from core.market.market import FloatArray, Market, SessionTable

ADR_SESSIONS = 10

_PRICES = ("open", "high", "low", "close", "gxh", "gxl", "ath_before")
"""Fields that a market and its table of sessions share."""


def ticks_per_point(market: Market) -> int:
    return round(1 / market.tick)


def in_ticks(market: Market) -> Market:
    """The same market with every price and level in ticks, those of `sessions` too.

    ADR10 is a tenth of a whole number of ticks (a mean of ten ranges). An EMA is off the tick and scaled. One
    on a whole tick stays there, as m / 10 * 10 is m for every whole m (Kahan; so for any divisor of two set
    bits); a test checks each declared tick.
    """
    per_point = ticks_per_point(market)

    def whole(prices_of: Market | SessionTable, *levels: str) -> dict[str, Any]:
        names = (*_PRICES, *levels)
        return {name: np.rint(getattr(prices_of, name) * per_point) for name in names}

    return replace(
        market,
        **whole(market, "hoy", "loy", "coy"),
        adr10=np.rint(market.adr10 * per_point * ADR_SESSIONS) / ADR_SESSIONS,
        ema=market.ema * per_point,
        ema_open=market.ema_open * per_point,
        d_ema20=market.d_ema20 * per_point,
        sessions=replace(market.sessions, **whole(market.sessions)),
    )


def in_points(ticks: FloatArray, market: Market) -> FloatArray:
    """Ticks (N,), whole or in tenths as a mean of ten ranges, as the double nearest to their points."""
    return np.rint(ticks * ADR_SESSIONS) / (ADR_SESSIONS * ticks_per_point(market))
