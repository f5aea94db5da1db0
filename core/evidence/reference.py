"""Intervals and tests as statsmodels and scipy compute them (statistics.md, Reference).

It uses nothing of `core.figures`, as it checks the closed forms that answer requests. Every distribution
is called once for all figures, since scipy spends most of a call on its arguments.
"""

import gc
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.special import logsumexp
from scipy.stats import betabinom, binom, chi2, hypergeom, norm
from scipy.stats.contingency import relative_risk
from statsmodels.regression.linear_model import WLS
from statsmodels.stats.contingency_tables import StratifiedTable
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from core.market.market import BoolArray, FloatArray, IntArray

LEVEL = 0.05
ALARM = 2500
"""An e-detector alarms from this value on: one false alarm in so many days."""

LEAST_EXPECTED = 5
"""Below this expected count the chi-square distribution does not describe the statistic."""

PRIOR_DAYS, NORMAL_VARIANCE = 10, 10.0
"""Days that pull a spread to the binomial one; variance from which a sum of events is normal."""

CONCENTRATION, LEAST_CHANCE = 100.0, 0.001
"""Days that a coin's rate counts for in what to expect; no outcome is taken for rarer."""

LEAST_DAYS_OF_YEARS, LEAST_VARIANCE_OF_YEARS, LEAST_OF_YEAR = 40, 6.0, 3.0
"""Days and variance from which years are compared; variance from which a year stands alone."""

ROUNDING = 1e-9


def wilson(days: IntArray, n: IntArray) -> tuple[FloatArray, FloatArray]:
    """95 % Wilson score limits of `days` of `n` (K,); exactly 0 and 1 at the ends, NaN if n is 0."""
    asked = n > 0
    lower, upper = np.full(len(n), np.nan), np.full(len(n), np.nan)
    if asked.any():
        lower[asked], upper[asked] = proportion_confint(days[asked], n[asked], alpha=LEVEL, method="wilson")
    lower[asked & (days == 0)], upper[asked & (days == n)] = 0.0, 1.0
    return lower, upper


def likely_fall(first: BoolArray, later: BoolArray) -> int | None:
    """The later day from which on the rate is likely below that of the first days; None without an alarm.

    The e-detector of Shiryaev and Roberts, day by day, for ten lower rates: each is the one of the day before
    plus one, times the day's likelihood ratio.
    """
    p0 = float(wilson(np.array([first.sum()]), np.array([len(first)]))[0][0])
    lower = [p0 - each * min(0.3, 0.9 * p0) / 10 for each in range(1, 11)]
    ratios = [[(1 - rate) / (1 - p0) for rate in lower], [rate / p0 for rate in lower]]
    detectors = [0.0] * len(lower)
    for day, came in enumerate(later.tolist()):
        detectors = [(each + 1) * ratio for each, ratio in zip(detectors, ratios[came], strict=True)]
        if sum(detectors) / len(detectors) >= ALARM:
            return _most_likely_start(later[: day + 1], np.array(lower), p0)
    return None


def _most_likely_start(came: BoolArray, lower: FloatArray, p0: float) -> int:
    """The first day of those after which the mean likelihood ratio of the lower rates is largest."""
    n = np.arange(len(came), 0, -1)[:, None]
    yes = came[::-1].cumsum()[::-1, None]
    logarithms = binom.logpmf(yes, n, lower) - binom.logpmf(yes, n, p0)
    return int(logsumexp(logarithms, axis=1).argmax())


def newcombe(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> list[FloatArray]:
    """Matched minus others (K,) with Newcombe's limits, no continuity correction; every n at least 1."""
    lower, upper = confint_proportions_2indep(
        days, n, other_days, other_n, method="newcomb", compare="diff", alpha=LEVEL, correction=False
    )
    return [days / n - other_days / other_n, lower, upper]


def differences_by_year(tables: Sequence[IntArray]) -> list[FloatArray]:
    """Matched minus others (K,) within years, with limits; NaN where no year has both.

    Each table (Y, 4) has the days on which an outcome came and those with a value, matched, then others.
    Both rates have the weights of Mantel and Haenszel, and Wilson's limits on the days that give them their
    variance; the limits of the difference are Newcombe's.
    """
    rates, days = np.full((2, len(tables)), np.nan), np.full((2, len(tables)), np.nan)
    for place, table in enumerate(tables):
        of_both = table[(table[:, 1] > 0) & (table[:, 3] > 0)].astype(np.float64)
        if len(of_both):
            n = of_both[:, [1, 3]]
            weights = 1 / (1 / n).sum(axis=1)
            weights /= weights.sum()
            rates[:, place] = weights @ (of_both[:, [0, 2]] / n)
            days[:, place] = 1 / (weights**2 @ (1 / n))
    known = ~np.isnan(days[0])
    limits = np.full((2, 2, len(tables)), np.nan)
    for side in (0, 1):
        rate, size = rates[side, known], days[side, known]
        limits[side][:, known] = proportion_confint(rate * size, size, alpha=LEVEL, method="wilson")
    (lower, upper), (other_lower, other_upper) = limits
    difference = rates[0] - rates[1]
    down, up = (
        np.hypot(rates[0] - lower, other_upper - rates[1]),
        np.hypot(upper - rates[0], rates[1] - other_lower),
    )
    return [difference, difference - down, difference + up]


def katz(came: int, n: int, other_came: int, other_n: int) -> tuple[float, float | None, float | None]:
    """The ratio of two rates with Katz's limits on the logarithm, which a ratio of 0 does not have."""
    found = relative_risk(came, n, other_came, other_n)
    limits = found.confidence_interval(1 - LEVEL)
    return (found.relative_risk, float(limits.low), float(limits.high)) if came else (0.0, None, None)


def mantel_haenszel(table: IntArray) -> float | None:
    """Two-sided p-value that an outcome comes alike on matched and other days of each year; None without one.

    `table` (Y, 4) is as in `differences_by_year`. By Cochran, Mantel and Haenszel, or by the mid-p of the
    exact distribution where the variance is small.
    """
    table = table[table[:, 1] + table[:, 3] > 1]
    came, n, other_came, other_n = table.T
    total, active = n + other_n, came + other_came
    variance = float((n * (active / total) * (1 - active / total) * other_n / (total - 1)).sum())
    if variance <= 0:
        return None
    if variance >= NORMAL_VARIANCE:
        years = np.array([[came, n - came], [other_came, other_n - other_came]], dtype=np.float64)
        return float(StratifiedTable(years).test_null_odds(correction=False).pvalue)
    sizes = n + 1
    upto = np.concatenate([np.arange(size) for size in sizes.tolist()])
    of_year = hypergeom.pmf(upto, *(np.repeat(each, sizes) for each in (total, active, n)))
    return _mid_p(np.split(of_year, np.cumsum(sizes)[:-1]), int(came.sum()))


def _mid_p(parts: Sequence[FloatArray], came: int) -> float:
    """Two-sided mid-p of `came` as a sum of independent counts, each with its probabilities from 0 on."""
    likely = np.ones(1)
    for part in parts:
        likely = np.convolve(likely, part)
    below, above = likely[:came].sum(), likely[came + 1 :].sum()
    return float(min(1.0, 2 * min(below + likely[came] / 2, above + likely[came] / 2)))


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
    return _mid_p(np.split(of_value, np.cumsum(days + 1)[:-1]), came)


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
