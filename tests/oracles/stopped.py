"""The detector of a fall in plain loops, from its definition alone (statistics.md, "Has it stopped?")."""

from math import prod, sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054


class Fall(NamedTuple):
    """The days after the first half on which the alarm came and from which on the rate likely fell."""

    alarm: int
    since: int


def p0_of(first: list[bool]) -> float:
    """The lower limit of Wilson's interval of the first half."""
    n, share = len(first), sum(first) / len(first)
    middle = share + Z_95**2 / (2 * n)
    half = Z_95 * sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2))
    return (middle - half) / (1 + Z_95**2 / n)


def lower_rates(p0: float) -> list[float]:
    return [p0 - step / 10 * min(0.3, 0.9 * p0) for step in range(1, 11)]


def ratio(came: bool, rate: float, p0: float) -> float:
    return rate / p0 if came else (1 - rate) / (1 - p0)


def fall_of(days: list[bool]) -> Fall | None:
    """The detector sums the products of the likelihood ratios from every start on; cubic, for few days."""
    half = len(days) // 2
    p0, later = p0_of(days[:half]), days[half:]
    for last in range(len(later)):
        evidence = [
            sum(prod(ratio(came, rate, p0) for came in later[start : last + 1]) for rate in lower_rates(p0))
            / 10
            for start in range(last + 1)
        ]
        if sum(evidence) >= 2500:
            return Fall(last, evidence.index(max(evidence)))
    return None
