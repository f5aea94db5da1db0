"""Fisher's exact test of two shares of days, for many features at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.modules.closed_forms import log_factorials

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

NEGLIGIBLE = 1e-20
"""A term under this share of its tail's first changes no bit of the sum."""

BLOCK = 32
"""Terms of a tail that are made at a time."""

STEPS = np.arange(float(BLOCK))[:, None]

NEAR = np.arange(-8, 9)[:, None]
"""How far from the mirror image of the observed table the other tail's inner end is looked for first."""

CUTS = np.arange(33)[:, None]
"""A span is cut into 32 to look for it further away."""


def fisher_exact(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> FloatArray:
    """Two-sided p-values (T,) of the tables [[days, n - days], [other_days, other_n - other_days]].

    Each is the sum over the tables with the same margins whose probability is at most the observed one times
    1 + 1e-7. The hypergeometric probability falls on both sides of its mode, so those tables are two tails:
    one begins at the observed table, the other's inner end is looked for, and each is summed outwards by the
    ratio of neighbours, where its terms fall ever faster, until one is so small beside the first that no bit
    of the sum can change. Without a day on a side the p-value is 1.
    """
    if len(days) == 0:
        return np.zeros(0)
    tables = _tables(days, n, other_days, other_n)
    limit = tables.log_probability(days) + np.log1p(TIE)
    p_values = np.ones(len(days))
    tailed = np.flatnonzero(tables.log_probability(tables.mode) > limit)
    if len(tailed):
        p_values[tailed] = _two_tails(tables.chosen(tailed), limit[tailed], days[tailed])
    return p_values


def _two_tails(tables: _Tables, limit: FloatArray, days: IntArray) -> FloatArray:
    """P-values of tables whose mode is likelier than the limit."""
    is_left = days <= tables.mode
    other = _rare_end(tables, limit, days, is_left)
    ends = np.concatenate((np.where(is_left, days, other), np.where(is_left, other, days)))
    left, right = _tails(tables, ends).reshape(2, -1)
    return np.asarray(np.minimum(left + right, 1.0))


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
    of = log_factorials(int(total.max()).bit_length())
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


def _rare_end(tables: _Tables, limit: FloatArray, days: IntArray, rising: BoolArray) -> IntArray:
    """The count nearest the mode, on its side away from `days`, that is no likelier than the limit.

    `rising` says where that side lies above the mode.
    """
    mirrored: IntArray = 2 * tables.n * tables.active // (tables.n + tables.other_n) - days
    mirrored = np.minimum(np.maximum(mirrored, tables.low - 1), tables.high + 1)
    outward: IntArray = np.where(rising, 1, -1)
    counts = mirrored + outward * NEAR
    counts = np.where(rising, np.maximum(counts, tables.mode), np.minimum(counts, tables.mode))
    is_rare = tables.log_probability(counts) <= limit
    first = is_rare.argmax(axis=0)
    ends: IntArray = counts[first, np.arange(len(days))]
    far = np.flatnonzero((first == 0) | ~is_rare[-1])
    if len(far):
        rare = np.where(rising, tables.high + 1, tables.low - 1)[far]
        ends[far] = _far_end(tables.chosen(far), limit[far], rare)
    return ends


def _far_end(tables: _Tables, limit: FloatArray, rare: IntArray) -> IntArray:
    """`_rare_end` between the mode and the impossible count `rare`."""
    likely = tables.mode
    while np.abs(rare - likely).max() > 1:
        counts = likely + (rare - likely) * CUTS // (len(CUTS) - 1)
        is_rare = tables.log_probability(counts) <= limit
        first = np.maximum(is_rare.argmax(axis=0), 1)
        places = np.arange(len(first))
        rare, likely = counts[first, places], counts[first - 1, places]
    return rare


def _tails(tables: _Tables, ends: IntArray) -> FloatArray:
    """Sums (2 T,) of the left tails from their inner ends, then of the right ones.

    A step outwards takes one day from two cells of the table and gives it to the two others; the sum is made
    term after term, so that a table's is the same to the last bit alone and in a batch.
    """
    left, right = ends.reshape(2, -1)
    n, active, rest = tables.n, tables.active, tables.other_n - tables.active
    less = np.concatenate((left, active - right, rest + left, n - right)).reshape(2, 1, -1).astype(float)
    more = np.concatenate((active - left, right, n - left, rest + right)).reshape(2, 1, -1).astype(float)
    first = np.exp(tables.log_probability(ends.reshape(2, -1))).ravel()
    sums, terms = np.zeros(len(ends)), first.copy()
    going, step = np.arange(len(ends)), 0
    while len(going):
        made = np.empty((BLOCK + 1, len(going)))
        made[0] = terms[going]
        lower, upper = less[:, :, going] - STEPS - step, more[:, :, going] + (STEPS + step + 1)
        np.divide(lower[0] * lower[1], upper[0] * upper[1], out=made[1:])
        np.multiply.accumulate(made, out=made)
        sums[going] += np.add.accumulate(made[:-1])[-1]
        terms[going] = made[-1]
        going = going[made[-1] > NEGLIGIBLE * first[going]]
        step += BLOCK
    return sums
