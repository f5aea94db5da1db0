"""The formulas of the figures, each once and for all features: intervals, quantiles, moments, rounding."""

from math import erfc, lgamma, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import DECIMALS

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

TAIL = 0.025
"""The tail outside the median's 95 % interval at each end."""

SCALE = 10.0**DECIMALS
EPSILON = float(np.finfo(np.float64).eps)
PROBABILITIES = np.array([0, 0.25, 0.5, 0.75, 1])[:, None, None]

MIN_DAYS_FOR_MEDIAN_INTERVAL = 6
"""Fewest days for an interval of the median."""


def wilson(days: Counts | Floats, n: Counts | Floats, z: float | Floats = Z_95) -> tuple[Floats, Floats]:
    """Wilson's score interval (1927) of `days` of `n`, 95 % unless another `z` is given; NaN without a day.

    Unlike the normal interval, it keeps its coverage at the small n of a narrow filter. The lower end is
    exactly 0 at `days` = 0 and the upper exactly 1 at `days` = n.
    """
    p, z2 = days / n, z * z
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = z * np.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return np.where(days == 0, 0 * p, middle - half), np.where(days == n, 1 + 0 * p, middle + half)


def student(degrees: int) -> float:
    """The 97.5 % point of Student's t distribution, from 9 degrees of freedom on.

    By the first terms of Cornish and Fisher's expansion, within 0.012 %: scipy takes 20 MB of every worker.
    """
    z, v = Z_95, degrees
    terms = (
        (z**3 + z) / 4 / v,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96 / v**2,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / v**3,
    )
    return z + sum(terms)


def student_tail(t: Floats, degrees: Counts) -> Floats:
    """Two-sided p-values (T,) of Student's t, within 0.0001 from 19 degrees of freedom on.

    By Wallace's normal deviate (1959).
    """
    scores = (8 * degrees + 1) / (8 * degrees + 3) * np.sqrt(degrees * np.log1p(t * t / degrees))
    return np.array([erfc(score) for score in scores / sqrt(2)])


@np.errstate(divide="ignore", invalid="ignore")
def compare(
    days: Counts | Floats, n: Counts | Floats, correlation: float | Floats = 0.0, z: float | Floats = Z_95
) -> Floats:
    """Two groups' shares (2, T): lift, difference and its lower and upper limit (4, T); NaN where unknown.

    The limits are Newcombe's (1998), method 10: the Wilson limits of both, square-and-add. The shares have
    a `correlation` (T,) where the groups have common days.
    """
    share, (lower, upper) = days / n, wilson(days, n, z)
    value = share[0] - share[1]
    down = _side(share[0] - lower[0], upper[1] - share[1], correlation)
    up = _side(upper[0] - share[0], share[1] - lower[1], correlation)
    lift = np.where(days[1] == 0, np.nan, share[0] / share[1])
    return np.stack((lift, value, value - down, value + up))


def _side(one: Floats, other: Floats, correlation: float | Floats) -> Floats:
    """How far a limit of a difference lies from it, by those of both shares."""
    return np.asarray(np.sqrt(np.maximum(0.0, one**2 - 2 * correlation * one * other + other**2)))


def normal_p(scores: Floats) -> Floats:
    """Two-sided p-values (T,) of standard normal scores."""
    return np.array([erfc(abs(score) / sqrt(2)) for score in scores.tolist()])


def mid_p(probabilities: Floats, counts: Counts, came: Floats | Counts) -> Floats:
    """Two-sided mid-p values (T,) of `came`, where `counts` (T, S) have the `probabilities` (T, S)."""
    below, at, above = (
        (probabilities * which).sum(axis=1)
        for which in (counts < came[:, None], counts == came[:, None], counts > came[:, None])
    )
    return np.asarray(np.minimum(1.0, 2 * np.minimum(below + at / 2, above + at / 2)))


@np.errstate(divide="ignore", invalid="ignore")
def shares_of(days: Counts, n: Counts, *, exact: bool = False) -> Any:
    """Shares of `days` in `n` with Wilson's limits as nested lists (..., 3), None without a day."""
    figures = np.stack((days / n, *wilson(days, n)), axis=-1)
    return to_json_numbers(figures, (n == 0)[..., None], exact=exact)


