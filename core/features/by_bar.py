"""by_bar N: an event feature as of the close of bar N (design ruling 16).

That is the definition applied to bars 1..N alone. The service uses a rule instead: the finished column
without every later event. A property test shows both equal for every event feature and every N.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.known_at import LAST_BAR
from core.features.bars import happened, lacks, null_where
from core.features.compute import FeatureColumn
from core.market.market import BoolArray, FloatArray, Market, MinuteBars

BAR_ARRAYS = ("open", "high", "low", "close", "volume", "ema")
"""The fields of a market with a column per bar."""


def value_by_bar(definition: FeatureDefinition, columns: Mapping[str, FeatureColumn], bar: int) -> FloatArray:
    """The feature (N,) by `bar` from finished columns: a later event did not happen yet.

    A conditional feature is null until the event it applies from has happened.
    """
    column = columns[definition.name]
    decided = _decided_on(column)
    values = np.where(_happened_by(decided, bar), column.values, _nothing_happened(definition))
    values = null_where(lacks(column.values), values)
    if definition.applies_from is None:
        return values
    return null_where(~_happened_by(_decided_on(columns[definition.applies_from]), bar), values)


def event_bars(feature: FeatureDefinition, column: FeatureColumn) -> NDArray[np.uint8]:
    """The bars (N,) of the event that decides a by_bar enum, 0 = none; DataError without them."""
    event = column.event_bar
    if event is None:
        raise DataError(f"feature {feature.name}: by_bar needs the bars of its deciding event, none given.")
    return np.where((event >= 1) & (event <= LAST_BAR), event, 0).astype("|u1")


def bars_until(market: Market, bar: int) -> Market:
    """The same sessions with only bars 1..`bar`: every bar array is (N, bar), minutes (N, bar, 5)."""
    minutes = market.minutes
    if minutes is not None:
        minutes = MinuteBars(minutes.high[:, :bar], minutes.low[:, :bar])
    return replace(market, **{name: getattr(market, name)[:, :bar] for name in BAR_ARRAYS}, minutes=minutes)


def _decided_on(column: FeatureColumn) -> FloatArray:
    return column.values if column.event_bar is None else column.event_bar


def _happened_by(event: FloatArray, bar: int) -> BoolArray:
    return happened(event) & (event <= bar)


def _nothing_happened(definition: FeatureDefinition) -> float:
    neutral = definition.neutral_label
    return 0.0 if neutral is None else float(definition.labels.index(neutral))
