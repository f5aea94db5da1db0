"""Mean, sample deviation and skewness of one set of days."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import Moments
from core.modules.feature_view import Scale, Tally

NO_MOMENTS = Moments(None, None, None)


def moments(scale: Scale, tally: Tally) -> Moments:
    """Mean, deviation (ddof 1, None below 2 days) and adjusted Fisher-Pearson skewness (None below 3 days).

    Equal values have deviation 0 and no skewness; so have values that differ by rounding alone, as
    scipy.stats.skew(bias=False) judges it.
    """
    return spread(integers(scale, tally) if tally.values is None else tally.values)


def spread(values: NDArray[np.float64]) -> Moments:
    """`moments` of values (n,), ascending."""
    n = len(values)
    if n == 0:
        return NO_MOMENTS
    mean = float(np.add.reduce(values) / n)
    if values[0] == values[-1]:
        return Moments(mean, 0.0 if n > 1 else None, None)
    deviations = values - mean
    second = float(np.dot(deviations, deviations)) / n
    return Moments(mean, sqrt(second * n / (n - 1)), _skewness(deviations, second, mean))


def integers(scale: Scale, tally: Tally) -> NDArray[np.float64]:
    """An integer feature's values, ascending (n,), from its counts."""
    return np.repeat(np.arange(len(tally.counts), dtype=np.float64) + scale.first, tally.counts)


def _skewness(deviations: NDArray[np.float64], second: float, mean: float) -> float | None:
    n = len(deviations)
    if n < 3 or second <= (np.finfo(np.float64).eps * mean) ** 2:
        return None
    standard = deviations / sqrt(second)
    third = float(np.dot(standard * standard, standard)) / n
    return sqrt(n * (n - 1)) / (n - 2) * third
