"""Matched days beside the other days of the same years, in plain loops and whole numbers.

Source: truth.md, section 3. Cochran, Mantel and Haenszel over years, the exact mid-p where the variance of
the count is under 10. The difference has the weights of Mantel and Haenszel, and Newcombe's limits on the
days that give each weighted rate its variance. Katz's limits of the lift.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, sqrt
from statistics import NormalDist
from typing import Any

from tests.oracles.case import Case, Data, Told, told, told_others

Z = NormalDist().inv_cdf(0.975)


@dataclass(slots=True)
class Year:
    """Days with a value, and those on which the outcome came, matched and others."""

    came: int = 0
    n: int = 0
    other_came: int = 0
    other_n: int = 0

    @property
    def weight(self) -> Fraction:
        return Fraction(self.n * self.other_n, self.n + self.other_n)

    @property
    def expected(self) -> Fraction:
        return Fraction(self.n * (self.came + self.other_came), self.n + self.other_n)

    @property
    def variance(self) -> Fraction:
        total, active = self.n + self.other_n, self.came + self.other_came
        if total == 1:
            return Fraction(0)
        return Fraction(self.n * self.other_n * active * (total - active), total**2 * (total - 1))

    def tables(self) -> list[int]:
        """In how many ways 0, 1, ... of the matched days have the outcome, all totals given."""
        active = self.came + self.other_came
        return [
            comb(self.n, k) * (comb(self.other_n, active - k) if k <= active else 0)
            for k in range(self.n + 1)
        ]


def by_year(matched: Told, others: Told, came: Callable[[Any], bool]) -> list[Year]:
    """The counts of each year that has a day with a value."""
    found: dict[int, Year] = {}
    for day, value in matched:
        if value is not None:
            year = found.setdefault(day.date.year, Year())
            year.n += 1
            year.came += came(value)
    for day, value in others:
        if value is not None:
            year = found.setdefault(day.date.year, Year())
            year.other_n += 1
            year.other_came += came(value)
    return list(found.values())


def beside(case: Case, came: Callable[[Any], bool]) -> Data | None:
    """What a card shows of an outcome on the other days; null without a day with a value on either side."""
    years = by_year(told(case), told_others(case), came)
    n, other_n = sum(year.n for year in years), sum(year.other_n for year in years)
    if n == 0 or other_n == 0:
        return None
    return compared(years, "fixed_by_filter" if case.conditioned else None)


def compared(years: Sequence[Year], excluded: str | None = None) -> Data:
    """The figures of an outcome, both sides with a day; `excluded` says why it is not tested."""
    other_came, other_n = sum(year.other_came for year in years), sum(year.other_n for year in years)
    p = None if excluded else p_value(years)
    verdict = p if isinstance(p, str) else excluded
    return {
        "occurrence": other_came / other_n,
        "occurrence_days": other_came,
        "total_days": other_n,
        **difference(years),
        **lift(years),
        "verdict": {"p": None if isinstance(p, str) else p, "reason": verdict},
    }


def difference(years: Sequence[Year]) -> Data:
    """Matched minus others within years; null where no year has both."""
    shared = [year for year in years if year.n and year.other_n]
    weight = sum((year.weight for year in shared), Fraction(0))
    if not weight:
        return {"difference": None, "confidence_interval": {"lower": None, "upper": None}}
    shares = [year.weight / weight for year in shared]
    both = list(zip(shares, shared, strict=True))
    rate = sum((share * Fraction(year.came, year.n) for share, year in both), Fraction(0))
    other = sum((share * Fraction(year.other_came, year.other_n) for share, year in both), Fraction(0))
    days = 1 / sum((share**2 / year.n for share, year in both), Fraction(0))
    other_days = 1 / sum((share**2 / year.other_n for share, year in both), Fraction(0))
    lower, upper = wilson(rate, days)
    other_lower, other_upper = wilson(other, other_days)
    value = float(rate - other)
    down = sqrt((float(rate) - lower) ** 2 + (other_upper - float(other)) ** 2)
    up = sqrt((upper - float(rate)) ** 2 + (float(other) - other_lower) ** 2)
    return {"difference": value, "confidence_interval": {"lower": value - down, "upper": value + up}}


def wilson(rate: Fraction, days: Fraction) -> tuple[float, float]:
    """Wilson's limits of a rate on any number of days."""
    p, n = float(rate), float(days)
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return (0.0 if rate == 0 else middle - half), (1.0 if rate == 1 else middle + half)


def lift(years: Sequence[Year]) -> Data:
    """The ratio of the rates of all years, from 30 matched days on."""
    came, n = sum(year.came for year in years), sum(year.n for year in years)
    other, m = sum(year.other_came for year in years), sum(year.other_n for year in years)
    nothing = {"lower": None, "upper": None}
    if n < 30 or other == 0:
        return {"lift": None, "lift_interval": nothing}
    ratio = came * m / (n * other)
    if came == 0:
        return {"lift": 0.0, "lift_interval": nothing}
    reach = Z * sqrt(1 / came - 1 / n + 1 / other - 1 / m)
    return {"lift": ratio, "lift_interval": {"lower": ratio * exp(-reach), "upper": ratio * exp(reach)}}


def p_value(years: Sequence[Year]) -> float | str:
    """The two-sided p-value, or why there is none."""
    if min(sum(year.n for year in years), sum(year.other_n for year in years)) < 10:
        return "too_few"
    if not any(year.n and year.other_n for year in years):
        return "no_common_year"
    variance = sum((year.variance for year in years), Fraction(0))
    if variance == 0:
        return "no_chance"
    came = sum(year.came for year in years)
    if variance >= 10:
        excess = came - sum((year.expected for year in years), Fraction(0))
        return 2 * NormalDist().cdf(-abs(float(excess)) / sqrt(variance))
    return mid_p(years, came)


def mid_p(years: Sequence[Year], came: int) -> float:
    """Twice the smaller tail, the observed count by half, in whole numbers."""
    ways = [1]
    for year in years:
        tables = year.tables()
        together = [0] * (len(ways) + len(tables) - 1)
        for i, one in enumerate(ways):
            for k, other in enumerate(tables):
                together[i + k] += one * other
        ways = together
    total = sum(ways)
    low, high = 2 * sum(ways[:came]) + ways[came], 2 * sum(ways[came + 1 :]) + ways[came]
    return float(min(Fraction(1), Fraction(min(low, high), total)))
