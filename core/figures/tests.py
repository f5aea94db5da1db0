"""Fisher's test of two groups, the tail of chi-square and Holm's adjustment, for all features at once."""

from math import erfc, exp, pi

import numpy as np
from numpy.typing import NDArray

from core.figures.formulas import Counts, Floats

LEAST_EXPECTED = 5
"""Fewest expected count for the chi-square distribution."""

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

FAR = 9
"""Deviations from the likeliest table beyond which tables change no bit of a sum."""


def fisher(days: Counts, n: Counts, other_days: Counts, other_n: Counts, log_factorials: Floats) -> Floats:
    """Two-sided p-values (T,) of Fisher's exact test of active days on two groups.

    Each is the weight of all tables with the same margins that are at most as likely as the observed one,
    divided by the total weight; the likeliest table weighs 1. NaN where there is no other table: without a
    day on a side, and where all days of both groups are active or none.
    `log_factorials` are those of `core.figures.formulas`, up to the days of both groups.
    """
    if not len(days):
        return np.zeros(0)
    active, total = days + other_days, np.maximum(n + other_n, 1)
    likeliest = (n + 1) * (active + 1) // (total + 2)
    deviation = np.sqrt(n / total * active * other_n / total * (total - active) / np.maximum(total - 1, 1))
    reach = 12 + np.ceil(FAR * deviation + 2 * abs(days - likeliest)).astype(np.int64)
    fewest = np.maximum(likeliest - reach, np.maximum(0, active - other_n))
    most = np.minimum(likeliest + reach, np.minimum(n, active))
    sizes = most - fewest + 1
    starts = np.cumsum(sizes) - sizes
    test = np.repeat(np.arange(len(days)), sizes)
    counts = np.arange(len(test)) + (fewest - starts)[test]

    def rarity(count: Counts, n: Counts, active: Counts, other_n: Counts) -> Floats:
        here = log_factorials[count] + log_factorials[n - count]
        there = active - count
        return np.asarray(here + log_factorials[there] + log_factorials[other_n - there])

    least = rarity(likeliest, n, active, other_n)
    weights = np.exp(least[test] - rarity(counts, n[test], active[test], other_n[test]))
    seen = np.exp(least - rarity(days, n, active, other_n))
    is_as_rare = weights <= (seen * (1 + TIE))[test]
    rare = np.add.reduceat(np.where(is_as_rare, weights, 0.0), starts)
    return np.where(sizes > 1, rare / np.add.reduceat(weights, starts), np.nan)


def chi_square_tail(degrees: NDArray[np.int64], statistic: Floats) -> Floats:
    """Probability (E,) that chi-square of `degrees` of freedom, at least 1, exceeds the statistic.

    With half the statistic h it is exp(-h) times the sum of h^j / j! for j under half the degrees; with odd
    degrees the powers are j + 1/2, and erfc(sqrt(h)) comes first. Every term is positive. In closed form: the
    import of scipy.special takes 20 MB of every worker.
    """
    half, odd = statistic / 2, (degrees % 2).astype(np.float64)
    # exp by the C library: the last bit of numpy's depends on the processor.
    exponentials = np.fromiter(map(exp, (-half).tolist()), dtype=np.float64, count=half.size)
    first = exponentials * np.where(odd, 2 * np.sqrt(half / pi), 1.0)
    steps = np.arange(1, max(1, degrees.max(initial=0) // 2))[:, None]
    terms = np.multiply.accumulate(np.concatenate((first[None], half / (steps + odd / 2))))
    terms[np.arange(len(terms))[:, None] >= degrees // 2] = 0.0
    start = [erfc(root) if is_odd else 0.0 for root, is_odd in zip(np.sqrt(half), odd, strict=True)]
    return np.asarray(np.add.accumulate(np.concatenate(([start], terms)))[-1])


def holm(p_values: Floats) -> Floats:
    """Holm's step-down adjustment (1979) of p-values (m,); NaN is left out."""
    order = p_values.argsort()[: np.count_nonzero(~np.isnan(p_values))]
    ranks = np.arange(len(order), 0, -1)
    adjusted = np.full(len(p_values), np.nan)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, ranks * p_values[order]))
    return adjusted
