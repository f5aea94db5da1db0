"""A minus B where days may be in both, from plain lists of days (design/truth.md, section 5)."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from scipy.optimize import brentq
from scipy.stats import norm

from tests.oracles.proportions import fisher

Days = Mapping[int, bool]
"""By day with a value whether the outcome came."""


def limits(a: Days, b: Days, correlation: float, level: float) -> tuple[float, float]:
    """The interval of A's rate minus B's outside of which `level` lies, by Wilson's limits of both."""
    (rate_a, low_a, high_a), (rate_b, low_b, high_b) = (_wilson(days, level) for days in (a, b))
    down, up = (rate_a - low_a, high_b - rate_b), (high_a - rate_a, rate_b - low_b)
    sizes = [sqrt(max(0.0, x * x - 2 * correlation * x * y + y * y)) for x, y in (down, up)]
    return rate_a - rate_b - sizes[0], rate_a - rate_b + sizes[1]


def interval(a: Days, b: Days) -> tuple[float, float]:
    """The 95 % interval, by the correlation that the days of both show."""
    rate_a, rate_b = (sum(days.values()) / len(days) for days in (a, b))
    together = sum((a[day] - rate_a) * (b[day] - rate_b) for day in a if day in b)
    squares = [sum((came - rate) ** 2 for came in days.values()) for days, rate in ((a, rate_a), (b, rate_b))]
    is_known = min(squares) > 1e-12
    return limits(a, b, together / sqrt(squares[0] * squares[1]) if is_known else 0.0, 0.05)


def p_value(a: Days, b: Days) -> float | None:
    """The level at which the interval touches 0, if both have one rate; by Fisher where that is exact."""
    only_a, only_b = ({day: one[day] for day in one if day not in two} for one, two in ((a, b), (b, a)))
    if not a or not b or not (only_a or only_b) or is_certain(a, b):
        return None
    if len(only_a) == len(a):
        return _fisher(a, b)
    if not (only_a and only_b):
        return _fisher(only_a or a, only_b or b)
    return _touching_level(a, b)


def is_certain(a: Days, b: Days) -> bool:
    """Whether the outcome came on every day of both, or on none."""
    return len({*a.values(), *b.values()}) == 1


def _touching_level(a: Days, b: Days) -> float | None:
    """None where fewer than 10 days with or without the outcome are expected of A or of B."""
    every = {**a, **b}
    came, fewest = sum(every.values()), min(len(a), len(b))
    if Fraction(fewest * min(came, len(every) - came), len(every)) < 10:
        return None
    correlation = len(set(a) & set(b)) / sqrt(len(a) * len(b))
    difference = sum(a.values()) / len(a) - sum(b.values()) / len(b)
    if abs(difference) < 1e-12:
        return 1.0

    def near_end(z: float) -> float:
        low, high = limits(a, b, correlation, 2 * norm.sf(z))
        return low if difference > 0 else -high

    if near_end(30) > 0:
        return 0.0
    return float(2 * norm.sf(brentq(near_end, 1e-9, 30)))


def _fisher(one: Days, other: Days) -> float:
    return fisher(sum(one.values()), len(one), sum(other.values()), len(other))


def _wilson(days: Days, level: float) -> tuple[float, float, float]:
    n, rate, z = len(days), sum(days.values()) / len(days), float(norm.isf(level / 2))
    middle, spread = rate + z * z / (2 * n), z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    lower, upper = ((middle + side * spread) / (1 + z * z / n) for side in (-1, 1))
    return rate, 0.0 if rate == 0 else lower, 1.0 if rate == 1 else upper
