"""Counts by code of many features at once: one gather of coded rows, one bincount."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CountTable:
    """The plan for one list of features, made once and kept.

    `names` (k,) are the features, the first of the c columns. `slots` (N, c) numbers every code of every
    column, a null last of its own; column j owns the slots starts[j] .. starts[j + 1]. `whole` are the counts
    over all N sessions.
    """

    names: tuple[str, ...]
    slots: NDArray[np.uint16]
    starts: NDArray[np.int64]
    whole: Counts

    @classmethod
    def plan(cls, names: tuple[str, ...], codes: NDArray[np.uint8], sizes: list[int]) -> CountTable:
        """The plan for code columns (N, k) with `sizes` (k,) codes each, nulls not counted."""
        starts = np.concatenate(([0], np.cumsum(np.asarray(sizes, dtype=np.int64) + 1)))
        local = np.where(codes == NULL_CODE, np.asarray(sizes, dtype=np.uint16), codes)
        slots = np.ascontiguousarray(local + starts[:-1], dtype=np.uint16)
        return cls(names, slots, starts, _count(slots, int(starts[-1])))

    def beside(self, codes: NDArray[np.uint8], sizes: list[int]) -> CountTable:
        """This plan with nameless columns of codes (N, c) after its features."""
        more, after = CountTable.plan((), codes, sizes), self.starts[-1]
        return CountTable(
            names=self.names,
            slots=np.concatenate((self.slots, more.slots + np.uint16(after)), axis=1),
            starts=np.concatenate((self.starts, more.starts[1:] + after)),
            whole=np.concatenate((self.whole, more.whole)),
        )

    def count_rows(self, rows: NDArray[np.intp]) -> Counts:
        """Counts by slot over some sessions."""
        return _count(self.slots.take(rows, axis=0), int(self.starts[-1]))

    def count_span(self, low: int, high: int) -> Counts:
        """Counts by slot over the sessions with low <= ordinal < high."""
        if (low, high) == (0, len(self.slots)):
            return self.whole
        return _count(self.slots[low:high], int(self.starts[-1]))

    def present(self, counts: Counts) -> Counts:
        """Days with a value of each feature (k,)."""
        starts = self.starts[: len(self.names) + 1]
        return np.add.reduceat(counts[: starts[-1]], starts[:-1]) - counts[starts[1:] - 1]

    def spans(self, places: Sequence[int]) -> tuple[Counts, Counts]:
        """First slot of some features' codes, and the one after their last; their nulls come after."""
        chosen = np.array(places, dtype=np.int64)
        return self.starts[chosen], self.starts[chosen + 1] - 1

    def split(self, counts: Counts) -> list[tuple[Counts, int]]:
        """Per feature its counts by code and its days without a value."""
        bounds = self.starts[: len(self.names) + 1].tolist()
        return [(counts[low : high - 1], int(counts[high - 1])) for low, high in pairwise(bounds)]


def _count(slots: NDArray[np.uint16], length: int) -> Counts:
    return np.bincount(slots.ravel(), minlength=length)
