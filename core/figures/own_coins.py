"""Matched days against the coin days of the same sessions: difference, interval and p-value.

For T outcomes at once (source: design/truth.md, section 1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi
from typing import NamedTuple

import numpy as np

from core.figures.formulas import Counts, Floats, Mask, mid_p, normal_p, wilson

LEAST_DAYS = 10
"""Compared days from which an outcome is tested."""

LEAST_VARIANCE = 1.0
"""Variance of the count under the coin from which an outcome is tested."""

NORMAL_VARIANCE = 10.0
"""Variance of the count from which the normal distribution gives the p-value."""

PRIOR_DAYS = 10
"""Days that pull the ratio of observed to binomial variance towards 1."""

_POINTS = 128
"""Support of a count in its Fourier transform; one of variance under 10 stays within 64 of its mean."""


class Sums(NamedTuple):
    """Sums over the compared days of T outcomes, (T,) each, or of their P parts, (T, P) each.

    `n` days, on `came` of which the outcome came; the residuals and their squares; the outcome's chance and
    variance under the coin.
    """

    n: Floats
    came: Floats
    residuals: Floats
    squares: Floats
    chances: Floats
    variances: Floats

    @property
    def spread(self) -> Floats:
        """The sum of squares of the residuals about their mean."""
        return np.asarray(np.maximum(0.0, self.squares - self.residuals**2 / self.n))

    def limits(self, rate: Floats) -> tuple[Floats, Floats]:
        """Wilson's limits of a rate on these days.

        The days count as many as the spread of the residuals allows: their variance over the binomial one,
        pulled towards 1, and 1 at a rate of 0 or 1.
        """
        binomial = rate * (1 - rate)
        ratio = (PRIOR_DAYS + self.spread / binomial) / (PRIOR_DAYS + self.n)
        effective = self.n / np.where(binomial > 0, ratio, 1.0)
        return wilson(rate * effective, effective)


@dataclass(frozen=True, eq=False)
class PairedDays:
    """T outcomes on N sessions: the real day, and the coin days of that session under the same question.

    `is_counted` (T, N): the real day matches and its outcome is known; `came` (T, N): it came as well.
    Of each session's coin days, so many match with a known outcome (`coin_days` (T, N)), and on so many of
    these it came (`coin_came` (T, N)). A session without such a coin day is not compared.
    """

    is_counted: Mask
    came: Mask
    coin_days: Counts
    coin_came: Counts

    @cached_property
    def is_compared(self) -> Mask:
        """The days (T, N) that count and have a matching coin day."""
        return self.is_counted & (self.coin_days > 0)

    @cached_property
    @np.errstate(divide="ignore", invalid="ignore")
    def residuals(self) -> Floats:
        """The outcome, 0 or 1, minus its share of the coin days (T, N); 0 where not compared."""
        return np.where(self.is_compared, self.came - self.coin_came / self.coin_days, 0.0)

    @cached_property
    def chances(self) -> Floats:
        """The coin's chance of the outcome (T, N), the real day one of its draws; 0 where not compared."""
        return np.where(self.is_compared, (self.coin_came + self.came) / (self.coin_days + 1), 0.0)

    def total(self) -> Sums:
        """The sums (T,) of all days."""
        return Sums(*(each[:, 0] for each in self.sums(np.zeros(1, dtype=np.int64))))

    def sums(self, starts: Counts, outcomes: slice | Sequence[int] = slice(None)) -> Sums:
        """The sums (T, P) of parts of the days, of some outcomes.

        The parts begin at `starts` (P,), or (T, P) by outcome, the first at 0.
        """
        chances, residuals = self.chances[outcomes], self.residuals[outcomes]
        compared = self.is_compared[outcomes]
        came = self.came[outcomes] & compared
        terms = compared, came, residuals, residuals**2, chances, chances * (1 - chances)
        rows, days = compared.shape
        first = np.broadcast_to(starts, (rows, np.shape(starts)[-1])) + days * np.arange(rows)[:, None]
        if not compared.size:
            return Sums(*np.zeros((6, *first.shape)))
        # Day by day: a sum's last bit does not depend on how an array lies in memory.
        flat = (np.add.reduceat(each.ravel(), first.ravel(), dtype=np.float64) for each in terms)
        return Sums(*(each.reshape(first.shape) for each in flat))

    def last_days(self, last: int, outcomes: slice | Sequence[int] = slice(None)) -> Counts:
        """Where all days before begin, and the `last` days that count (T, 2)."""
        is_before = self.is_counted[outcomes, ::-1].cumsum(axis=1) > last
        before = np.count_nonzero(is_before, axis=1)
        return np.stack((np.zeros_like(before), before), axis=1)


