"""Markets made by a coin: nothing in their bars tells where the next one goes."""

import numpy as np
import pandas as pd

from core.features.coin_days import mirrored
from core.market.instruments import COIN_SYMBOL, SAMPLE_SYMBOL, instrument

SEED = 2

_PRICES = ["open", "high", "low", "close"]
_DECIMALS = 6
"""Decimals of prices: rounding takes away what a sum of floats misses the tick by."""


def coin_bars(bars: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The bars of days and nights, each kept or mirrored by a fair coin.

    A constant lifts all prices above twice the highest: in percent a bar moves less than it did.
    """
    kept = np.random.default_rng(seed).choice((False, True), len(bars))
    open_, high, low, close = (bars[name].to_numpy(np.float64) for name in _PRICES)
    prices = np.stack(mirrored((open_, high, low, close), kept), axis=1)
    lift = 2 * high.max() - prices.min()
    return bars.assign(**dict(zip(_PRICES, np.round(prices + lift, _DECIMALS).T, strict=True)))


def coin_sample(sample: pd.DataFrame) -> pd.DataFrame:
    """The bars of the coin market, from those of the sample."""
    root, own_root = (instrument(symbol).contract_root for symbol in (SAMPLE_SYMBOL, COIN_SYMBOL))
    contracts = own_root + sample["contract"].str.removeprefix(root)
    return coin_bars(sample, SEED).assign(contract=contracts)
