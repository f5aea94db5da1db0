"""Order statistics of one set of days: quantiles of type 7 and the exact interval of the median."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import Interval
from core.modules.closed_forms import median_ranks
from core.modules.feature_view import Scale, Tally
from core.modules.proportions import UNKNOWN


class Ordered(Protocol):
    """`n` values, readable by rank: `at(0)` is the smallest, `at(n - 1)` the largest."""

    @property
    def n(self) -> int: ...

    def at(self, rank: int) -> float: ...


@dataclass(frozen=True, slots=True)
class SortedValues:
    """Order statistics of values (n,) already ascending."""

    values: NDArray[np.float64]

    @property
    def n(self) -> int:
        """Days with a value."""
        return len(self.values)

    def at(self, rank: int) -> float:
        """The value with `rank` smaller-or-equal ones before it."""
        return float(self.values[rank])


@dataclass(frozen=True, slots=True)
class CountedValues:
    """Order statistics of the integers first, first + 1, ... from the running sum of their counts (K,)."""

    first: int
    up_to: Sequence[int]

    @property
    def n(self) -> int:
        """Days with a value."""
        return self.up_to[-1] if self.up_to else 0

    def at(self, rank: int) -> float:
        """The value with `rank` smaller-or-equal ones before it."""
        return float(self.first + bisect_right(self.up_to, rank))


def counted(first: int, counts: Sequence[int]) -> CountedValues:
    """Order statistics of integers by their counts: `counts[i]` days have the value `first + i`."""
    return CountedValues(first, list(accumulate(counts)))


def ordered(scale: Scale, tally: Tally) -> Ordered:
    """Order statistics of a numeric's sorted values, or of an integer's counts."""
    if tally.values is not None:
        return SortedValues(tally.values)
    return counted(scale.first, tally.counts.tolist())


def quantile(days: Ordered, probability: float) -> float | None:
    """Hyndman and Fan's type 7, in numpy's own arithmetic; None without a day."""
    if days.n == 0:
        return None
    position = (days.n - 1) * probability
    rank = int(position)
    low, rest = days.at(rank), position - rank
    if rest == 0:
        return low
    high = days.at(rank + 1)
    return high - (high - low) * (1 - rest) if rest >= 0.5 else low + (high - low) * rest


def ends(days: Ordered, lower: float, upper: float) -> list[float] | None:
    """Two quantiles as [lower, upper]; None without a day."""
    low, high = quantile(days, lower), quantile(days, upper)
    return None if low is None or high is None else [low, high]


def median_interval(days: Ordered) -> Interval:
    """The 95 % interval of the median between two order statistics; None at both ends below 6 days."""
    rank = median_rank(days.n)
    if rank == 0:
        return UNKNOWN
    return Interval(days.at(rank - 1), days.at(days.n - rank))


def median_rank(n: int) -> int:
    """The rank, counted from 1, of the interval's lower end: scipy.stats.binom.ppf(0.025, n, 0.5)."""
    return median_ranks(n.bit_length())[n]
