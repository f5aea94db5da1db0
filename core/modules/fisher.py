"""Fisher's exact test of two shares of days, for many features at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import log1p

import numpy as np
from numpy.typing import NDArray

from core.modules.closed_forms import exponentials, log_factorials
from core.modules.fisher_chains import Chains

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

TIE = 1e-7
"""A table within this relative distance of the observed one's probability counts as equally likely."""

LOG_TIE = log1p(TIE)
"""The same of the logarithms of two probabilities."""

NEAR = 1.5
"""Deviations from the mean up to which the likelier tables are fewer, and their sum keeps its digits."""


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
    limit = observed + LOG_TIE
    p_values = np.ones(len(days))
    tailed = np.flatnonzero(mode > limit)
    if len(tailed):
        is_inside = begun > limit
        likely = np.where(is_inside, begin, tables.mode), np.where(is_inside, begun, mode)
        chosen = [(at[tailed], exponentials(log[tailed])) for at, log in ((days, observed), likely)]
        p_values[tailed] = _two_tails(tables.chosen(tailed), exponentials(limit[tailed]), *chosen)
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
    across = tables.chains(first[0], first[1], is_left)
    outwards = tables.chosen(far).chains(days[far], observed[1][far], ~is_left[far])
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

    def chains(self, begin: IntArray, first: FloatArray, up: BoolArray) -> Chains:
        """Chains from the tables `begin` on, upwards where `up` says so; `first` are their probabilities."""
        same = np.stack((begin, self.other_n - self.active + begin)).astype(np.float64)
        swapped = np.stack((self.n - begin, self.active - begin)).astype(np.float64)
        return Chains(np.where(up, swapped, same), np.where(up, same, swapped), first)


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
