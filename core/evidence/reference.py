"""Intervals and tests as statsmodels and scipy compute them (statistics.md, Reference).

Nothing of `core.modules` is used here: the closed forms that answer requests are held against this page.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom, chi2_contingency, fisher_exact
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from core.market.market import FloatArray, IntArray

LEVEL = 0.05
LEAST_EXPECTED = 5
"""Below this expected count the chi-square distribution is no description of the statistic."""


def wilson(days: IntArray, n: IntArray) -> tuple[FloatArray, FloatArray]:
    """95 % Wilson score limits of `days` of `n` (K,); exactly 0 and 1 at the ends, NaN where n is 0."""
    asked = n > 0
    lower, upper = np.full(len(n), np.nan), np.full(len(n), np.nan)
    if asked.any():
        lower[asked], upper[asked] = proportion_confint(days[asked], n[asked], alpha=LEVEL, method="wilson")
    lower[asked & (days == 0)], upper[asked & (days == n)] = 0.0, 1.0
    return lower, upper


def newcombe(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> list[FloatArray]:
    """Matched minus others (K,) with Newcombe's limits, no continuity correction; every n at least 1."""
    lower, upper = confint_proportions_2indep(
        days, n, other_days, other_n, method="newcomb", compare="diff", alpha=LEVEL, correction=False
    )
    return [days / n - other_days / other_n, lower, upper]


def fisher(days: int, n: int, other_days: int, other_n: int) -> float:
    """Two-sided Fisher exact p-value of active days, matched against others."""
    table = np.array([[days, n - days], [other_days, other_n - other_days]])
    return float(fisher_exact(table).pvalue)


def chi_square(matched: IntArray, others: IntArray) -> float | None:
    """Pearson's p-value of label counts (K,), small labels pooled; None where it may not be asked."""
    table = np.vstack([matched, others])
    if (table.sum(axis=1) == 0).any():
        return None
    table = _pooled(table[:, table.sum(axis=0) > 0])
    if table.shape[1] < 2 or (_least_expected(table) < LEAST_EXPECTED).any():
        return None
    return float(chi2_contingency(table, correction=False).pvalue)


def _least_expected(table: IntArray) -> FloatArray:
    """The smaller of each label's two expected counts."""
    return np.asarray(table.sum(axis=0) * table.sum(axis=1).min() / table.sum())


def _pooled(table: IntArray) -> IntArray:
    """Labels expected under 5 as one, which joins the smallest other label if it still is."""
    small = _least_expected(table) < LEAST_EXPECTED
    if not small.any():
        return table
    pool, large = table[:, small].sum(axis=1, keepdims=True), table[:, ~small]
    if large.shape[1] and pool.sum() * table.sum(axis=1).min() < LEAST_EXPECTED * table.sum():
        smallest = int(large.sum(axis=0).argmin())
        pool = pool + large[:, [smallest]]
        large = np.delete(large, smallest, axis=1)
    return np.hstack([large, pool])


def holm(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Holm-adjusted p-values over those that are known."""
    known = {name: p for name, p in p_values.items() if p is not None}
    gc.freeze()  # multipletests collects the whole heap's garbage whenever it is called
    try:
        adjusted = multipletests(list(known.values()), method="holm")[1].tolist() if known else []
    finally:
        gc.unfreeze()
    return dict.fromkeys(p_values) | dict(zip(known, adjusted, strict=True))


def median_limits(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """The order statistics around the median of ascending values (n,); None where there are too few."""
    n = len(values)
    rank = int(binom.ppf(LEVEL / 2, n, 0.5)) if n else 0
    return (float(values[rank - 1]), float(values[n - rank])) if rank else None


def heterogeneity(days: IntArray, n: IntArray) -> float | None:
    """Chi-square p-value that `days` of `n` (K,) have one rate; None under two groups that can be asked.

    A group whose expected active or inactive days are under 5 is left out.
    """
    rate = days.sum() / max(n.sum(), 1)
    asked = n * min(rate, 1 - rate) >= LEAST_EXPECTED
    table = np.vstack([days[asked], (n - days)[asked]])
    if table.shape[1] < 2 or (table.sum(axis=1) == 0).any():
        return None
    return float(chi2_contingency(table, correction=False).pvalue)
