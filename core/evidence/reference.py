"""Intervals and tests as statsmodels and scipy compute them (statistics.md, Reference).

It uses nothing of `core.figures`, as it checks the closed forms that answer requests. Every distribution
is called once for all figures, since scipy spends most of a call on its arguments.
"""

import gc
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import betabinom, binom, chi2, hypergeom, norm
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from core.market.market import BoolArray, FloatArray, IntArray

LEVEL = 0.05
LEAST_EXPECTED = 5
"""Below this expected count the chi-square distribution does not describe the statistic."""

PRIOR_DAYS, NORMAL_VARIANCE = 10, 10.0
"""Days that pull a spread to the binomial one; variance from which a sum of events is normal."""

CONCENTRATION, LEAST_CHANCE = 100.0, 0.001
"""Days that a coin's rate counts for in what to expect; no outcome is taken for rarer."""

LEAST_DAYS_OF_YEARS, LEAST_VARIANCE_OF_YEARS, LEAST_OF_YEAR = 40, 6.0, 3.0
"""Days and variance from which years are compared; variance from which a year stands alone."""

ROUNDING = 1e-9

AS_LIKELY = 1 + 1e-7
"""Tables up to so many times the observed one's probability are no likelier than it."""


def wilson(days: IntArray, n: IntArray) -> tuple[FloatArray, FloatArray]:
    """95 % Wilson score limits of `days` of `n` (K,); exactly 0 and 1 at the ends, NaN if n is 0."""
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


