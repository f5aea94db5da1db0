"""Pearson's chi-square of many enums at once: `core.modules.significance.chi_square`, bit for bit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.kernel.library import Length, Pointer, function, place
from core.modules.closed_forms import chi_square_tail
from core.modules.significance import LEAST_EXPECTED

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_CHI_SQUARES = function("chi_squares", Pointer, Length, Length, Pointer)


def chi_squares(matched: Ints, others: Ints) -> Floats:
    """P-values (E,) of E enums' days by label (E, K) on two sides, NaN where there is no test.

    Enums with fewer labels are filled up with labels that no day has.
    """
    if not len(matched):
        return np.zeros(0)
    if _CHI_SQUARES is None:
        return _by_numpy(matched, others)
    sides, p_values = np.stack((matched, others), dtype=np.int64), np.empty(len(matched))
    _CHI_SQUARES(place(sides), *matched.shape, place(p_values))
    return p_values


def _by_numpy(matched: Ints, others: Ints) -> Floats:
    """P-values without the kernel."""
    n, other_n = matched.sum(axis=1, keepdims=True), others.sum(axis=1, keepdims=True)
    pooled = _pooled(matched, others, n, other_n)
    columns = np.count_nonzero(pooled.sum(axis=0), axis=1)
    tested = (n[:, 0] > 0) & (other_n[:, 0] > 0) & (columns > 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = _pearson(pooled, n, other_n)
        return np.where(tested, chi_square_tail(np.maximum(columns - 1, 1), statistic), np.nan)


def _pooled(matched: Ints, others: Ints, n: Ints, other_n: Ints) -> Ints:
    """Days (2, E, K + 1) by column: thin labels leave theirs and join in the last, or in the smallest."""
    sides = np.stack((matched, others))
    total = matched + others
    least, all_days = np.minimum(n, other_n), n + other_n
    kept = (total > 0) & (least * total >= LEAST_EXPECTED * all_days)
    pool = np.where(kept, 0, sides).sum(axis=2)
    is_thin = least[:, 0] * pool.sum(axis=0) < LEAST_EXPECTED * all_days[:, 0]
    joins = np.flatnonzero(kept.any(axis=1) & is_thin)
    smallest = np.where(kept, total, np.iinfo(np.int64).max).argmin(axis=1)[joins]
    columns = np.concatenate((np.where(kept, sides, 0), pool[:, :, None]), axis=2)
    columns[:, joins, smallest] += pool[:, joins]
    columns[:, joins, -1] = 0
    return columns


def _pearson(columns: Ints, n: Ints, other_n: Ints) -> Floats:
    """The statistic (E,), its terms added one after another as they are for one enum alone."""
    total = columns.sum(axis=0)
    expected = np.stack((n * total, other_n * total)) / (n + other_n)
    off = columns - expected
    terms = np.where(total > 0, off * off / expected, 0.0)
    in_order = np.moveaxis(terms, 0, 2).reshape(len(total), -1)
    return np.asarray(np.add.accumulate(in_order, axis=1)[:, -1])
