"""Matched days against their own coin days, day after day (design/truth.md, sections 1 and 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import fmean

import numpy as np
from scipy import stats

Z = float(stats.norm.ppf(0.975))
LEVEL = 0.05
CLOSE = 1e-9
"""Sums of days in another order may differ by so much."""


@dataclass(frozen=True, slots=True)
class Day:
    """A matched day with a known outcome: its year, its coin days, and whether the outcome came on each."""

    year: int
    came: int
    coin_days: int
    coin_came: int

    @property
    def residual(self) -> float:
        return self.came - self.coin_came / self.coin_days

    @property
    def chance(self) -> float:
        return (self.coin_came + self.came) / (self.coin_days + 1)

    @property
    def variance(self) -> float:
        return self.chance * (1 - self.chance)


@dataclass(frozen=True, slots=True)
class Found:
    """What a card shows of an outcome; `p` is NaN without a test."""

    days: int
    unpaired_days: int
    rate: float
    coin_rate: float
    difference: float
    lower: float
    upper: float
    excess: float
    p: float


def against_coins(days: Sequence[Day]) -> Found | None:
    """An outcome on matched days, with or without coin days; None if none has any."""
    pairs = [day for day in days if day.coin_days]
    if not pairs:
        return None
    rate = fmean(day.came for day in pairs)
    coin_rate = fmean(day.coin_came / day.coin_days for day in pairs)
    lower, upper = wilson_limits(rate, pairs)
    return Found(
        days=len(pairs),
        unpaired_days=len(days) - len(pairs),
        rate=rate,
        coin_rate=coin_rate,
        difference=rate - coin_rate,
        lower=lower - coin_rate,
        upper=upper - coin_rate,
        excess=sum(day.came - day.chance for day in pairs),
        p=p_value(pairs),
    )


def expected(found: Found, above_coin: float) -> tuple[float, set[int], set[int]]:
    """The rate to expect, and on how many of the next ten days at least and at most.

    Each of these is a set of two where rounding decides. Section 6; the rate of the days counts beside a
    hundred days at the coin's rate plus what the outcome has above its coin on all days.
    """
    chance = min(max(found.coin_rate + above_coin, 0.001), 0.999)
    came = round(found.rate * found.days)
    beta = stats.beta(came + 100 * chance, found.days - came + 100 * (1 - chance))
    ten = stats.betabinom(10, *beta.args)
    low, high = ({int(ten.ppf(share + nudge)) for nudge in (-1e-9, 1e-9)} for share in (0.1, 0.9))
    return float(beta.mean()), low, high


def wilson_limits(rate: float, days: Sequence[Day]) -> tuple[float, float]:
    """Wilson's limits of a rate, the days counting as many as their residuals' spread allows."""
    mean = fmean(day.residual for day in days)
    squares = sum((day.residual - mean) ** 2 for day in days)
    spread = 1.0 if rate in (0, 1) else (10 + squares / (rate * (1 - rate))) / (10 + len(days))
    n = len(days) / spread
    middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return middle - half, middle + half


def p_value(days: Sequence[Day]) -> float:
    """Normal from a variance of 10 on, else the mid-p of a Poisson binomial by convolution."""
    variance = sum(day.variance for day in days)
    came = sum(day.came for day in days)
    if len(days) < 10 or variance < 1:
        return nan
    if variance >= 10:
        excess = came - sum(day.chance for day in days)
        return float(2 * stats.norm.sf(abs(excess) / sqrt(variance)))
    counts = np.ones(1)
    for day in days:
        counts = np.convolve(counts, [1 - day.chance, day.chance])
    below, above = counts[:came].sum(), counts[came + 1 :].sum()
    return float(min(1, 2 * min(below + counts[came] / 2, above + counts[came] / 2)))


def years_p_value(days: Sequence[Day]) -> float:
    """Whether the mean residual is one over the years; NaN without a test."""
    pairs = [day for day in days if day.coin_days]
    variance = sum(day.variance for day in pairs)
    groups = joined_years(pairs)
    if len(pairs) < 40 or variance < 6 - CLOSE or len(groups) < 2:
        return nan
    mean = fmean(day.residual for day in pairs)
    squares = sum((day.residual - mean) ** 2 for day in pairs)
    if squares < CLOSE:
        return nan
    sums = []
    for group in groups:
        weight = squares / variance * sum(day.variance for day in group)
        sums.append((len(group), sum(day.residual for day in group), weight))
    delta = sum(n * t / w for n, t, w in sums) / sum(n * n / w for n, _, w in sums)
    statistic = sum((t - n * delta) ** 2 / w for n, t, w in sums)
    return float(stats.chi2.sf(statistic, len(sums) - 1))


def joined_years(days: Sequence[Day]) -> list[list[Day]]:
    """The days by year; a year of variance below 3 joins its older neighbour, the oldest the next."""
    groups: list[list[Day]] = []
    for year in sorted({day.year for day in days}):
        own = [day for day in days if day.year == year]
        if groups and (_is_thin(own) or _is_thin(groups[-1])):
            groups[-1] += own
        else:
            groups.append(own)
    return groups


def _is_thin(days: Sequence[Day]) -> bool:
    return sum(day.variance for day in days) < 3 - CLOSE


def last_days(days: Sequence[Day], last: int = 250) -> tuple[float, float, float] | None:
    """The last days minus those before beside the coin, with limits; None with fewer than 30 of either."""
    late, before = ([day for day in part if day.coin_days] for part in (days[-last:], days[:-last]))
    if min(len(late), len(before)) < 30:
        return None
    coin_rate = fmean(day.coin_came / day.coin_days for day in (*before, *late))
    sides = []
    for part in (late, before):
        rate = min(1.0, max(0.0, coin_rate + fmean(day.residual for day in part)))
        rate = round(rate, 12)
        sides.append((rate, *wilson_limits(rate, part)))
    (q1, l1, u1), (q2, l2, u2) = sides
    difference = fmean(day.residual for day in late) - fmean(day.residual for day in before)
    down, up = sqrt((q1 - l1) ** 2 + (u2 - q2) ** 2), sqrt((u1 - q1) ** 2 + (q2 - l2) ** 2)
    return difference, difference - down, difference + up


def code_of(p: float, adjusted_p: float, difference: float, excess: float) -> str:
    """More or fewer by the adjusted p alone, where the difference and the tested excess have one side."""
    if adjusted_p < LEVEL and min(difference, excess) > 0:
        return "more"
    if adjusted_p < LEVEL and max(difference, excess) < 0:
        return "fewer"
    return "looks_different" if p < LEVEL else "could_be_chance"


def words_of(
    code: str, difference: float, coin: float, unit: str | None = None, all_days: float | None = None
) -> set[str]:
    """The words of a code; two where a figure of six digits lies between two shown ones."""
    found = set()
    for nudge in (-6e-7, 0.0, 6e-7):
        size = abs(difference) + nudge
        if unit is None:
            figure, by = f"{100 * (coin + nudge):.2f}%", f"{100 * size:.1f} points"
        else:
            figure, by = _in_unit(coin + nudge, unit), _in_unit(size, unit)
        side = "less" if unit is not None and code == "fewer" else code
        drift = "" if all_days is None else f"; all days: {100 * (all_days + nudge):.2f}%"
        found.add(
            {
                "could_be_chance": f"Coin: {figure}{drift}. Could be chance.",
                "looks_different": (
                    f"Coin: {figure}{drift}. Looks different; 1 in 20 comparisons does by chance."
                ),
            }.get(code, f"{by} {side} than a coin ({figure}{drift}).")
        )
    return found


def _in_unit(value: float, unit: str) -> str:
    if unit == "%":
        return f"{value:,.1f}%"
    return f"{value:,.2f} pts" if unit == "pts" else f"{value:,.1f} {unit}".strip()
