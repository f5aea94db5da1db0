"""Sums over neighbouring tables, from each to the next by the ratio of their probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

NEGLIGIBLE = 1e-17
"""A term under this share of the observed table's changes no bit of the sum."""

BLOCK = 32
"""Terms of a chain that are made at a time."""

STEPS = np.arange(float(BLOCK))[:, None] ** np.arange(3.0)
"""1, j and j * j for the steps j of a block."""


@dataclass(frozen=True, slots=True)
class Chains:
    """C chains of neighbouring tables, each from its first on, upwards or downwards.

    A step takes one day from two cells of the table, `less` (2, C), and gives it to the two others, `more`;
    `first` (C,) are the first tables' probabilities.
    """

    less: FloatArray
    more: FloatArray
    first: FloatArray

    def beside(self, others: Chains) -> Chains:
        """These chains and others after them."""
        return Chains(
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