def fisher(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> FloatArray:
    """Two-sided Fisher exact p-values (K,) of active days, matched against others; every n at least 1."""
    tables, place = np.unique(np.column_stack([days, n, other_days, other_n]), axis=0, return_inverse=True)
    return _two_sided(*tables.T)[place]


def _two_sided(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> FloatArray:
    """The tail of the observed table, plus the other tail from the first table that is no likelier."""
    active, total = days + other_days, n + other_n
    is_above = days > _likeliest(n, active, total)
    # active and inactive days change places where that brings the observed table below the likeliest one
    seen, active = np.where(is_above, n - days, days), np.where(is_above, total - active, active)
    tables = np.array([total, active, n])
    bound = hypergeom.pmf(seen, *tables) * AS_LIKELY
    first, last = seen + 1, n + 1
    mirrored = 2 * _likeliest(n, active, total) - seen
    guesses = [mirrored - 2, mirrored + 2]  # where a distribution that is nearly symmetric has it
    while guesses or (first < last).any():
        middle = np.clip(guesses.pop(), first, last) if guesses else (first + last) // 2
        # a table whose other side is found is not asked for again: most of the time is spent on these
        asked = first < last
        is_rare = np.ones(len(first), dtype=np.bool_)
        is_rare[asked] = hypergeom.pmf(middle[asked], *tables[:, asked]) <= bound[asked]
        first, last = np.where(is_rare, first, middle + 1), np.where(is_rare, middle, last)
    return np.asarray(hypergeom.cdf(seen, *tables) + hypergeom.sf(first - 1, *tables))


def _likeliest(n: IntArray, active: IntArray, total: IntArray) -> IntArray:
    """The number of active days among `n` in the likeliest table."""
    return (n + 1) * (active + 1) // (total + 2)


def chi_squares(tables: Sequence[tuple[IntArray, IntArray]]) -> list[float | None]:
    """Pearson's p-values of label counts (2, K), small labels pooled; None without a valid test."""
    return _pearson([_pooled(np.vstack(sides)) for sides in tables])


def heterogeneities(groups: Sequence[tuple[IntArray, IntArray]]) -> list[float | None]:
    """Chi-square p-values that `days` of `n` (K,) have one rate; None below two valid groups.

    From the first on, groups are pooled until active and inactive days are both expected to be 5; the
    remaining groups join the last pool.
    """
    return _pearson([_by_group(days, n) for days, n in groups])


def _pearson(tables: Sequence[IntArray | None]) -> list[float | None]:
    """Chi-square p-values of tables (2, K), in one call; None without a table."""
    asked = [table for table in tables if table is not None]
    freedom = np.array([table.shape[1] - 1 for table in asked], dtype=np.int64)
    p_values = iter(np.atleast_1d(chi2.sf([_statistic(table) for table in asked], freedom)).tolist())
    return [None if table is None else next(p_values) for table in tables]


def _statistic(table: IntArray) -> float:
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def _pooled(table: IntArray) -> IntArray | None:
    """The table without empty labels, with labels expected under 5 pooled; None without a valid test.

    A pool still under 5 joins the smallest other label.
    """
    if (table.sum(axis=1) == 0).any():
        return None
    table = table[:, table.sum(axis=0) > 0]
    small = _least_expected(table) < LEAST_EXPECTED
    if small.any():
        pool, large = table[:, small].sum(axis=1, keepdims=True), table[:, ~small]
        if large.shape[1] and pool.sum() * table.sum(axis=1).min() < LEAST_EXPECTED * table.sum():
            smallest = int(large.sum(axis=0).argmin())
            pool = pool + large[:, [smallest]]
            large = np.delete(large, smallest, axis=1)
        table = np.hstack([large, pool])
    is_question = table.shape[1] > 1 and (_least_expected(table) >= LEAST_EXPECTED).all()
    return table if is_question else None


def _least_expected(table: IntArray) -> FloatArray:
    return np.asarray(table.sum(axis=0) * table.sum(axis=1).min() / table.sum())


def _by_group(days: IntArray, n: IntArray) -> IntArray | None:
    fewer, total = min(days.sum(), (n - days).sum()), n.sum()
    starts, waiting = [0], 0
    for place, some in enumerate(n.tolist(), start=1):
        waiting += some
        if waiting and waiting * fewer >= LEAST_EXPECTED * total:
            starts.append(place)
            waiting = 0
    pools = starts[:-1]  # the last begins where no pool is full any more
    return np.add.reduceat(np.vstack([days, n - days]), pools, axis=1) if len(pools) > 1 else None


def wilson_of_clustered(rate: float, residuals: FloatArray) -> tuple[float, float]:
    """Wilson's limits of a rate on days that count as many as the spread of their residuals allows."""
    n, binomial = len(residuals), rate * (1 - rate)
    spread = float(((residuals - residuals.mean()) ** 2).sum())
    ratio = (PRIOR_DAYS + spread / binomial) / (PRIOR_DAYS + n) if binomial else 1.0
    lower, upper = proportion_confint(rate * n / ratio, n / ratio, alpha=LEVEL, method="wilson")
    return float(lower), float(upper)


def years_differ(years: IntArray, residuals: FloatArray, chances: FloatArray) -> float | None:
    """P-value that residuals (n,) have one mean over the years, by weighted least squares; None without.

    A year's weight is its variance under the coin, by how much the residuals spread.
    """
    variances = chances * (1 - chances)
    squares = float(((residuals - residuals.mean()) ** 2).sum()) if len(residuals) else 0.0
    is_enough = len(years) >= LEAST_DAYS_OF_YEARS and variances.sum() >= LEAST_VARIANCE_OF_YEARS - ROUNDING
    groups = _years_joined(years, variances)
    if not is_enough or squares <= ROUNDING or len(groups) < 2:
        return None
    totals, days, weights = np.array(
        [(residuals[each].sum(), each.sum(), variances[each].sum()) for each in groups]
    ).T
    fitted = WLS(totals, days, variances.sum() / (squares * weights)).fit()
    return float(chi2.sf(fitted.ssr, len(groups) - 1))


def _years_joined(years: IntArray, variances: FloatArray) -> list[BoolArray]:
    """The days of each year; a year of little variance joins the one before it, the oldest the next."""
    joined: list[BoolArray] = []
    for year in np.unique(years):
        own = years == year
        is_oldest_thin = len(joined) == 1 and variances[joined[0]].sum() < LEAST_OF_YEAR - ROUNDING
        if joined and (is_oldest_thin or variances[own].sum() < LEAST_OF_YEAR - ROUNDING):
            joined[-1] = joined[-1] | own
        else:
            joined.append(own)
    return joined


def residuals_apart(
    coin_rate: float, residuals: FloatArray, earlier: FloatArray
) -> tuple[float, float, float]:
    """Mean residual minus that of earlier days, with square-and-add limits of both rates beside a coin's."""
    parts = []
    for each in (residuals, earlier):
        rate = min(max(round(coin_rate + float(each.mean()), 12), 0.0), 1.0)
        lower, upper = wilson_of_clustered(rate, each)
        parts.append((rate, lower, upper))
    (rate, lower, upper), (before, lower_before, upper_before) = parts
    value = float(residuals.mean() - earlier.mean())
    down, up = np.hypot(rate - lower, upper_before - before), np.hypot(upper - rate, before - lower_before)
    return value, value - float(down), value + float(up)


def poisson_binomial(came: int, chances: FloatArray) -> float:
    """Two-sided p-value of `came` as a sum of events of these chances.

    By the normal distribution, or by the mid-p of the exact one where the variance is small.
    """
    variance = float((chances * (1 - chances)).sum())
    if variance >= NORMAL_VARIANCE:
        return float(2 * norm.sf(abs(came - chances.sum()) / np.sqrt(variance)))
    values, days = np.unique(chances, return_counts=True)
    upto = np.concatenate([np.arange(each + 1) for each in days])
    of_value = binom.pmf(upto, np.repeat(days, days + 1), np.repeat(values, days + 1))
    likely = np.ones(1)
    for part in np.split(of_value, np.cumsum(days + 1)[:-1]):
        likely = np.convolve(likely, part)
    below, above = likely[:came].sum(), likely[came + 1 :].sum()
    return float(min(1.0, 2 * min(below + likely[came] / 2, above + likely[came] / 2)))


def expected(n: int, came: int, centre: float) -> tuple[float, int, int]:
    """The rate to expect after `came` of `n` days, and 80 % limits of the next ten, by the beta-binomial."""
    chance = min(max(centre, LEAST_CHANCE), 1 - LEAST_CHANCE)
    a, b = came + CONCENTRATION * chance, n - came + CONCENTRATION * (1 - chance)
    low, high = (int(betabinom.ppf(share, 10, a, b)) for share in (0.1, 0.9))
    return a / (a + b), low, high


def holm(p_values: Mapping[str, float | None]) -> dict[str, float | None]:
    """Holm-adjusted p-values over the known ones."""
    known = {name: p for name, p in p_values.items() if p is not None}
    gc.freeze()  # multipletests collects the whole heap's garbage whenever it is called
    try:
        adjusted = multipletests(list(known.values()), method="holm")[1].tolist() if known else []
    finally:
        gc.unfreeze()
    return dict.fromkeys(p_values) | dict(zip(known, adjusted, strict=True))


def median_limits(samples: Sequence[FloatArray]) -> list[tuple[float, float] | None]:
    """The order statistics around the median of each ascending sample; None with too few days."""
    sizes = np.array([len(values) for values in samples], dtype=np.int64)
    ranks = np.where(sizes > 0, binom.ppf(LEVEL / 2, np.maximum(sizes, 1), 0.5), 0).astype(np.int64)
    return [
        (float(values[rank - 1]), float(values[len(values) - rank])) if rank else None
        for values, rank in zip(samples, ranks.tolist(), strict=True)
    ]
