"""Tests over a selection: Pearson's chi-square of an enum's labels, and Holm's adjustment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.modules.closed_forms import chi_square_tail

LEAST_EXPECTED = 5
"""Expected count from which the chi-square distribution is taken to hold."""


def chi_square(matched: Sequence[int], others: Sequence[int]) -> float | None:
    """Pearson's chi-square p-value of two rows of label counts, without correction.

    Labels absent on both sides are dropped; labels with an expected count under 5 are pooled, and a pool
    still under 5 joins the smallest other label (the first of equals). None without a day on either side,
    with fewer than two columns, or where an expected count under 5 remains.
    """
    n, other_n = sum(matched), sum(others)
    if n == 0 or other_n == 0:
        return None
    columns = _pooled([(m, o) for m, o in zip(matched, others, strict=True) if m + o], n, other_n)
    if len(columns) < 2 or any(_is_thin(column, n, other_n) for column in columns):
        return None
    degrees, statistic = np.array([len(columns) - 1]), np.array([_pearson(columns, n, other_n)])
    return float(chi_square_tail(degrees, statistic)[0])


def _pooled(columns: list[tuple[int, int]], n: int, other_n: int) -> list[tuple[int, int]]:
    thin = [column for column in columns if _is_thin(column, n, other_n)]
    kept = [column for column in columns if not _is_thin(column, n, other_n)]
    if not thin:
        return kept
    pool = (sum(m for m, _ in thin), sum(o for _, o in thin))
    if kept and _is_thin(pool, n, other_n):
        smallest = min(range(len(kept)), key=lambda i: sum(kept[i]))
        kept[smallest] = (kept[smallest][0] + pool[0], kept[smallest][1] + pool[1])
        return kept
    return [*kept, pool]


def _is_thin(column: tuple[int, int], n: int, other_n: int) -> bool:
    return min(n, other_n) * sum(column) < LEAST_EXPECTED * (n + other_n)


def _pearson(columns: list[tuple[int, int]], n: int, other_n: int) -> float:
    statistic = 0.0
    for column in columns:
        for count, row in zip(column, (n, other_n), strict=True):
            expected = row * sum(column) / (n + other_n)
            off = count - expected
            statistic += off * off / expected
    return statistic


def adjust(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Holm's step-down adjustment (1979) over the p-values that are there; a None stays None, outside."""
    tested = sorted((p, name) for name, p in p_values.items() if p is not None)
    adjusted: dict[str, float | None] = dict.fromkeys(p_values)
    largest = 0.0
    for rank, (p, name) in enumerate(tested):
        largest = max(largest, min(1.0, (len(tested) - rank) * p))
        adjusted[name] = largest
    return adjusted
