"""What a curve of overlapping windows shows by chance: its band, the overall rate, its best cut.

Source: design/truth.md, section 5. Days stand in the order of their values; a window holds those from a first
place up to an end. Draws and orders are the same for the same days.
"""

from functools import lru_cache
from math import erfc, sqrt

import numpy as np

from core.figures.formulas import Counts, Floats, Mask

SEED = 41
DRAWS = 5_000
ORDERS = 999
AT_ONCE = 100
"""Random orders that are held in memory together."""

LEAST_SIDE = 20
"""Fewest days below and above a cut that is tested."""

NEWTON_STEPS = 12


@lru_cache(maxsize=64)
def highest_z(first: tuple[int, ...], end: tuple[int, ...], n: int) -> tuple[float, float]:
    """The 95 % points of the largest |z| over the windows of `n` days, where all days have one rate.

    For z of a window's rate minus the true rate, and minus the rate of all days. Windows are correlated by
    their common days: the sums of one random walk over the days.
    """
    places = np.unique((0, *first, *end, n))
    steps = np.random.default_rng(SEED).standard_normal((DRAWS, len(places) - 1))
    walk = np.zeros((DRAWS, len(places)))
    np.cumsum(steps * np.sqrt(np.diff(places)), axis=1, out=walk[:, 1:])
    days = np.subtract(end, first)
    sums = walk[:, places.searchsorted(end)] - walk[:, places.searchsorted(first)]
    from_truth = np.abs(sums / np.sqrt(days)).max(axis=1)
    inner = days < n
    off = sums[:, inner] / days[inner] - walk[:, -1:] / n
    from_overall = np.abs(off / np.sqrt(1 / days[inner] - 1 / n)).max(axis=1, initial=0.0)
    return float(np.quantile(from_truth, 0.95)), float(np.quantile(from_overall, 0.95))


def band(came: Counts, days: Counts, z: float, log_factorials: Floats) -> tuple[Floats, Floats]:
    """Clopper and Pearson's interval (1934) of `came` of `days` (W,) with a tail beyond `z` on each side."""
    tail = erfc(z / sqrt(2)) / 2
    lower = _lower_limits(came, days, tail, log_factorials)
    return lower, 1 - _lower_limits(days - came, days, tail, log_factorials)


def _lower_limits(came: Counts, days: Counts, tail: float, log_factorials: Floats) -> Floats:
    """The rates (W,) under which at least `came` of `days` come with the probability `tail`; 0 at none.

    By Newton's method on the logarithm of the probability, which is concave: after one step each is below.
    """
    found = np.zeros(len(came))
    some = np.flatnonzero(came)
    k, n = came[some], days[some]
    more = np.arange((n - k).max(initial=0))
    ratios = (n - k)[:, None] - more
    ratios = np.where(ratios > 0, ratios / (k[:, None] + more + 1), 0.0)
    ways = log_factorials[n] - log_factorials[k] - log_factorials[n - k]
    rate = k / (n + 1)
    for _ in range(NEWTON_STEPS):
        odds = rate / (1 - rate)
        sums = 1 + np.multiply.accumulate(ratios * odds[:, None], axis=1).sum(axis=1)
        logarithm = ways + k * np.log(rate) + (n - k) * np.log1p(-rate) + np.log(sums)
        rate = np.maximum(rate - (logarithm - np.log(tail)) * sums * rate / k, rate / 10)
    found[some] = rate
    return found


@np.errstate(divide="ignore", invalid="ignore")
def leaves_overall(came: Counts, days: Counts, active: int, n: int, highest: float) -> Mask:
    """The windows (W,) whose rate leaves that of all days, `active` of `n`, by more than `highest` z."""
    rate = active / n
    z = (came / days - rate) / np.sqrt(rate * (1 - rate) * (1 / days - 1 / n))
    return np.abs(z) > highest


def best_cut_p(active: Mask, below: int, places: Counts) -> float | None:
    """The share of random orders of the days whose best cut parts them as well as that after `below` days.

    `active` (n,) are days in the order of their values; `places` are the days below each possible cut.
    None with too few days on a side.
    """
    n = len(active)
    if not LEAST_SIDE <= below <= n - LEAST_SIDE:
        return None
    tested = places[(places >= LEAST_SIDE) & (places <= n - LEAST_SIDE)]
    total = int(active.sum())
    found = _parting(np.array([[active[:below].sum()]]), np.array([below]), total, n)[0]
    best = _best_of_orders(n, total, tuple(tested.tolist()))
    return float((1 + np.count_nonzero(best >= found * (1 - 1e-9))) / (1 + ORDERS))


def _parting(came: Counts, below: Counts, active: int, n: int) -> Floats:
    """How far the best of some cuts parts days (R,): the square of z, up to a factor of all orders."""
    return np.asarray(((came - below * (active / n)) ** 2 / (below * (n - below))).max(axis=1))


@lru_cache(maxsize=64)
def _best_of_orders(n: int, active: int, places: tuple[int, ...]) -> Floats:
    """How far the best cut parts the days in each random order."""
    rng, below = np.random.default_rng(SEED), np.array(places)
    days = np.arange(n) < active
    found = []
    for first in range(0, ORDERS, AT_ONCE):
        orders = np.tile(days, (min(AT_ONCE, ORDERS - first), 1))
        came = np.cumsum(rng.permuted(orders, axis=1), axis=1)[:, below - 1]
        found.append(_parting(came, below, active, n))
    return np.concatenate(found)
