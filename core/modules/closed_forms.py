"""The three functions of statistics that requests need, without `scipy.special`.

Its import alone takes 20 MB of every worker and half of its start: it brings scipy.linalg and numpy.f2py.
"""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, lgamma, pi

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

TAIL = 0.025
"""What the median's 95 % interval leaves out at each end."""


@lru_cache(maxsize=4)
def log_factorials(bits: int) -> FloatArray:
    """log(k!) for k = 0..2**bits."""
    return np.array([lgamma(count + 1) for count in range(2**bits + 1)])


def exponentials(powers: FloatArray) -> FloatArray:
    """exp of each by the C library; the last bit of numpy's depends on the processor."""
    found = np.fromiter(map(exp, powers.ravel().tolist()), dtype=np.float64, count=powers.size)
    return found.reshape(powers.shape)


def chi_square_tail(degrees: NDArray[np.int64], statistic: FloatArray) -> FloatArray:
    """Probability (E,) that chi-square of so many degrees of freedom, at least 1, exceeds the statistic.

    With half the statistic h it is exp(-h) times the sum of h^j / j! for j under half the degrees; with odd
    degrees the powers are j + 1/2, and erfc(sqrt(h)) comes first. Every term is positive.
    """
    half, odd = statistic / 2, (degrees % 2).astype(np.float64)
    first = exponentials(-half) * np.where(odd, 2 * np.sqrt(half / pi), 1.0)
    steps = np.arange(1, max(1, degrees.max(initial=0) // 2))[:, None]
    terms = np.multiply.accumulate(np.concatenate((first[None], half / (steps + odd / 2))))
    terms[np.arange(len(terms))[:, None] >= degrees // 2] = 0.0
    start = [erfc(root) if is_odd else 0.0 for root, is_odd in zip(np.sqrt(half), odd, strict=True)]
    return np.asarray(np.add.accumulate(np.concatenate(([start], terms)))[-1])


@lru_cache(maxsize=4)
def median_ranks(bits: int) -> list[int]:
    """For n = 0..2**bits fair coins the fewest heads that up to so many come with probability 0.025.

    That is scipy.stats.binom.ppf(0.025, n, 0.5). From one n to the next the probability of at most k heads
    falls by half that of exactly k, so neither is ever computed anew.
    """
    ranks, rank = [0], 0
    up_to = exactly = 1.0
    for n in range(1, 2**bits + 1):
        up_to -= exactly / 2
        exactly *= n / (2 * (n - rank))
        while up_to < TAIL:
            exactly *= (n - rank) / (rank + 1)
            rank += 1
            up_to += exactly
        ranks.append(rank)
    return ranks
