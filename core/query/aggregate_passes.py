"""A plan's aggregates by the kernel: four passes over arrays that the plan made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.kernel.library import Length, Pointer, Real, function, place, pointer
from core.modules.power_sums import STEADY, Powers
from core.query.bitmaps import Words
from core.query.ranks import Ranks

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_COUNT = function("count_sessions", Pointer, Length, Length, Pointer, Length, Pointer, Length, Pointer)
_SUMMARIES = function(
    "number_summaries",
    *(Pointer, Pointer, Pointer, Length, Pointer, Length, Length, Length, Pointer, Pointer),
    *(Pointer, Length, Pointer, Pointer),
)
_POWERS = function("power_sums", Pointer, Length, Length, Pointer, Length, Pointer, Pointer)
_INTEGERS = function("integer_moments", Pointer, Pointer, Pointer, Pointer, Length, Pointer, Pointer, Length)
_NUMERICS = function(
    "numeric_moments", Pointer, Pointer, Pointer, Real, Length, Pointer, Pointer, Length, Pointer
)


def in_passes(rows: NDArray[np.unsignedinteger]) -> bool:
    """Whether there is a kernel, and slots that it reads."""
    return _COUNT is not None and rows.dtype == np.uint16


@dataclass(frozen=True, slots=True)
class Numbers:
    """Integers and, after them, numerics among the slots.

    Number j (M,) has the slots `begin` to before `end`, which are worth `worth` (S,); `lowest` (F,) is what
    the first of each integer is worth. The numerics' slots are blocks of `ranks`, after `codes` slots.
    """

    begin: Ints
    end: Ints
    worth: Floats
    lowest: Ints
    ranks: Ranks
    codes: int


class Passes:
    """What the kernel reads and writes for one plan: its arrays, seen to fit each other."""

    def __init__(
        self, rows: NDArray[np.unsignedinteger], whole: Ints, numbers: Numbers, powers: Powers
    ) -> None:
        """Raises ValueError where arrays do not fit; `rows` (N, c) are places of `whole` (S,)."""
        sessions, columns = rows.shape
        length, m, q = len(whole), len(numbers.begin), len(powers.centre)
        inside = not rows.size or rows.max() < length
        if not (inside and numbers.begin.min(initial=0) >= 0 and numbers.end.max(initial=0) <= length):
            raise ValueError(f"slots: past {length}, of which the plan has counts")
        blocks, size = numbers.ranks.ordinals.shape
        self._sessions, self._shape, self._q = sessions, (length, m), q
        self._rows = pointer(rows, np.uint16, (sessions, columns)), columns
        self._whole = pointer(whole, np.int64, (length,)), length
        self._spans = pointer(numbers.begin, np.int64, (m,)), pointer(numbers.end, np.int64, (m,))
        self._lowest = pointer(numbers.lowest, np.int64, (m - q,)), m - q
        self._blocks = (
            *(pointer(numbers.worth, np.float64, (numbers.codes + blocks,)), m - q, numbers.codes, size),
            pointer(numbers.ranks.ordinals, np.int32, (blocks, size)),
            pointer(numbers.ranks.values, np.float64, (blocks, size)),
        )
        offsets = np.ascontiguousarray(powers.columns[:, :q])
        self._offsets = pointer(offsets, np.float64, (sessions, q)), q
        self._all = pointer(powers.whole, np.float64, (3 * q,))
        self._sums = pointer(np.empty(3 * q), np.float64, (3 * q,))
        self._about = tuple(pointer(each, np.float64, (q,)) for each in (powers.centre, powers.variance))

    def of(self, words: Words) -> tuple[Ints, Floats, Floats, NDArray[np.bool_]]:
        """Counts (S,), summaries (M, 5), moments (3, M), and the numerics whose moments are too even."""
        (length, m), q = self._shape, self._q
        counts, days = np.empty(length, dtype=np.int64), np.empty(m, dtype=np.int64)
        summaries, moments = np.empty((m, 5)), np.empty((3, m))
        unsteady = np.empty(q, dtype=np.bool_)
        asked = place(words), len(words), self._sessions
        counted, n, figures = place(counts), place(days), place(moments)
        _COUNT(*asked, *self._rows, *self._whole, counted)
        _SUMMARIES(*(counted, *self._spans, m, *self._blocks, asked[0], self._sessions, n, place(summaries)))
        _POWERS(*asked, *self._offsets, self._all, self._sums)
        _INTEGERS(counted, *self._spans, *self._lowest, n, figures, m)
        _NUMERICS(self._sums, *self._about, STEADY, q, n, figures, m, place(unsteady))
        return counts, summaries, moments, unsteady
