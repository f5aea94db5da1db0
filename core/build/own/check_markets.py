"""The markets on which own features are checked."""

from core.importing.sample import sample_bars
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import Market
from core.market.market_build import build_market
from core.market.random_market import random_market
from core.market.sessions import build_sessions

SAMPLE_BARS = 140_000
"""Two years of them."""


def random_markets() -> list[Market]:
    """Calm, middling and wild markets on three ticks, some with one-minute bars; a short one last."""
    drawn = enumerate([(1, 0.25, 100), (3, 0.1, 100), (20, 1.0, 100), (8, 0.25, 15)])
    return [
        random_market(seed, sessions=days, step=step, tick=tick, minutes=seed % 2 == 1)
        for seed, (step, tick, days) in drawn
    ]


def sample_market() -> Market:
    """The last two years of the sample sessions."""
    bars = sample_bars()
    return build_market(build_sessions(bars.iloc[-SAMPLE_BARS:], instrument(SAMPLE_SYMBOL)))
