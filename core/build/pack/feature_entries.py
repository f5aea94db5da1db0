"""One feature in the serving pack: its codes and its other entries (core.contracts.pack)."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import NULL_CODE
from core.contracts.ranges import code_count, ranges_of
from core.contracts.results import DECIMALS
from core.features.by_bar import event_bars
from core.features.compute import FeatureColumn
from core.market.market import DateArray, FloatArray

Arrays = dict[str, NDArray[Any]]

MOST_INTEGER_BINS = 82
FEWEST_BINS, MOST_BINS = 10, 60


def widen_ranges(catalogue: Catalogue, columns: Mapping[str, FeatureColumn]) -> Catalogue:
    """The catalogue with every hinted range widened to the snapshot's values (ruling 27)."""
    features = (
        _widened(feature, columns[feature.name].values)
        if feature.range_is_hint and feature.name in columns
        else feature
        for feature in catalogue.features
    )
    return Catalogue(tuple(features), catalogue.categories)


def _widened(feature: FeatureDefinition, values: FloatArray) -> FeatureDefinition:
    if feature.value_range is None or np.isnan(values).all():
        return feature
    low, high = feature.value_range
    span = (min(low, math.floor(np.nanmin(values))), max(high, math.ceil(np.nanmax(values))))
    return replace(feature, value_range=span)


def code_values(feature: FeatureDefinition, values: FloatArray, days: DateArray) -> NDArray[np.uint8]:
    """Codes (N,) of a feature's values (N,), NaN as NULL_CODE; `days` (N,) are named in a message.

    DataError for a value that the definition rules out: not whole, out of range, past a hard limit.
    """
    count = code_count(feature)
    if count > NULL_CODE:
        raise DataError(f"{feature.name}: {count} values, at most {NULL_CODE} can be coded.")
    is_numeric = feature.kind == "numeric"
    low = 0.0 if feature.value_range is None else feature.value_range[0]
    high = low + count - 1
    if is_numeric:
        low = -np.inf if feature.hard_min is None else feature.hard_min
        high = np.inf if feature.hard_max is None else feature.hard_max
    impossible = (values < low) | (values > high) | np.isinf(values)
    if not is_numeric:
        impossible |= ~np.isnan(values) & (values != np.floor(values))
    if impossible.any():
        row = impossible.argmax()
        raise DataError(
            f"feature {feature.name}, session {days[row].item()}: value {values[row]:g} found, "
            f"{'numbers' if is_numeric else 'whole numbers'} from {low:g} to {high:g} expected. "
            "Correct the feature or its definition."
        )
    present = ~np.isnan(values)
    codes = np.full(len(values), NULL_CODE, dtype=np.uint8)
    codes[present] = ranges_of(feature).code(values[present]) if is_numeric else values[present] - low
    return codes


def feature_entries(feature: FeatureDefinition, column: FeatureColumn) -> Arrays:
    """The entries of one coded feature; DataError as `code_values` and `event_bars`."""
    name, values = feature.name, column.values
    arrays: Arrays = {}
    if feature.kind == "numeric":
        arrays[entries.values(name)] = values.astype("<f8")
    if feature.waits_for_event:
        arrays[entries.event_bar(name)] = event_bars(feature, column)
    if has_edges(feature):
        arrays[entries.histogram_edges(name)] = histogram_edges(values[~np.isnan(values)])
    return arrays


def has_edges(feature: FeatureDefinition) -> bool:
    """Whether basic_distribution cuts the feature at edges: numerics, and integers of more than 82 values."""
    if feature.kind == "numeric":
        return True
    return feature.value_range is not None and code_count(feature) > MOST_INTEGER_BINS


def histogram_edges(values: FloatArray) -> FloatArray:
    """Freedman-Diaconis edges (B + 1,) between the 1st and 99th percentile of values (n,) without NaN.

    Fixed on the universe, so that no filter moves them (source: design/statistics.md). 10 to 60 bins; 10 if
    the quartiles are equal. If the percentiles are equal, or there is no value, the edges span half a unit to
    either side. They have an answer's decimals, so that days are counted in the printed bins.
    """
    low, q1, q3, high = np.quantile(values, [0.01, 0.25, 0.75, 0.99]).tolist() if len(values) else [0.0] * 4
    bins = FEWEST_BINS
    if low == high:
        low, high = low - 0.5, high + 0.5
    elif q1 != q3:
        width = 2 * (q3 - q1) * len(values) ** (-1 / 3)
        bins = min(max(math.ceil((high - low) / width), FEWEST_BINS), MOST_BINS)
    edges: FloatArray = np.linspace(low, high, bins + 1).round(DECIMALS)
    return edges
