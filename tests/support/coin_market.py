"""A market in which there is nothing to find: a coin turns every bar of another market."""

from dataclasses import replace

from core.features.coin_days import coin_market, coins
from core.features.ticks import in_ticks, ticks_per_point
from core.market.market import Market

SEED = 5_000
"""A draw that no coin day has."""


def tossed_market(market: Market, seed: int = SEED) -> Market:
    """The market in points with every session one of its coin days, by coins of another seed."""
    ticks = in_ticks(market)
    made = coin_market(ticks, coins(ticks.session_date, seed))
    names = ("open", "high", "low", "close", "ema")
    points = {name: getattr(made, name) / ticks_per_point(market) for name in names}
    return replace(market, minutes=None, **points)
