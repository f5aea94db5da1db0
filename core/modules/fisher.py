"""Fisher's exact test of two shares of days, for many features at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

NEGLIGIBLE = 1e-20
"""A term under this share of its tail's first changes no bit of the sum."""

BLOCK = 32
"""Terms of a tail that are made at a time."""


def fisher_exact(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> FloatArray:
    """Two-sided p-values (T,) of the tables [[days, n - days], [other_days, other_n - other_days]].

    Each is the sum over the tables with the same margins whose probability is at most the observed one times
    1 + 1e-7. The hypergeometric probability falls on both sides of its mode, so those tables are two tails:
    bisection finds their inner ends, and each tail is summed outwards, where its terms fall ever faster,
    until one is so small beside the first that no bit of the sum can change. Without a day on a side the
    p-value is 1.
    """
    if len(days) == 0:
        return np.zeros(0)
    tables = _tables(days, n, other_days, other_n)
    limit = tables.log_probability(days) + np.log1p(TIE)
    twice = tables.chosen(np.tile(np.arange(len(days)), 2))
    ends = _rare_end(twice, np.tile(limit, 2), np.concatenate((tables.low - 1, tables.high + 1)))
    left, right = _tails(twice, ends, np.repeat((-1, 1), len(days))).reshape(2, -1)
    tails = left + right
    all_rare = tables.log_probability(tables.mode) <= limit
    return np.asarray(np.where(all_rare, 1.0, np.minimum(tails, 1.0)))


@dataclass(frozen=True, slots=True)
class _Tables:
    """T sets of 2 x 2 tables with fixed margins; a table is named by its upper left count, low..high."""

    n: IntArray
    other_n: IntArray
    active: IntArray
    low: IntArray
    high: IntArray
    mode: IntArray
    margins: FloatArray
    factorials: FloatArray

    @property
    def widest(self) -> int:
        return int((self.high - self.low).max())

    def chosen(self, places: IntArray) -> _Tables:
        """Some of the tables."""
        return _Tables(
            n=self.n[places],
            other_n=self.other_n[places],
            active=self.active[places],
            low=self.low[places],
            high=self.high[places],
            mode=self.mode[places],
            margins=self.margins[places],
            factorials=self.factorials,
        )

    def log_probability(self, count: IntArray) -> FloatArray:
        """Log probability of the tables named by `count`, (T,) or (S, T); -inf outside low..high."""
        inside = np.minimum(np.maximum(count, self.low), self.high)
        of = self.factorials
        cells = of[inside] + of[self.n - inside]
        cells += of[self.active - inside] + of[self.other_n - self.active + inside]
        return np.where(inside == count, self.margins - cells, -np.inf)


def _tables(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> _Tables:
    active, total = days + other_days, n + other_n
    of = _log_factorials(int(total.max()).bit_length())
    return _Tables(
        n=n,
        other_n=other_n,
        active=active,
        low=np.maximum(0, active - other_n),
        high=np.minimum(n, active),
        mode=(n + 1) * (active + 1) // (total + 2),
        margins=of[n] + of[other_n] + of[active] + of[total - active] - of[total],
        factorials=of,
    )


def _rare_end(tables: _Tables, limit: FloatArray, rare: IntArray) -> IntArray:
    """The count nearest the mode, seen from the impossible count `rare`, that is no likelier than the limit.

    Meaningless where the mode itself is no likelier than the limit.
    """
    likely = tables.mode
    for _ in range(tables.widest.bit_length() + 1):
        middle = (rare + likely) // 2
        is_rare = tables.log_probability(middle) <= limit
        rare, likely = np.where(is_rare, middle, rare), np.where(is_rare, likely, middle)
    return rare


def _tails(tables: _Tables, end: IntArray, direction: IntArray) -> FloatArray:
    # Added one after another: a table's sum is the same to the last bit alone and in a batch.
    sums, first = np.zeros(len(end)), np.exp(tables.log_probability(end))
    going, step = np.arange(len(end)), 0
    while len(going):
        counts = end[going] + direction[going] * np.arange(step, step + BLOCK)[:, None]
        terms = np.exp(tables.chosen(going).log_probability(counts))
        sums[going] = np.add.accumulate(np.concatenate((sums[going][None], terms)))[-1]
        going = going[terms[-1] > NEGLIGIBLE * first[going]]
        step += BLOCK
    return sums


@lru_cache(maxsize=4)
def _log_factorials(bits: int) -> FloatArray:
    """log(k!) for k = 0..2**bits."""
    return np.asarray(gammaln(np.arange(1.0, 2.0**bits + 2)))
