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

NEGLIGIBLE = 1e-17
"""A term under this share of the observed table's changes no bit of the sum."""

NEAR = 1.5
"""Deviations from the mean up to which the likelier tables are fewer, and their sum keeps its digits."""

BLOCK = 32
"""Terms of a chain that are made at a time."""

STEPS = np.arange(float(BLOCK))[:, None] ** np.arange(3.0)
"""1, j and j * j for the steps j of a block."""


def fisher_exact(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> FloatArray:
    """Two-sided p-values (T,) of the tables [[days, n - days], [other_days, other_n - other_days]].

    Each is the sum over the tables with the same margins whose probability is at most the observed one times
    1 + 1e-7. The hypergeometric probability falls on both sides of its mode, so those tables are two tails:
    one begins at the observed table, the other somewhere past the mode. Each is summed outwards by the ratio
    of neighbours until a term is so small beside the observed one that no bit of the sum can change; the
    other from a table before its own inner end on, likelier ones left out. Near the mean the likelier tables
    between the tails are summed instead, from the observed one on. Without a day on a side the p-value is 1.
    """
    if len(days) == 0:
        return np.zeros(0)
    tables = _tables(days, n, other_days, other_n)
    begin = _towards_mirrored(tables, days)
    observed, mode, begun = tables.log_probability(np.stack((days, tables.mode, begin)))
    limit = observed + np.log1p(TIE)
    p_values = np.ones(len(days))
    tailed = np.flatnonzero(mode > limit)
    if len(tailed):
        is_inside = begun > limit
        likely = np.where(is_inside, begin, tables.mode), np.where(is_inside, begun, mode)
        chosen = [(at[tailed], np.exp(log[tailed])) for at, log in ((days, observed), likely)]
        p_values[tailed] = _two_tails(tables.chosen(tailed), np.exp(limit[tailed]), *chosen)
    return p_values


Start = tuple[IntArray, FloatArray]
"""Tables (T,) that chains begin at, and their probabilities."""


def _two_tails(tables: _Tables, limit: FloatArray, observed: Start, likely: Start) -> FloatArray:
    """P-values of tables whose mode is likelier than the limit; `likely` are between the two tails."""
    days = observed[0]
    near = tables.deviations(days) < NEAR
    far = np.flatnonzero(~near)
    is_left = days <= tables.mode
    first = [np.where(near, here, there) for here, there in zip(observed, likely, strict=True)]
    across = _Chains.of(tables, first[0], first[1], is_left)
    outwards = _Chains.of(tables.chosen(far), days[far], observed[1][far], ~is_left[far])
    sums = across.beside(outwards).sums(
        np.concatenate((limit, limit[far])),
        np.concatenate((np.where(near, np.abs(days - tables.mode), -1), np.full(len(far), -1))),
    )
    found = sums[: len(days)]
    found[far] += sums[len(days) :]
    return np.minimum(np.where(near, 1.0 - found, found), 1.0)


@dataclass(frozen=True, slots=True)
class _Tables:
    """T sets of 2 x 2 tables with fixed margins; a table is named by its upper left count."""

    n: IntArray
    other_n: IntArray
    active: IntArray
    mode: IntArray
    margins: FloatArray
    factorials: FloatArray

    def chosen(self, places: IntArray) -> _Tables:
        """Some of the tables."""
        return _Tables(
            n=self.n[places],
            other_n=self.other_n[places],
            active=self.active[places],
            mode=self.mode[places],
            margins=self.margins[places],
            factorials=self.factorials,
        )

    def log_probability(self, count: IntArray) -> FloatArray:
        """Log probability of the tables named by `count`, (T,) or (S, T); each is possible."""
        of = self.factorials
        cells = of[count] + of[self.n - count]
        cells += of[self.active - count] + of[self.other_n - self.active + count]
        return np.asarray(self.margins - cells)

    def deviations(self, count: IntArray) -> FloatArray:
        """How many deviations the tables named by `count` are from the mean; margins are not 0."""
        total = (self.n + self.other_n).astype(np.float64)
        mean = self.n * self.active / total
        variance = mean * self.other_n * (total - self.active) / (total * (total - 1))
        return np.asarray(np.abs(count - mean) / np.sqrt(variance))


def _tables(days: IntArray, n: IntArray, other_days: IntArray, other_n: IntArray) -> _Tables:
    active, total = days + other_days, n + other_n
    of = log_factorials(int(total.max()).bit_length())
    return _Tables(
        n=n,
        other_n=other_n,
        active=active,
        mode=(n + 1) * (active + 1) // (total + 2),
        margins=of[n] + of[other_n] + of[active] + of[total - active] - of[total],
        factorials=of,
    )


def _towards_mirrored(tables: _Tables, days: IntArray) -> IntArray:
    """A table (T,) three quarters of the way from the mode to the observed one's mirror image."""
    mirrored = 2 * tables.n * tables.active // np.maximum(tables.n + tables.other_n, 1) - days
    begin = tables.mode + 3 * (mirrored - tables.mode) // 4
    least = np.maximum(0, tables.active - tables.other_n)
    most = np.minimum(tables.n, tables.active)
    return np.asarray(np.minimum(np.maximum(begin, least), most))


@dataclass(frozen=True, slots=True)
class _Chains:
    """C chains of neighbouring tables, each from its first on, upwards or downwards.

    A step takes one day from two cells of the table, `less` (2, C), and gives it to the two others, `more`;
    `first` (C,) are the first tables' probabilities.
    """

    less: FloatArray
    more: FloatArray
    first: FloatArray

    @classmethod
    def of(cls, tables: _Tables, begin: IntArray, first: FloatArray, up: BoolArray) -> _Chains:
        """Chains from the tables `begin` on, upwards where `up` says so."""
        same = np.stack((begin, tables.other_n - tables.active + begin)).astype(np.float64)
        swapped = np.stack((tables.n - begin, tables.active - begin)).astype(np.float64)
        return cls(np.where(up, swapped, same), np.where(up, same, swapped), first)

    def beside(self, others: _Chains) -> _Chains:
        """These chains and others after them."""
        return _Chains(
            np.concatenate((self.less, others.less), axis=1),
            np.concatenate((self.more, others.more), axis=1),
            np.concatenate((self.first, others.first)),
        )

    def sums(self, limit: FloatArray, inwards: IntArray) -> FloatArray:
        """Sums (C,) of the terms up to the limit; where `inwards` is not negative of those over it.

        Such a chain rises for that many steps and ends with its last term over the limit.
        """
        sums, terms = np.zeros(len(limit)), self.first.copy()
        over = inwards >= 0
        least = np.where(over, limit, NEGLIGIBLE * limit)
        going, step = np.arange(len(limit)), 0
        while len(going):
            made = self._block(going, terms[going], step)
            counted = np.where((made[:-1] > limit[going]) == over[going], made[:-1], 0.0)
            sums[going] += _added(counted)
            terms[going] = made[-1]
            step += BLOCK
            going = going[(made[-1] > least[going]) | (inwards[going] >= step)]
        return sums

    def _block(self, chains: IntArray, terms: FloatArray, step: int) -> FloatArray:
        """The next terms (BLOCK + 1, C) of some chains; products of whole numbers are exact in any order."""
        made = np.empty((BLOCK + 1, len(chains)))
        made[0] = terms
        less, more = step - self.less[:, chains], self.more[:, chains] + (step + 1)
        cells = np.concatenate((less, more), axis=1)
        products = STEPS @ np.stack((cells[0] * cells[1], cells[0] + cells[1], np.ones(cells.shape[1])))
        np.divide(products[:, : len(chains)], products[:, len(chains) :], out=made[1:])
        return np.asarray(np.multiply.accumulate(made, out=made))


def _added(terms: FloatArray) -> FloatArray:
    """Sums (C,) of terms (BLOCK, C), half to half: a column's is the same alone and in a batch."""
    while len(terms) > 1:
        terms = terms[: len(terms) // 2] + terms[len(terms) // 2 :]
    return np.asarray(terms[0])
