"""Where each feature of a plan stands in the running sum, on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.modules.feature_view import Scale
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Floats, Running, Wanted
from core.query.index import SnapshotIndex
from core.query.tables import CountTable
from core.query.views import Parted


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a list of features.

    `table` counts their codes; `ordinals` (T,) are the sessions of every numeric in ascending order of value,
    one numeric after another, `values` (T,) those values, and feature j's are ends[j] .. ends[j + 1].
    `worth` is the value of each place of the running sum.
    """

    table: CountTable
    ordinals: NDArray[np.int32]
    values: Floats
    ends: list[int]
    worth: Floats

    @classmethod
    def of(cls, index: SnapshotIndex, names: tuple[str, ...]) -> Layout:
        """The layout for coded features of a snapshot."""
        table = index.table(names)
        columns = [index.ascending(name) for name in names]
        ordinals = np.concatenate([order for order, _ in columns])
        values = np.concatenate([numbers for _, numbers in columns])
        ends = [0, *np.cumsum([len(order) for order, _ in columns]).tolist()]
        sizes = np.diff(table.starts)
        of_code = np.arange(table.starts[-1]) - np.repeat(table.starts[:-1], sizes)
        codes = of_code + np.repeat([index.scale(name).first for name in names], sizes)
        worth = np.concatenate((codes, codes, values, values)).astype(np.float64)
        return cls(table, ordinals, values, ends, worth)

    @property
    def codes(self) -> int:
        """How many places of the running sum are codes."""
        return 2 * int(self.table.starts[-1])

    def sides(self, index: SnapshotIndex, wanted: Wanted, place: int) -> Sides:
        """Both sides of the feature at a place of the list."""
        definition, scale = self._feature(index, place)
        low, high = self.ends[place], self.ends[place + 1]
        matched, others = (self._days(definition, scale, wanted, place, side) for side in (0, 1))
        return Sides(matched, others, _cuts(self.values[low:high]))

    def running(self, parted: Parted) -> tuple[Running, tuple[Floats, Floats]]:
        """The running sum, and each side's values of every numeric, one numeric after another."""
        running: Running = np.empty(len(self.worth) + 1, dtype=np.int32)
        end = self.codes + 1
        running[0] = 0
        np.cumsum(np.concatenate(parted.counts), out=running[1:end])
        matched, others = (mask.take(self.ordinals) for mask in parted.masks)
        for days in (matched, others):
            part = running[end : end + len(days)]
            np.cumsum(days.view(np.uint8), dtype=np.int32, out=part)
            part += running[end - 1]
            end += len(days)
        return running, (self.values.take(np.flatnonzero(matched)), self.values.take(np.flatnonzero(others)))

    def _feature(self, index: SnapshotIndex, place: int) -> tuple[FeatureDefinition, Scale]:
        name = self.table.names[place]
        return index.catalogue.by_name[name], index.scale(name)

    def _days(
        self, definition: FeatureDefinition, scale: Scale, wanted: Wanted, place: int, side: int
    ) -> Days:
        starts, length = self.table.starts.tolist(), len(self.values)
        first = self.codes + side * length
        return Days(
            definition,
            scale,
            wanted,
            start=starts[place] + side * starts[-1],
            size=starts[place + 1] - starts[place] - 1,
            values=(first + self.ends[place], first + self.ends[place + 1]),
            place=place,
            side=side,
        )


def _cuts(values: Floats) -> Callable[[float, str], int]:
    def cut(edge: float, side: str) -> int:
        return int(np.searchsorted(values, edge, side="left" if side == "left" else "right"))

    return cut
