"""As of bar N: the engine for the days at risk of each event.

Source: design/beyond.md, section 6.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.contracts.pack import NULL_CODE
from core.figures.answer import Engine
from core.figures.coin import CoinColumns
from core.figures.columns import FeatureDays
from core.question.bitmaps import Bitmaps


def engine_as_of(
    features: Mapping[str, FeatureDays],
    sessions: Bitmaps,
    coin: CoinColumns | None,
    coin_days: Bitmaps | None,
    bar: int,
) -> Engine:
    """The engine as of a bar: days with an event at or before it are left out of that event's figures."""
    at_risk, happened = [], {}
    for name, days in features.items():
        done = sessions.happened(name, bar)
        if done is not None:
            happened[name] = done
            days = replace(days, codes=np.where(done.mask, np.uint8(NULL_CODE), days.codes))
        at_risk.append(days)
    if coin is not None and coin_days is not None:
        coin = _coin_days_at_risk(coin, coin_days, bar)
    return Engine(at_risk, sessions.layout, coin, happened)


def _coin_days_at_risk(coin: CoinColumns, coin_days: Bitmaps, bar: int) -> CoinColumns:
    columns = dict(coin.columns)
    for name, column in coin.columns.items():
        done = coin_days.happened(name, bar)
        if done is not None:
            columns[name] = replace(column, codes=np.where(done.mask, np.uint8(NULL_CODE), column.codes))
    return replace(coin, columns=columns)