@dataclass(frozen=True, eq=False)
class AgainstCoins:
    """How T outcomes on matched days differ from the coin days of the same sessions, (T,) each.

    `n` days are compared, `unpaired` have no matching coin day. `difference` is `rate` minus `coin_rate`,
    `lower` to `upper` its 95 % interval. `excess` is the count minus its expectation under the coin;
    `p_value` is NaN where the count's variance is under 1 or fewer than 10 days are compared.
    """

    n: Floats
    unpaired: Counts
    rate: Floats
    coin_rate: Floats
    difference: Floats
    lower: Floats
    upper: Floats
    excess: Floats
    p_value: Floats


@np.errstate(divide="ignore", invalid="ignore")
def against_coins(days: PairedDays) -> AgainstCoins:
    """Compare T outcomes with the coin on the same sessions."""
    sums = days.total()
    rate, difference = sums.came / sums.n, sums.residuals / sums.n
    coin_rate = rate - difference
    lower, upper = (limit - coin_rate for limit in sums.limits(rate))
    unpaired = days.is_counted.sum(axis=1) - sums.n
    excess = sums.came - sums.chances
    return AgainstCoins(
        sums.n, unpaired, rate, coin_rate, difference, lower, upper, excess, _p_values(days, sums)
    )


def _p_values(days: PairedDays, sums: Sums) -> Floats:
    """Two-sided p-values (T,) that the outcome comes as under the coin, by the day's own chance."""
    is_tested = (sums.n >= LEAST_DAYS) & (sums.variances >= LEAST_VARIANCE)
    p_values = np.full(len(sums.n), np.nan)
    normal = np.flatnonzero(is_tested & (sums.variances >= NORMAL_VARIANCE))
    scores = (sums.came - sums.chances)[normal] / np.sqrt(sums.variances[normal])
    p_values[normal] = normal_p(scores)
    exact = np.flatnonzero(is_tested & (sums.variances < NORMAL_VARIANCE))
    if len(exact):
        p_values[exact] = mid_p_values(days.chances[exact], days.is_compared[exact], sums.came[exact])
    return p_values


def mid_p_values(chances: Floats, counted: Mask, came: Floats) -> Floats:
    """Two-sided mid-p values (T,) of `came` as a sum of independent Bernoulli variables of variance under 10.

    The variables have the `chances` (T, N) where `counted`. Probabilities come from the characteristic
    function: days of one chance are one power of it.
    """
    values, place = np.unique(chances, return_inverse=True)
    cells = place.reshape(chances.shape) + len(values) * np.arange(len(came))[:, None]
    days = np.bincount(cells[counted], minlength=len(values) * len(came)).reshape(len(came), -1)
    days = days.astype(np.float64)
    # Half a step from zero, no angle is pi, where a chance of one half has no logarithm. The other half of
    # the circle holds the conjugates.
    angles = 2 * pi * (np.arange(_POINTS // 2) + 0.5) / _POINTS
    logarithms = np.log(1 - values[:, None] + values[:, None] * np.exp(1j * angles))
    first = np.rint(days @ values).astype(np.int64) - _POINTS // 2
    size, turns = days @ logarithms.real, days @ logarithms.imag - angles * first[:, None]
    steps = np.arange(_POINTS)
    turned = np.outer(angles, steps)
    waves = (np.exp(size) * np.cos(turns)) @ np.cos(turned) + (np.exp(size) * np.sin(turns)) @ np.sin(turned)
    probabilities = np.maximum(0.0, 2 * waves / _POINTS)
    return mid_p(probabilities, first[:, None] + steps, came)
