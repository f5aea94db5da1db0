"""Histogram edges, fixed on the universe so that no filter moves them (source: design/statistics.md)."""

import math

import numpy as np

from core.contracts.catalogue import FeatureDefinition
from core.contracts.ranges import code_count
from core.contracts.results import DECIMALS
from core.market.market import FloatArray

MOST_INTEGER_BINS = 82
FEWEST_BINS, MOST_BINS = 10, 60


def has_edges(feature: FeatureDefinition) -> bool:
    """Whether basic_distribution cuts the feature at edges: numerics, and integers of more than 82 values."""
    if feature.kind == "numeric":
        return True
    return feature.value_range is not None and code_count(feature) > MOST_INTEGER_BINS


def histogram_edges(values: FloatArray) -> FloatArray:
    """Freedman-Diaconis edges (B + 1,) between the 1st and 99th percentile of values (n,) without NaN.

    10 to 60 bins; 10 where the quartiles are equal. Where the percentiles are equal, or there is no value,
    the edges span half a unit to either side, so that they still ascend. They have the decimals that an
    answer writes, so that days are counted in the bins that are printed.
    """
    return np.round(_edges(values), DECIMALS)


def _edges(values: FloatArray) -> FloatArray:
    if len(values) == 0:
        return np.linspace(-0.5, 0.5, FEWEST_BINS + 1)
    low, q1, q3, high = np.quantile(values, [0.01, 0.25, 0.75, 0.99]).tolist()
    if low == high:
        return np.linspace(low - 0.5, high + 0.5, FEWEST_BINS + 1)
    width = 2 * (q3 - q1) * len(values) ** (-1 / 3)
    bins = FEWEST_BINS if width == 0 else math.ceil((high - low) / width)
    return np.linspace(low, high, min(max(bins, FEWEST_BINS), MOST_BINS) + 1)
