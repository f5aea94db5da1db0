"""Mean results of matched days against the coin days of the same sessions: difference, interval and p-value.

For C kinds of results at once (source: design/truth.md, section 4).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.figures.formulas import Counts, Floats, normal_p, student
from core.figures.own_coins import LEAST_DAYS

PRIOR_DAYS = 30
"""Days by which the coin's variance counts beside that of the days."""

ROUNDING = 1e-12
"""A variance below this share of the mean square is rounding of equal results."""


@dataclass(frozen=True, eq=False)
class PairedResults:
    """C results of each of n matched days, and of the coin days of its session under the same question.

    `results` (C, n) are the days' own. So many `coin_days` (n,) of each session match; `sums` and `squares`
    (C, n) are the sums of their results and of the squares of these.
    """

    results: Floats
    coin_days: Counts
    sums: Floats
    squares: Floats


class MeansAgainstCoins(NamedTuple):
    """How C mean results differ from those of the coin days of the same sessions, (C,) each.

    `n` days are compared, `unpaired` have no matching coin day. `mean_lower` to `mean_upper` is the 95 %
    interval of the `mean` of all days, `lower` to `upper` that of `difference`, which is the compared days'
    mean minus `coin_mean`. `excess` is the sum of the results minus its expectation under the coin. Figures
    are NaN without a day, intervals and `p_value` with fewer than 10, `p_value` without variance as well.
    """

    n: int
    unpaired: int
    mean: Floats
    mean_lower: Floats
    mean_upper: Floats
    coin_mean: Floats
    difference: Floats
    lower: Floats
    upper: Floats
    excess: Floats
    p_value: Floats


@np.errstate(divide="ignore", invalid="ignore")
def means_against_coins(days: PairedResults) -> MeansAgainstCoins:
    """Compare C mean results with the coin on the same sessions."""
    is_compared = days.coin_days > 0
    coin_days = days.coin_days[is_compared].astype(np.float64)
    results, sums, squares = (each[:, is_compared] for each in (days.results, days.sums, days.squares))
    draws, n = coin_days + 1, len(coin_days)
    residuals = results - (sums + results) / draws
    mean_squares = (squares + results**2) / draws
    variances = mean_squares - (results - residuals) ** 2
    variances[variances < ROUNDING * mean_squares] = 0.0
    excess, variance = residuals.sum(axis=1), variances.sum(axis=1)
    p_value = normal_p(excess / np.sqrt(variance))
    p_value[(variance == 0) | (n < LEAST_DAYS)] = np.nan

    # A day minus the mean of its coin days is its residual, by so many draws of its coin days.
    share = draws / coin_days
    differences = share * residuals
    of_coin = sums / coin_days
    coin_mean, difference = (each.sum(axis=1) / n for each in (of_coin, differences))
    spread = (squares / coin_days).sum(axis=1) / n - coin_mean**2
    lower, upper = _limits(differences, (share**2 * variances).sum(axis=1) / n, n)
    return MeansAgainstCoins(
        n,
        days.results.shape[1] - n,
        days.results.sum(axis=1) / days.results.shape[1],
        *_limits(days.results, spread, n),
        coin_mean,
        difference,
        lower,
        upper,
        excess,
        p_value,
    )


def _limits(values: Floats, coin_variance: Floats, compared: int) -> tuple[Floats, Floats]:
    """Student's 95 % interval of the mean (C,) of values (C, n).

    The coin's variance counts for `PRIOR_DAYS` days where days are `compared`: few days may all end alike.
    """
    n, mean = values.shape[1], values.sum(axis=1) / values.shape[1]
    if n < LEAST_DAYS:
        unknown = np.full(len(values), np.nan)
        return unknown, unknown
    squares = ((values - mean[:, None]) ** 2).sum(axis=1)
    prior = PRIOR_DAYS if compared else 0
    degrees = prior + n - 1
    variance = (squares + (prior * coin_variance if prior else 0)) / degrees
    half = student(degrees) * np.sqrt(variance / n)
    return mean - half, mean + half
