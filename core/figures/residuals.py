"""Did outcomes hold beside the coin of the same days? By year, and the last days against all before.

Days differ in what the coin gives, so their residuals are compared, not their rates (source:
design/truth.md, section 2). For T outcomes at once.
"""

import numpy as np

from core.figures.formulas import Floats, Mask
from core.figures.own_coins import Sums
from core.figures.tests import chi_square_tail

RECENT_DAYS = 250
"""The last days with a value, about a year of them, compared with all days before."""

LEAST_DAYS, LEAST_VARIANCE = 40, 6.0
"""Compared days, and variance of the count under the coin, from which years are tested."""

LEAST_OF_YEAR = 3.0
"""Variance from which a year stands alone."""

LEAST_OF_PART = 30
"""Compared days from which the last days, and all before, are compared."""

ROUNDING = 1e-9
"""Sums of days that are equal may differ by so much."""

DIGITS = 12
"""Decimals of a rate: rounding leaves no days apart from a rate of 0 or 1."""


@np.errstate(divide="ignore", invalid="ignore")
def years_p_values(years: Sums) -> Floats:
    """P-values (T,) that the residuals of all years (T, Y), the oldest first, have one mean; NaN without.

    A year of too little variance joins the one before it, the oldest the next.
    """
    total = Sums(*(each.sum(axis=1) for each in years))
    n, residuals, variances = _joined(years)
    weights = variances * (total.spread / total.variances)[:, None]
    is_used = variances > 0
    mean = _sum_of(n * residuals / weights, is_used) / _sum_of(n * n / weights, is_used)
    statistic = _sum_of((residuals - n * mean[:, None]) ** 2 / weights, is_used)
    groups = np.count_nonzero(is_used, axis=1)
    is_enough = (total.n >= LEAST_DAYS) & (total.variances >= LEAST_VARIANCE - ROUNDING)
    tested = np.flatnonzero(is_enough & (total.spread > ROUNDING) & (groups > 1))
    p_values = np.full(len(groups), np.nan)
    p_values[tested] = chi_square_tail(groups[tested] - 1, statistic[tested])
    return p_values


def _sum_of(terms: Floats, is_used: Mask) -> Floats:
    return np.asarray(np.where(is_used, terms, 0.0).sum(axis=1))


def _joined(years: Sums) -> Floats:
    """Days, residuals and variances (3, T, Y) of the years that are joined; zero in unused places."""
    variances, least = years.variances, LEAST_OF_YEAR - ROUNDING
    is_first = (variances >= least)[:, 1:] & (variances.cumsum(axis=1) >= least)[:, :-1]
    place = np.zeros(variances.shape, dtype=np.intp)
    place[:, 1:] = is_first.cumsum(axis=1)
    joined = np.zeros((3, *variances.shape))
    outcome = np.arange(len(place))[:, None]
    for to, each in zip(joined, (years.n, years.residuals, variances), strict=True):
        np.add.at(to, (outcome, place), each)
    return joined


@np.errstate(divide="ignore", invalid="ignore")
def last_days_differences(parts: Sums) -> Floats:
    """The last days minus all before: difference and limits (3, T); NaN without enough days.

    `parts` (T, 2) are all days before, then the last days. Rates are the coin's on all days plus each part's
    mean residual. The limits are square-and-add of Wilson's.
    """
    coin_rate = (parts.came - parts.residuals).sum(axis=1) / parts.n.sum(axis=1)
    means = parts.residuals / parts.n
    rates = np.clip(np.round(coin_rate[:, None] + means, DIGITS), 0, 1)
    lower, upper = parts.limits(rates)
    down, up = (rates - lower).T, (upper - rates).T
    value = means[:, 1] - means[:, 0]
    found = np.stack((value, value - np.hypot(down[1], up[0]), value + np.hypot(up[1], down[0])))
    return np.where((parts.n >= LEAST_OF_PART).all(axis=1), found, np.nan)
