"""Where each feature of a plan stands in the running sum, on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE
from core.modules.feature_view import Scale
from core.modules.plan.days import Days, Sides
from core.modules.plan.figures import Floats, Running, Wanted
from core.modules.tracks import Track, tracks_of
from core.query.index import SnapshotIndex
from core.query.tables import CountTable
from core.query.views import Parted


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a list of features.

    `table` counts their codes and, after all features, their tracks; `tracks` are those of feature j by name,
    each with its column of the table. `ordinals` (T,) are the sessions of every numeric in ascending order of
    value, one numeric after another, `values` (T,) those values, and feature j's are ends[j] .. ends[j + 1].
    `worth` is the value of each place of the running sum, totals apart.
    """

    table: CountTable
    tracks: list[dict[str, int]]
    ordinals: NDArray[np.int32]
    values: Floats
    ends: list[int]
    worth: Floats
    weights: NDArray[np.int64]

    @classmethod
    def of(cls, index: SnapshotIndex, names: tuple[str, ...]) -> Layout:
        """The layout for coded features of a snapshot."""
        tracks = [tracks_of(index.sessions(name)) for name in names]
        table = _with_tracks(index.table(names), [each for own in tracks for each in own.values()])
        columns = [index.ascending(name) for name in names]
        ordinals = np.concatenate([order for order, _ in columns])
        values = np.concatenate([numbers for _, numbers in columns])
        ends = [0, *np.cumsum([len(order) for order, _ in columns]).tolist()]
        sizes = np.diff(table.starts)
        of_code = np.arange(table.starts[-1]) - np.repeat(table.starts[:-1], sizes)
        firsts = np.zeros(len(sizes), dtype=np.int64)
        firsts[: len(names)] = [index.scale(name).first for name in names]
        codes = of_code + np.repeat(firsts, sizes)
        worth = np.concatenate((codes, codes, values, values)).astype(np.float64)
        columns_of = count(len(names))
        places = [{name: next(columns_of) for name in own} for own in tracks]
        weights = np.concatenate((codes, codes))
        return cls(table, places, ordinals, values, ends, worth, weights)

    @property
    def codes(self) -> int:
        """How many places of the running sum are codes, of both sides."""
        return 2 * int(self.table.starts[-1])

    def sides(self, index: SnapshotIndex, wanted: Wanted, place: int) -> Sides:
        """Both sides of the feature at a place of the list."""
        low, high = self.ends[place], self.ends[place + 1]
        matched, others = (self._with_tracks(self._days(index, wanted, place, side)) for side in (0, 1))
        return Sides(matched, others, _cuts(self.values[low:high]))

    def running(self, parted: Parted) -> tuple[Running, tuple[Floats, Floats]]:
        """The running sum, and each side's values of every numeric, one numeric after another."""
        running: Running = np.empty(len(self.worth) + self.codes + 2, dtype=np.int32)
        end, totals = self.codes + 1, len(self.worth) + 1
        running[0] = running[totals] = 0
        counts = parted.counts.ravel()
        np.cumsum(counts, out=running[1:end])
        np.cumsum(counts * self.weights, out=running[totals + 1 :])
        matched, others = (mask.take(self.ordinals) for mask in parted.masks)
        for days in (matched, others):
            part = running[end : end + len(days)]
            np.cumsum(days.view(np.uint8), dtype=np.int32, out=part)
            part += running[end - 1]
            end += len(days)
        return running, (self.values.take(np.flatnonzero(matched)), self.values.take(np.flatnonzero(others)))

    def _days(self, index: SnapshotIndex, wanted: Wanted, place: int, side: int) -> Days:
        name, length = self.table.names[place], len(self.values)
        start, size = self._span(place, side)
        first = self.codes + side * length
        return Days(
            index.catalogue.by_name[name],
            index.scale(name),
            wanted,
            start=start,
            size=size,
            values=(first + self.ends[place], first + self.ends[place + 1]),
            place=place,
            side=side,
            totals=len(self.worth) + 1,
        )

    def _with_tracks(self, days: Days) -> Days:
        """The same with its tracks."""
        spans = {name: self._span(column, days.side) for name, column in self.tracks[days.place].items()}
        tracks = {
            name: replace(days, scale=Scale(), start=start, size=size)
            for name, (start, size) in spans.items()
        }
        return replace(days, tracks=tracks)

    def _span(self, column: int, side: int) -> tuple[int, int]:
        """The first place of a column's codes on one side, and how many there are."""
        starts = self.table.starts
        return int(starts[column] + side * starts[-1]), int(starts[column + 1] - starts[column] - 1)


def _with_tracks(table: CountTable, columns: list[Track]) -> CountTable:
    """The table with further columns (N,)."""
    if not columns:
        return table
    sizes = [int(column[column != NULL_CODE].max(initial=0)) + 1 for column in columns]
    return table.beside(np.stack(columns, axis=1), sizes)


def _cuts(values: Floats) -> Callable[[float, str], int]:
    def cut(edge: float, side: str) -> int:
        return int(np.searchsorted(values, edge, side="left" if side == "left" else "right"))

    return cut
