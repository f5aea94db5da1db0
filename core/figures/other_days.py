"""Matched days against the other days of the same years: difference, interval, p-value and lift.

For T outcomes at once (source: design/truth.md, section 3).
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from core.figures.formulas import Z_95, Counts, Floats, Mask, compare, mid_p, normal_p
from core.figures.own_coins import LEAST_DAYS, NORMAL_VARIANCE

LEAST_DAYS_FOR_LIFT = 30
"""Matched days from which a lift is shown."""

LONG_RUNS = 0.5
"""Correlation of neighbouring days from which matched days come in long runs."""

_POINTS = 64
"""Support of a count of variance under 10, which stays within 32 of its mean."""


@dataclass(frozen=True, eq=False)
class DaysByYear:
    """T outcomes by calendar year (Y, T).

    The outcome came on `came` of `n` matched days with a value, and on `other_came` of `other_n` other days.
    """

    came: Counts
    n: Counts
    other_came: Counts
    other_n: Counts


@dataclass(frozen=True, eq=False)
class AgainstOthers:
    """How T outcomes on matched days differ from the other days of the same years, (T,) each.

    `came` of `n` and `other_came` of `other_n` are sums over all years. `difference` is that of each year,
    with the weights of Mantel and Haenszel, `lower` to `upper` its 95 % interval; NaN where no year has both
    kinds of days. `excess` is the count minus its expectation. `p_value` is NaN without a test. `lift` is the
    ratio of the two rates; NaN where it is not shown, its limits also at 0.
    """

    came: Counts
    n: Counts
    other_came: Counts
    other_n: Counts
    difference: Floats
    lower: Floats
    upper: Floats
    excess: Floats
    p_value: Floats
    lift: Floats
    lift_lower: Floats
    lift_upper: Floats


@np.errstate(divide="ignore", invalid="ignore")
def against_others(days: DaysByYear, log_factorials: Floats) -> AgainstOthers:
    """Compare T outcomes with the other days; `log_factorials` reach up to the days of both groups."""
    of, other_of = (each / np.maximum(days.n + days.other_n, 1) for each in (days.n, days.other_n))
    weights = days.n * other_of
    whole = weights.sum(axis=0)
    rates = np.stack([(days.came * other_of).sum(axis=0), (days.other_came * of).sum(axis=0)]) / whole
    # The days count as many as give the weighted rate its variance.
    effective = whole**2 / np.stack([(weights * other_of).sum(axis=0), (weights * of).sum(axis=0)])
    _, difference, lower, upper = compare(rates * effective, effective)
    came, n, other_came, other_n = (
        each.sum(axis=0) for each in (days.came, days.n, days.other_came, days.other_n)
    )
    excess = difference * whole
    p_values = _p_values(days, excess, log_factorials)
    compared = difference, lower, upper, excess, p_values
    return AgainstOthers(came, n, other_came, other_n, *compared, *_lifts(came, n, other_came, other_n))


def _lifts(came: Counts, n: Counts, other_came: Counts, other_n: Counts) -> tuple[Floats, Floats, Floats]:
    """Lift and its limits (T,) by Katz and others (1978), on the logarithm."""
    is_shown = (n >= LEAST_DAYS_FOR_LIFT) & (other_came > 0)
    lift = np.where(is_shown, (came / n) / (other_came / other_n), np.nan)
    deviation = np.sqrt(1 / came - 1 / n + 1 / other_came - 1 / other_n)
    factor = np.where(came > 0, np.exp(Z_95 * deviation), np.nan)
    return lift, lift / factor, lift * factor


@np.errstate(divide="ignore", invalid="ignore")
def _p_values(days: DaysByYear, excess: Floats, log_factorials: Floats) -> Floats:
    """Two-sided p-values (T,) of Cochran, Mantel and Haenszel, exact where the count has a small variance."""
    total, active = days.n + days.other_n, days.came + days.other_came
    by_year = days.n * days.other_n / total * active / total * (total - active) / (total - 1)
    variance = np.where(total > 1, by_year, 0.0).sum(axis=0)
    is_tested = (days.n.sum(axis=0) >= LEAST_DAYS) & (days.other_n.sum(axis=0) >= LEAST_DAYS) & (variance > 0)
    p_values = np.full(len(excess), np.nan)
    is_normal = variance >= NORMAL_VARIANCE
    normal, exact = np.flatnonzero(is_tested & is_normal), np.flatnonzero(is_tested & ~is_normal)
    p_values[normal] = normal_p(excess[normal] / np.sqrt(variance[normal]))
    if len(exact):
        tables = (each[:, exact] for each in (days.came, days.n, days.other_came, days.other_n))
        p_values[exact] = mid_p_values(DaysByYear(*tables), log_factorials)
    return p_values


def mid_p_values(days: DaysByYear, log_factorials: Floats) -> Floats:
    """Two-sided mid-p values (T,) of the matched days' count, the totals of each year given.

    The count is a sum over the years of hypergeometric variables, and of variance under 10. Its distribution
    comes from theirs by the Fourier transform.
    """
    n, other_n, active = days.n, days.other_n, days.came + days.other_came
    likeliest = (n + 1) * (active + 1) // (n + other_n + 2)
    first = np.maximum(np.maximum(0, active - other_n), likeliest - _POINTS // 2)
    sizes = np.minimum(np.minimum(n, active) - first + 1, _POINTS)
    steps = np.arange(sizes.max())
    counts = np.minimum(first[..., None] + steps, (first + sizes - 1)[..., None])

    def rarity(count: Counts) -> Floats:
        here, there = n[..., None] - count, active[..., None] - count
        found = log_factorials[count] + log_factorials[here] + log_factorials[there]
        return np.asarray(found + log_factorials[other_n[..., None] - there])

    weights = np.exp(rarity(likeliest[..., None]) - rarity(counts))
    weights[steps >= sizes[..., None]] = 0.0
    weights /= weights.sum(axis=-1, keepdims=True)
    together = np.fft.rfft(weights, _POINTS, axis=-1).prod(axis=0)
    around = np.rint((n * active / np.maximum(n + other_n, 1)).sum(axis=0)).astype(np.int64) - _POINTS // 2
    found = around[:, None] + np.arange(_POINTS)
    places = (found - first.sum(axis=0)[:, None]) % _POINTS
    probabilities = np.take_along_axis(np.fft.irfft(together, _POINTS, axis=-1), places, axis=-1)
    return mid_p(np.maximum(0.0, probabilities), found, days.came.sum(axis=0))


def in_long_runs(is_matched: Mask) -> bool:
    """Whether the days (N,) that match come in long runs: whether a day matches tells it of the next one."""
    days, following = is_matched[:-1], is_matched[1:]
    n, one, other = len(days), int(days.sum()), int(following.sum())
    both = int((days & following).sum())
    spread = sqrt(one * (n - one) * other * (n - other))
    return spread > 0 and (n * both - one * other) / spread > LONG_RUNS
