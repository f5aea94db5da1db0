"""Moments of many features at once: `core.modules.moments`, from counts by value or from sums of powers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

EPSILON = float(np.finfo(np.float64).eps)
STEADY = 0.01
"""Least share of the variance, and of the second moment about the centre, that is left about the mean.

From there on sums of powers give deviation and skewness to eleven digits or more.
"""
_NONE = np.empty(0)
_NO_SLOTS = np.empty(0, dtype=np.int64)


Central = tuple[Floats, Floats, Floats]
"""Mean, second and third moment about it, of some features."""


@dataclass(frozen=True, slots=True)
class Powers:
    """Numerics as sums of powers can be taken of them: columns (N, 3 q) of d, d² and d³ by session.

    d is the value less `centre` (q,), 0 where there is no value; `whole` (3 q,) are the sums over all
    sessions, `variance` (q,) is what the values have about the centre.
    """

    columns: Floats
    whole: Floats
    centre: Floats
    variance: Floats

    @classmethod
    def of(cls, values: Floats) -> Powers:
        """The powers of values (N, q), NaN = null."""
        known = ~np.isnan(values)
        n = np.maximum(known.sum(axis=0), 1)
        centre = np.where(known, values, 0.0).sum(axis=0) / n
        off = np.where(known, values - centre, 0.0)
        columns = np.ascontiguousarray(np.concatenate((off, off * off, off * off * off), axis=1))
        return cls(columns, columns.sum(axis=0), centre, (off * off).sum(axis=0) / n)

    def over(self, rows: NDArray[np.intp]) -> Floats:
        """The sums (3 q,) over some sessions."""
        return np.asarray(np.ones(len(rows)).dot(self.columns.take(rows, axis=0)))

    def central(self, n: Ints, sums: Floats) -> tuple[Central, NDArray[np.bool_]]:
        """Moments from sums over `n` (q,) days, and where the sums are steady enough for them."""
        first, square, cube = sums.reshape(3, -1) / n
        of_mean = first * first
        second = square - of_mean
        third = cube - first * (3 * square - 2 * of_mean)
        steady = second >= STEADY * np.maximum(square, self.variance)
        return (self.centre + first, second, third), steady


@dataclass(frozen=True, slots=True)
class Slots:
    """Integers counted by value among other counts.

    `slots` (S,) are where their counts stand, one integer after another, `values` (S,) what each is worth and
    `of` (S,) whose it is; those of integer j begin at first[j].
    """

    slots: Ints
    values: Floats
    of: Ints
    first: Ints

    @classmethod
    def of_integers(cls, slots: Sequence[Ints], lowest: Sequence[int]) -> Slots:
        """Integers of which slots[j] are worth lowest[j], lowest[j] + 1 and so on."""
        sizes = [len(each) for each in slots]
        values = [least + np.arange(size) for least, size in zip(lowest, sizes, strict=True)]
        return cls(
            slots=np.concatenate((_NO_SLOTS, *slots)),
            values=np.concatenate((_NONE, *values)),
            of=np.repeat(np.arange(len(sizes)), sizes),
            first=np.cumsum([0, *sizes])[:-1],
        )

    @property
    def number(self) -> int:
        """How many integers there are."""
        return len(self.first)

    def worth(self, length: int) -> Floats:
        """The value by slot (length,), NaN for a slot of no integer."""
        worth = np.full(length, np.nan)
        worth[self.slots] = self.values
        return worth

    def central(self, n: Ints, counts: Ints) -> Central:
        """Moments of counts by slot over `n` (F,) days."""
        if not len(n):
            return _NONE, _NONE, _NONE
        days = counts.take(self.slots)
        mean = np.add.reduceat(days * self.values, self.first) / n
        off = self.values - mean[self.of]
        squares = days * off * off
        second = np.add.reduceat(squares, self.first) / n
        return mean, second, np.add.reduceat(squares * off, self.first) / n


def sample_moments(n: Ints, central: Sequence[Floats]) -> Floats:
    """Mean, deviation and skewness (3, M) as `core.modules.moments` has them; NaN for nothing."""
    mean, second, third = central
    before = n - 1
    found = np.stack((mean, second * n / before, third * np.sqrt(n * before) / (n - 2)))
    found[2] /= second * np.sqrt(second)
    np.sqrt(found[1], out=found[1])
    found[2, (n < 3) | (second <= np.square(EPSILON * mean))] = np.nan
    return found