def to_json_numbers(figures: Floats, missing: Mask | None = None, *, exact: bool = False) -> Any:
    """Figures as nested lists, with six decimals unless `exact`; None where `missing` allows it.

    Raises:
        ValueError: another figure is not a finite number.
    """
    rounded = figures if exact else np.rint(figures * SCALE) / SCALE + 0.0
    odd = ~np.isfinite(rounded)
    if not odd.any():
        return rounded.tolist()
    if missing is None or (odd & ~missing).any():
        raise ValueError("a figure of days that are there is no finite number")
    cells = rounded.astype(object)
    cells[odd] = None
    return cells.tolist()


def order_statistics(values: Floats, upto: Counts, before: Counts, n: Counts, middle: Counts) -> Floats:
    """By group and column the quantiles at `PROBABILITIES` and the median's 95 % interval (7, G, C).

    `upto` (G, S + 1) are sums of days by code, `before` (G, C) the days before a column's first code.
    Quantiles are Hyndman and Fan's type 7 in numpy's own arithmetic. The interval's ends are the order
    statistics `middle` (G, C) from either end (`median_ranks`), which hold the median with 95 %; NaN at 0.
    """
    position = (n - 1) * PROBABILITIES
    below = np.floor(position)
    above = np.minimum(below + 1, n - 1)
    ranks = before + np.concatenate((below, above, [middle - 1, n - middle]))
    codes = [
        sums[1:].searchsorted(of_group, side="right")
        for sums, of_group in zip(upto, ranks.swapaxes(0, 1), strict=True)
    ]
    found = values[np.minimum(codes, len(values) - 1)].swapaxes(0, 1)
    low, high, ends = found[:5], found[5:10], found[10:]
    weight, step = position - below, high - low
    quantiles = np.where(weight >= 0.5, high - step * (1 - weight), low + step * weight)
    return np.concatenate((quantiles, np.where(middle > 0, ends, np.nan)))


def median_ranks(most: int) -> Counts:
    """For n = 0..most fair coins, the least k for which P(heads <= k) is at least 0.025.

    That is scipy.stats.binom.ppf(0.025, n, 0.5). From one n to the next, P(heads <= k) falls by half of
    P(heads = k), so that no sum is computed twice.
    """
    ranks, rank = [0], 0
    up_to = exactly = 1.0
    for n in range(1, most + 1):
        up_to -= exactly / 2
        exactly *= n / (2 * (n - rank))
        while up_to < TAIL:
            exactly *= (n - rank) / (rank + 1)
            rank += 1
            up_to += exactly
        ranks.append(rank)
    return np.array(ranks)


def log_factorials(most: int) -> Floats:
    return np.fromiter(map(lgamma, range(1, most + 2)), dtype=np.float64, count=most + 1)


def deviation_and_skewness(off: Floats, days: Counts, sizes: Counts, n: Counts, mean: Floats) -> Floats:
    """Sample deviation (ddof 1) and adjusted Fisher-Pearson skewness (2, G, C); NaN without one.

    `off` (G, S) are deviations of values from their column's `mean` (G, C), on `days` (G, S); `sizes` has
    a size per column. Equal values have deviation 0 and no skewness. So have values that differ by rounding
    alone, as scipy.stats.skew(bias=False) decides.
    """
    starts = np.cumsum(sizes) - sizes
    second = np.add.reduceat(days * off * off, starts, axis=1) / n
    flat = second <= np.square(EPSILON * mean)
    deviation = np.where(flat & (n > 1), 0.0, np.sqrt(second * n / (n - 1)))
    standard = off / np.repeat(np.sqrt(second), sizes, axis=1)
    third = np.add.reduceat(days * standard * standard * standard, starts, axis=1) / n
    skewness = np.where(flat | (n < 3), np.nan, np.sqrt(n * (n - 1.0)) / (n - 2) * third)
    return np.stack((np.where(n < 2, np.nan, deviation), skewness))
