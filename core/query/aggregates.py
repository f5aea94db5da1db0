"""Counts, five-number summaries and moments of a list of features on one selection, as arrays.

One gather of coded rows, one bincount and one running sum: a slot is a code of a feature or, after all the
codes, a block of a numeric's ranks. The smaller side of the selection is counted, the larger is what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.modules.moments import spread
from core.modules.power_sums import Powers, Slots, sample_moments
from core.query.aggregate_passes import Numbers, Passes, in_passes
from core.query.bitmaps import Mask
from core.query.index import SnapshotIndex
from core.query.ranks import Ranks
from core.query.selection import Selection

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

QUARTILES = np.array((0.0, 0.25, 0.5, 0.75, 1.0))


@dataclass(frozen=True, slots=True)
class Aggregates:
    """What a list of features was on the matched days.

    `counts` (S,) are days by code of all features, as in `SnapshotIndex.table`. Row j of `summaries` (M, 5)
    is minimum, quartiles and maximum of the plan's j-th number, column j of `moments` (3, M) its mean,
    deviation and skewness; NaN for nothing.
    """

    matched: int
    counts: Ints
    summaries: Floats
    moments: Floats


class AggregatePlan:
    """The plan of a list of coded features on one snapshot.

    `numbers` (M,) are its bars and counts in the order of the list, then its numerics; `table` says where
    each feature's codes stand.
    """

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...]) -> None:
        kinds = [index.catalogue.by_name[name].kind for name in names]
        integers = [place for place, kind in enumerate(kinds) if kind in ("integer bar", "integer count")]
        self._numerics = [name for name, kind in zip(names, kinds, strict=True) if kind == "numeric"]
        self.numbers = (*(names[place] for place in integers), *self._numerics)
        self.table, self._ranks, self._index = index.table(names), Ranks.of(index, self._numerics), index
        self._codes = int(self.table.starts[-1])
        self._length = self._codes + int(self._ranks.starts[-1])
        rows = np.concatenate((self.table.slots, self._ranks.slots + self._codes), axis=1)
        self._rows = rows.astype(np.promote_types(np.uint16, np.min_scalar_type(self._length)))
        self._whole = self._count(self._rows)
        values = np.array([index.numbers(name) for name in self._numerics])
        self._powers = Powers.of(values.reshape(-1, index.n_sessions).T)
        spans, blocks = self.table.spans(integers), self._ranks.starts + self._codes
        self._begin = np.concatenate((spans[0], blocks[:-1]))
        self._end = np.concatenate((spans[1], blocks[1:] - 1))
        self._integers = Slots.of_integers(
            [np.arange(low, high) for low, high in zip(*spans, strict=True)],
            lowest := [index.scale(names[place]).first for place in integers],
        )
        self._worth = np.concatenate((self._integers.worth(self._codes), self._ranks.values[:, 0]))
        numbers = Numbers(
            self._begin, self._end, self._worth, np.array(lowest, dtype=np.int64), self._ranks, self._codes
        )
        self._passes = (
            Passes(self._rows, self._whole, numbers, self._powers) if in_passes(self._rows) else None
        )

    def of(self, selection: Selection) -> Aggregates:
        """The aggregates of the sessions that pass a question."""
        if self._passes is None or not in_passes(self._rows):
            return self._one_by_one(selection)
        counts, summaries, moments, unsteady = self._passes.of(selection.words)
        if unsteady.any():
            self._mend(moments, unsteady, selection.mask())
        return Aggregates(selection.count, counts[: self._codes], summaries, moments)

    def _one_by_one(self, selection: Selection) -> Aggregates:
        """The same, array by array."""
        mask = selection.mask()
        matched = int(np.count_nonzero(mask))
        counts, sums = self._sums(mask, matched)
        running = np.empty(self._length + 1, dtype=np.int64)
        running[0] = 0
        counts.cumsum(out=running[1:])
        begin = running.take(self._begin)
        n = running.take(self._end) - begin
        with np.errstate(divide="ignore", invalid="ignore"):
            summaries = self._summaries(running, begin, n, mask)
            moments = self._moments(counts, n, sums, mask)
        return Aggregates(matched, counts[: self._codes], summaries, moments)

    def _count(self, rows: NDArray[np.unsignedinteger]) -> Ints:
        return np.bincount(rows.ravel(), minlength=self._length)

    def _sums(self, mask: Mask, matched: int) -> tuple[Ints, Floats]:
        """Counts by slot, and the numerics' sums of powers."""
        if 2 * matched <= len(mask):
            rows = mask.nonzero()[0]
            return self._count(self._rows.take(rows, axis=0)), self._powers.over(rows)
        rows = (~mask).nonzero()[0]
        counts = self._whole - self._count(self._rows.take(rows, axis=0))
        return counts, self._powers.whole - self._powers.over(rows)

    def _summaries(self, running: Ints, begin: Ints, n: Ints, mask: Mask) -> Floats:
        """Quantiles of type 7, in the arithmetic of `core.modules.order_statistics`."""
        last = np.maximum(n - 1, 0)[:, None]
        position = last * QUARTILES
        rank = position.astype(np.int64)
        rest = position - rank
        ranks = np.concatenate((rank, np.minimum(rank + 1, last)), axis=1) + begin[:, None]
        values = self._values(running, ranks, mask)
        low, high = values[:, : len(QUARTILES)], values[:, len(QUARTILES) :]
        gap = high - low
        found = np.where(rest >= 0.5, high - gap * (1 - rest), low + gap * rest)
        found[n == 0] = np.nan
        return np.asarray(found)

    def _values(self, running: Ints, ranks: Ints, mask: Mask) -> Floats:
        """The value of each rank (M, T), the days of all slots before its number's first counted in."""
        slots = running.searchsorted(ranks, side="right") - 1
        if self._ranks.exact:
            return self._worth.take(slots, mode="clip")
        split = self._integers.number
        blocks, inside = slots[split:] - self._codes, ranks[split:] - running[slots[split:]]
        return np.concatenate(
            (self._worth.take(slots[:split], mode="clip"), self._ranks.value(blocks, inside, mask))
        )

    def _moments(self, counts: Ints, n: Ints, sums: Floats, mask: Mask) -> Floats:
        split = self._integers.number
        numerics, steady = self._powers.central(n[split:], sums)
        parts = zip(self._integers.central(n[:split], counts), numerics, strict=True)
        found = sample_moments(n, [np.concatenate(part) for part in parts])
        self._mend(found, ~steady, mask)
        return found

    def _mend(self, moments: Floats, unsteady: NDArray[np.bool_], mask: Mask) -> None:
        """Take the moments of some numerics from their values."""
        for place in np.flatnonzero(unsteady):
            moments[:, self._integers.number + place] = self._exactly(self._numerics[place], mask)

    def _exactly(self, name: str, mask: Mask) -> Floats:
        """The moments of a numeric whose matched values lie close together, value by value."""
        values = self._index.sorted_values(name, mask)
        assert values is not None
        found = spread(values)
        return np.array((found.mean, found.std, found.skewness), dtype=np.float64)
