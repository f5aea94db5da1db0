"""Counts by code of many features at once: one gather of coded rows, one bincount."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CountTable:
    """One list of features as they are counted, made once and kept.

    `slots` (N, k) numbers every code of every feature, a null last of its own; feature j owns the slots
    starts[j] .. starts[j + 1]. `whole` are the counts over all N sessions.
    """

    slots: NDArray[np.uint16]
    starts: NDArray[np.int64]
    whole: Counts

    @classmethod
    def of(cls, codes: NDArray[np.uint8], sizes: list[int]) -> CountTable:
        """The table of code columns (N, k) with `sizes` (k,) codes each, nulls not counted."""
        starts = np.concatenate(([0], np.cumsum(np.asarray(sizes, dtype=np.int64) + 1)))
        local = np.where(codes == NULL_CODE, np.asarray(sizes, dtype=np.uint16), codes)
        slots = np.ascontiguousarray(local + starts[:-1], dtype=np.uint16)
        return cls(slots, starts, _count(slots, int(starts[-1])))

    def count_rows(self, rows: NDArray[np.intp]) -> Counts:
        """Counts by slot over some sessions."""
        return _count(self.slots.take(rows, axis=0), int(self.starts[-1]))

    def count_span(self, low: int, high: int) -> Counts:
        """Counts by slot over the sessions with low <= ordinal < high."""
        if (low, high) == (0, len(self.slots)):
            return self.whole
        return _count(self.slots[low:high], int(self.starts[-1]))

    def split(self, counts: Counts) -> list[tuple[Counts, int]]:
        """Per feature its counts by code and its days without a value."""
        return [
            (counts[low : high - 1], int(counts[high - 1])) for low, high in pairwise(self.starts.tolist())
        ]


def _count(slots: NDArray[np.uint16], length: int) -> Counts:
    return np.bincount(slots.ravel(), minlength=length)
