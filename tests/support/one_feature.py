"""One feature's column, also as it is when it has seen bars 1..N alone, which is what by_bar N means."""

from core.features.by_bar import bars_until
from core.features.compute import FeatureColumn, compute_features
from core.features.entries import Feature
from core.market.market import FloatArray, Market


def compute_feature(entry: Feature, market: Market) -> FeatureColumn:
    return compute_features(market, (entry,))[entry.definition.name]


def evaluate_by_bar(entry: Feature, market: Market, bar: int) -> FloatArray:
    """The feature (N,) computed on bars 1..`bar` alone; only for features that are by_bar safe."""
    return compute_feature(entry, bars_until(market, bar)).values
