"""A curve's critical values by draws from a covariance, its cut's p-value by every arrangement of days."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from scipy.stats import binomtest, multivariate_hypergeom, norm

DRAWS = 40_000
LEAST_SIDE = 20


def critical_values(windows: Sequence[set[int]], n: int) -> tuple[float, float]:
    """The 95 % points of the largest |z| from one true rate, and from the rate of all `n` days."""
    common = np.array([[len(one & other) for other in windows] for one in windows], dtype=float)
    days = common.diagonal()
    covariance = common / np.outer(days, days)
    return _quantile(covariance), _quantile(covariance - 1 / n)


def _quantile(covariance: Any) -> float:
    spread = np.sqrt(covariance.diagonal())
    draws = np.random.default_rng(7).multivariate_normal(
        np.zeros(len(spread)), covariance, DRAWS, method="svd"
    )
    return float(np.quantile(np.abs(draws / spread).max(axis=1), 0.95))


def band(came: int, days: int, z: float) -> tuple[float, float]:
    """Clopper and Pearson's interval with the tails beyond `z`."""
    found = binomtest(came, days).proportion_ci(1 - 2 * float(norm.sf(z)), method="exact")
    return float(found.low), float(found.high)


def leaves(came: int, days: int, active: int, n: int, highest: float) -> bool:
    """Whether a window's rate is farther from that of all days than the `highest` z."""
    if days == n or active in (0, n):
        return False
    rate = active / n
    return abs(came / days - rate) / sqrt(rate * (1 - rate) * (1 / days - 1 / n)) > highest


def best_cut_p(values: Sequence[float], active: Sequence[bool], cut: float) -> float:
    """The probability that the best cut parts days in a random order as well, by every arrangement."""
    n, total = len(values), sum(active)
    groups = [values.count(value) for value in sorted(set(values))]
    below = [sum(groups[: at + 1]) for at in range(len(groups) - 1)]

    def score(came: int, days: int) -> float:
        return (came / days - (total - came) / (n - days)) ** 2 / (1 / days + 1 / (n - days))

    days = sum(value < cut for value in values)
    found = score(
        sum(is_active for value, is_active in zip(values, active, strict=True) if value < cut), days
    )
    law = multivariate_hypergeom(groups, total)
    probability = 0.0
    for split in _splits(groups, total):
        upto = [sum(split[: at + 1]) for at in range(len(groups) - 1)]
        best = max(
            score(came, days)
            for came, days in zip(upto, below, strict=True)
            if LEAST_SIDE <= days <= n - LEAST_SIDE
        )
        if best >= found * (1 - 1e-9):
            probability += float(law.pmf(split))
    return min(1.0, probability)


def _splits(groups: Sequence[int], total: int) -> list[list[int]]:
    """Every way to put `total` days of the outcome into groups of some sizes."""
    if len(groups) == 1:
        return [[total]] if total <= groups[0] else []
    return [
        [first, *rest]
        for first in range(min(groups[0], total) + 1)
        for rest in _splits(groups[1:], total - first)
    ]
