"""As of bar N: which days are at risk of each event, and the engine that answers of them.

Source: design/beyond.md, section 6.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.figures.answer import Engine
from core.figures.coin import CoinColumns
from core.figures.columns import Dates, FeatureDays
from core.figures.formulas import Mask

Codes = NDArray[np.uint8]
Events = Mapping[str, Codes]


def happened_by(definition: FeatureDefinition, codes: Codes, events: Events, bar: int) -> Mask | None:
    """The days on which the feature's event came at or before a bar; None for what is no event.

    `codes` are an event's own bars, 0 where there is none; `events` those of the events that decide an enum.
    """
    if definition.waits_for_event:
        codes = events[definition.name]
    elif not (definition.is_event_bar and definition.by_bar_safe):
        return None
    return np.asarray((codes > 0) & (codes <= bar))


def engine_as_of(
    features: Mapping[str, FeatureDays], events: Events, dates: Dates, coin: CoinColumns | None, bar: int
) -> Engine:
    """The engine that leaves a day out of the figures of an event that happened on it at or before a bar."""
    at_risk, happened = [], {}
    for name, days in features.items():
        done = happened_by(days.definition, days.codes, events, bar)
        if done is not None:
            happened[name] = done
            days = replace(days, codes=np.where(done, np.uint8(NULL_CODE), days.codes))
        at_risk.append(days)
    tossed = None if coin is None else _coin_days_at_risk(coin, bar)
    return Engine(at_risk, dates, tossed, happened)


def _coin_days_at_risk(coin: CoinColumns, bar: int) -> CoinColumns:
    columns = dict(coin.columns)
    for name, column in coin.columns.items():
        done = happened_by(coin.definitions[name], column.codes, coin.events, bar)
        if done is not None:
            columns[name] = replace(column, codes=np.where(done, np.uint8(NULL_CODE), column.codes))
    return replace(coin, columns=columns)
