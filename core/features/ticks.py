"""Prices as whole ticks, so that a touch, a half gap or a measured move at an edge is exact.

In points a tick of 0.1 has no exact double: 2021.8 - 2015.3 is not 6.5, and a level one ulp too high would
never be touched. In ticks every sum and difference of prices is a whole number.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.market.market import FloatArray, Market, SessionTable

ADR_SESSIONS = 10


def ticks_per_point(market: Market) -> int:
    """Whole ticks in one point."""
    return round(1 / market.tick)


def in_ticks(market: Market) -> Market:
    """The same market with every price and level in ticks, those of `sessions` too.

    ADR10 is a tenth of a whole number of ticks (a mean of ten ranges). An EMA is off the tick and scaled; one
    that stands on a whole tick stays there, as m / 10 * 10 is m for every whole m (Kahan; so for any divisor
    of two set bits), and a test holds it for each declared tick.
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
        ath_before=whole(market.ath_before),
        d_ema20=market.d_ema20 * per_point,
        sessions=_table_in_ticks(market.sessions, whole),
    )


def _table_in_ticks(table: SessionTable, whole: Callable[[FloatArray], FloatArray]) -> SessionTable:
    return replace(
        table,
        open=whole(table.open),
        high=whole(table.high),
        low=whole(table.low),
        close=whole(table.close),
        gxh=whole(table.gxh),
        gxl=whole(table.gxl),
        ath_before=whole(table.ath_before),
    )


def in_points(ticks: FloatArray, market: Market) -> FloatArray:
    """Ticks (N,), whole or in tenths as a mean of ten ranges, as the double nearest to their points."""
    return np.rint(ticks * ADR_SESSIONS) / (ADR_SESSIONS * ticks_per_point(market))
