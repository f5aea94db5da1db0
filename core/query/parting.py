"""What an answer plan reads of a selection: days by code of both sides, and the running sum over them."""

from __future__ import annotations

import numpy as np

from core.kernel.library import Length, Pointer, function, place, pointer
from core.modules.plan.figures import Floats, Running
from core.query.conditions import FilterQuery
from core.query.index import SnapshotIndex
from core.query.plan_layout import Layout
from core.query.selection import Selection
from core.query.tables import CountTable
from core.query.views import Parted, parted

_PART = function(
    "part_sessions",
    *(Pointer, Pointer, Length, Length, Pointer, Length, Pointer, Length, Pointer, Pointer),
)
_RUN = function(
    "run_sides", *(Pointer, Pointer, Length, Pointer, Length, Pointer, Pointer, Length, Pointer, Pointer)
)


class Parting:
    """Parts the sessions of questions by one table, in one pass, and holds no snapshot."""

    def __init__(self, index: SnapshotIndex, table: CountTable) -> None:
        """Raises ValueError where a slot of the table is none of its counts."""
        self._table = table
        rows, columns = table.slots.shape
        length = len(table.whole)
        if rows != index.n_sessions or (table.slots.size and table.slots.max() >= length):
            raise ValueError(f"slots: of {rows} sessions or past {length}, which the table has no counts for")
        self._slots = pointer(table.slots, np.uint16, (rows, columns))
        self._whole = pointer(table.whole, np.int64, (length,))
        self._sizes = rows, columns, length

    def of(self, index: SnapshotIndex, query: FilterQuery, selection: Selection) -> Parted:
        """The two sides of a question with a condition; `selection` is `index.select(query)`."""
        if _PART is None:
            return parted(index, self._table, query, selection)
        sessions, columns, length = self._sizes
        rest = index.universe(query) & ~selection.words
        counts = np.empty((2, length), dtype=np.int64)
        masks = np.empty((2, sessions), dtype=np.bool_)
        whole = self._whole if query.whole else None
        _PART(
            *(place(selection.words), place(rest), len(rest), sessions),
            *(self._slots, columns, whole, length, place(counts), place(masks)),
        )
        return Parted(counts, masks)


class RunningSums:
    """The running sum of a plan, and each side's values of every numeric, written anew at every question."""

    def __init__(self, layout: Layout, sessions: int) -> None:
        """Raises ValueError where a day of the layout is no session."""
        self._layout = layout
        codes, values, ordinals = layout.codes, layout.values, layout.ordinals
        if len(ordinals) and not 0 <= ordinals.min() <= ordinals.max() < sessions:
            raise ValueError(f"ordinals: {ordinals.min()} to {ordinals.max()}, expected 0 to {sessions - 1}")
        self.running: Running = np.zeros(2 * codes + 2 * len(values) + 2, dtype=np.int32)
        self.numbers: Floats = np.zeros(len(values) + 1)
        self._sizes = codes, sessions, len(values)
        self._read = (
            pointer(layout.weights, np.int64, (codes,)),
            pointer(ordinals, np.int32, (len(values),)),
            pointer(values, np.float64, (len(values),)),
        )
        self._written = (
            pointer(self.running, np.int32, self.running.shape),
            pointer(self.numbers, np.float64, self.numbers.shape),
        )

    def of(self, sides: Parted) -> tuple[Running, tuple[Floats, Floats]]:
        """Both for the two sides of a question, good until the next one."""
        if _RUN is None:
            return self._layout.running(sides)
        codes, sessions, length = self._sizes
        weights, ordinals, values = self._read
        _RUN(
            *(place(sides.counts), weights, codes // 2, place(sides.masks), sessions),
            *(ordinals, values, length, *self._written),
        )
        matched = int(self.running[codes + length] - self.running[codes])
        return self.running, (self.numbers[:matched], self.numbers[matched:])
