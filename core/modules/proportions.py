"""Intervals for a share of days: Wilson (1927) for one share, Newcombe (1998) for the difference of two."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import Difference, Interval

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

UNKNOWN = Interval(None, None)


def share(days: int, n: int) -> float | None:
    """`days` of `n` as a fraction; None without a day."""
    return days / n if n else None


def percentage(days: int, n: int) -> float | None:
    """`days` of `n` as 0..100; None without a day."""
    return 100 * days / n if n else None


def wilson(days: int, n: int) -> Interval:
    """Wilson score interval, 95 %, for `days` of `n`.

    It keeps its coverage at the small n a narrow filter leaves; the normal interval does not. The lower end
    is exactly 0 at `days` = 0 and the upper exactly 1 at `days` = n; without a day both are None.
    """
    if n == 0:
        return UNKNOWN
    return Interval(*_limits(days, n))


def wilson_limits(
    days: NDArray[np.int64], n: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`wilson` for many shares at once: lower and upper in the arrays' common shape, NaN where n = 0."""
    days, n = np.broadcast_arrays(days, n)
    known = np.where(n == 0, np.nan, n)
    p, z2 = days / known, Z_95 * Z_95
    middle = (p + z2 / (2 * known)) / (1 + z2 / known)
    half = Z_95 * np.sqrt(p * (1 - p) / known + z2 / (4 * known * known)) / (1 + z2 / known)
    lower = np.where((days == 0) & (n > 0), 0.0, middle - half)
    upper = np.where((days == n) & (n > 0), 1.0, middle + half)
    return lower, upper


def newcombe(days: int, n: int, other_days: int, other_n: int) -> Difference | None:
    """First share minus second with Newcombe's square-and-add of their Wilson limits; None without a day.

    Newcombe (1998), method 10: no continuity correction.
    """
    if n == 0 or other_n == 0:
        return None
    p, other_p = days / n, other_days / other_n
    lower, upper = _limits(days, n)
    other_lower, other_upper = _limits(other_days, other_n)
    return Difference(
        value=p - other_p,
        lower=p - other_p - _together(p - lower, other_upper - other_p),
        upper=p - other_p + _together(upper - p, other_p - other_lower),
    )


def _together(first: float, second: float) -> float:
    return sqrt(first * first + second * second)


def _limits(days: int, n: int) -> tuple[float, float]:
    p, z2 = days / n, Z_95 * Z_95
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return (0.0 if days == 0 else middle - half), (1.0 if days == n else middle + half)
