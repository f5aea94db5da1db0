"""Is the difference chance? Fisher for active days, chi-square for labels, Holm over the features of a tier.

Each is one function for all features at once.
"""

from collections.abc import Collection
from functools import lru_cache
from math import erfc, exp, lgamma, pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.statistics.columns import Counts, Flags, Floats

LEAST_EXPECTED = 5
"""Expected count from which the chi-square distribution is taken to hold."""

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

FAR = 9
"""Deviations from the likeliest table beyond which tables change no bit of a sum."""


class Tests(NamedTuple):
    """A feature's p-values of active days and of labels, and the q-value of the one that stands for it."""

    activity: float | None = None
    labels: float | None = None
    q: float | None = None


UNTESTED = Tests()


def tests_of(flags: Flags, here: Counts, there: Counts, names: Collection[str]) -> Floats:
    """The tests of some features (F, 3), in the order of `flags.places`; NaN where there is none.

    `here` and `there` are days by flag on two groups that share none. Holm's adjustment ranges over one
    p-value of each named feature: that of its labels, or else of its active days.
    """
    wanted = set(names)
    asked = np.array([name in wanted for name in flags.places], dtype=np.bool_)
    n, other_n = here[flags.known], there[flags.known]
    found = np.full((3, len(asked)), np.nan)
    shown, enums = asked & flags.is_shown & (n > 0) & (other_n > 0), asked & flags.is_enum
    active = flags.active[shown]
    found[0, shown] = fisher(here[active], n[shown], there[active], other_n[shown])
    outcomes = flags.outcomes[enums]
    found[1, enums] = chi_square(here[outcomes], there[outcomes])
    found[2] = holm(np.where(flags.is_enum, found[1], found[0]))
    return found.T


def fisher(days: Counts, n: Counts, other_days: Counts, other_n: Counts) -> Floats:
    """Two-sided p-values (T,) of Fisher's exact test of active days on two groups.

    Each is the weight of the tables with the same margins that are at most as likely as the one seen, of the
    weight of all; the likeliest table weighs 1. Without a day on a side the p-value is 1.
    """
    if not len(days):
        return np.zeros(0)
    active, total = days + other_days, np.maximum(n + other_n, 1)
    logs = _log_factorials(int(total.max()).bit_length())
    mode, gap = (n + 1) * (active + 1) // (total + 2), other_n - active
    deviation = np.sqrt(n / total * active * other_n / total * (total - active) / np.maximum(total - 1, 1))
    reach = 12 + np.ceil(FAR * deviation + 2 * abs(days - mode)).astype(np.int64)
    low = np.maximum(mode - reach, np.maximum(0, -gap))
    sizes = np.minimum(mode + reach, np.minimum(n, active)) - low + 1
    starts = np.cumsum(sizes) - sizes
    table = np.repeat(np.arange(len(days)), sizes)
    counts = np.arange(len(table)) + (low - starts)[table]

    def rarity(count: Counts, n: Counts, active: Counts, gap: Counts) -> Floats:
        return np.asarray(logs[count] + logs[n - count] + logs[active - count] + logs[gap + count])

    least = rarity(mode, n, active, gap)
    weights = np.exp(least[table] - rarity(counts, n[table], active[table], gap[table]))
    limit = np.exp(least - rarity(days, n, active, gap)) * (1 + TIE)
    rare = np.add.reduceat(np.where(weights <= limit[table], weights, 0.0), starts)
    return np.asarray(rare / np.add.reduceat(weights, starts))


@lru_cache(maxsize=4)
def _log_factorials(bits: int) -> Floats:
    """The logarithms of 0! to (2**bits)!."""
    return np.array([lgamma(n + 1) for n in range(2**bits + 1)])


@np.errstate(divide="ignore", invalid="ignore")
def chi_square(here: Counts, there: Counts) -> Floats:
    """Pearson's p-values (E,) of days by label (E, L) on two groups, without correction; NaN without a test.

    Labels absent on both sides are dropped; labels with an expected count under 5 are pooled, and a pool
    still under 5 joins the smallest other label (the first of equals). No test without a day on either side,
    with fewer than two labels, or where an expected count under 5 remains.
    """
    sides = np.stack((here, there))
    n = sides.sum(axis=2)
    total, fewest, days = sides.sum(axis=0), n.min(axis=0)[:, None], n.sum(axis=0)[:, None]
    kept = (total > 0) & (fewest * total >= LEAST_EXPECTED * days)
    pool = np.where(kept, 0, sides).sum(axis=2)
    thin = fewest[:, 0] * pool.sum(axis=0) < LEAST_EXPECTED * days[:, 0]
    joins = np.flatnonzero(kept.any(axis=1) & thin)
    smallest = np.where(kept, total, np.iinfo(np.int64).max)[joins].argmin(axis=1)
    columns = np.concatenate((np.where(kept, sides, 0), pool[..., None]), axis=2)
    columns[:, joins, smallest] += pool[:, joins]
    columns[:, joins, -1] = 0
    together = columns.sum(axis=0)
    expected = n[..., None] * together / days
    statistic = np.where(together > 0, (columns - expected) ** 2 / expected, 0.0).sum(axis=(0, 2))
    filled = together > 0
    is_thin = (filled & (fewest * together < LEAST_EXPECTED * days)).any(axis=1)
    tested = np.flatnonzero((filled.sum(axis=1) > 1) & ~is_thin & (n > 0).all(axis=0))
    p_values = np.full(len(here), np.nan)
    p_values[tested] = chi_square_tail(filled[tested].sum(axis=1) - 1, statistic[tested])
    return p_values


def chi_square_tail(degrees: NDArray[np.int64], statistic: Floats) -> Floats:
    """Probability (E,) that chi-square of so many degrees of freedom, at least 1, exceeds the statistic.

    With half the statistic h it is exp(-h) times the sum of h^j / j! for j under half the degrees; with odd
    degrees the powers are j + 1/2, and erfc(sqrt(h)) comes first. Every term is positive. In closed form: the
    import of scipy.special takes 20 MB of every worker.
    """
    half, odd = statistic / 2, (degrees % 2).astype(np.float64)
    first = _exponentials(-half) * np.where(odd, 2 * np.sqrt(half / pi), 1.0)
    steps = np.arange(1, max(1, degrees.max(initial=0) // 2))[:, None]
    terms = np.multiply.accumulate(np.concatenate((first[None], half / (steps + odd / 2))))
    terms[np.arange(len(terms))[:, None] >= degrees // 2] = 0.0
    start = [erfc(root) if is_odd else 0.0 for root, is_odd in zip(np.sqrt(half), odd, strict=True)]
    return np.asarray(np.add.accumulate(np.concatenate(([start], terms)))[-1])


def _exponentials(powers: Floats) -> Floats:
    """exp of each by the C library; the last bit of numpy's depends on the processor."""
    return np.fromiter(map(exp, powers.tolist()), dtype=np.float64, count=powers.size)


def holm(p_values: Floats) -> Floats:
    """Holm's step-down adjustment (1979) of p-values (m,); NaN stays out."""
    order = p_values.argsort()[: np.count_nonzero(~np.isnan(p_values))]
    ranks = np.arange(len(order), 0, -1)
    adjusted = np.full(len(p_values), np.nan)
    adjusted[order] = np.maximum.accumulate(np.minimum(1.0, ranks * p_values[order]))
    return adjusted
