"""Where each session's value stands among all of its numeric: blocks of neighbouring ranks as slots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.query.bitmaps import Mask
from core.query.index import SnapshotIndex

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

EXACT = 1 << 14
"""Sessions up to which every rank is a slot of its own."""

BLOCKS = 1 << 12
"""A longer table's numeric has this many blocks or fewer, each of a power of two of ranks."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Some numerics' sessions in ascending order of value, cut into blocks of equal length.

    `slots` (N, q) is each session's block, counted through from one numeric to the next; the last block of a
    numeric holds the sessions without a value, and numeric j owns the blocks starts[j] .. starts[j + 1].
    `ordinals` (B, c) and `values` (B, c) are the blocks, filled up with session N and NaN.
    """

    slots: Ints
    starts: Ints
    ordinals: NDArray[np.int32]
    values: Floats

    @classmethod
    def of(cls, index: SnapshotIndex, names: Sequence[str]) -> Ranks:
        """The blocks of some numerics of a snapshot."""
        n = index.n_sessions
        size = 1 if n <= EXACT else 1 << (n // BLOCKS).bit_length()
        columns = [index.ascending(name) for name in names]
        blocks = [-(-len(order) // size) for order, _ in columns]
        starts = np.concatenate(([0], np.cumsum(np.array(blocks, dtype=np.int64) + 1)))
        slots = np.repeat(starts[1:] - 1, n).reshape(len(names), n)
        ordinals = np.full((starts[-1], size), n, dtype=np.int32)
        values = np.full((starts[-1], size), np.nan)
        for place, (order, ascending) in enumerate(columns):
            first = starts[place]
            slots[place, order] = first + np.arange(len(order)) // size
            ordinals[first : starts[place + 1]].ravel()[: len(order)] = order
            values[first : starts[place + 1]].ravel()[: len(order)] = ascending
        return cls(np.ascontiguousarray(slots.T), starts, ordinals, values)

    @property
    def exact(self) -> bool:
        """Whether a block is a rank."""
        return bool(self.values.shape[1] == 1)

    def value(self, blocks: Ints, ranks: Ints, mask: Mask) -> Floats:
        """The value of each rank (...) among the matched days of a block (...), 0 the smallest."""
        blocks = np.minimum(blocks, len(self.values) - 1)
        matched = np.append(mask, False).take(self.ordinals[blocks])
        before = np.cumsum(matched, axis=-1, dtype=np.int32) <= ranks[..., None]
        places = np.minimum(before.sum(axis=-1), self.values.shape[1] - 1)
        return np.asarray(self.values[blocks, places])
