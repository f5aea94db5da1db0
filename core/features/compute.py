"""Every registered feature over a whole market."""

from dataclasses import dataclass

from core.features.entries import Feature
from core.features.registry import FEATURES
from core.features.ticks import in_ticks
from core.market.market import FloatArray, Market


@dataclass(frozen=True, slots=True)
class FeatureColumn:
    """One feature on N sessions, float64 with NaN for null.

    `values` (N,) holds numbers, bar numbers, codes of an enum's labels, or 0 and 1 of a boolean.
    `event_bar` (N,) is the bar that decided an enum, for by_bar (0 = none), else None.
    """

    values: FloatArray
    event_bar: FloatArray | None = None


def compute_features(market: Market, features: tuple[Feature, ...] = FEATURES) -> dict[str, FeatureColumn]:
    """Columns by feature name, in display order; `features` narrows the registry. Prices in points."""
    return columns_of(in_ticks(market), features)


def columns_of(ticks: Market, features: tuple[Feature, ...]) -> dict[str, FeatureColumn]:
    """As `compute_features`, of a market in ticks."""
    return {entry.definition.name: _column(entry, ticks) for entry in features}


def _column(entry: Feature, ticks: Market) -> FeatureColumn:
    event_bar = None if entry.decided_on is None else entry.decided_on(ticks)
    return FeatureColumn(entry.compute(ticks), event_bar)
