"""Streaks and runs across sessions of all features at once: one row for each, the matched days in order.

A day without a value breaks what goes on before it, as a day that is not matched does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE, EmaRun
from core.modules.feature_view import Sessions
from core.modules.plan.figures import Floats, Ints

Flags = NDArray[np.bool_]
Rows = NDArray[np.intp]

_EVENNESS = 0.5


@dataclass(frozen=True, slots=True)
class Ordered:
    """Matched days in order: their rows (n,), and which but the first follow the one before (n - 1,)."""

    rows: Rows
    linked: Flags

    @classmethod
    def of(cls, rows: Rows, previous: NDArray[np.int32]) -> Ordered:
        """Days at `rows`; `previous` (N,) is the row a streak goes on from or -1."""
        return cls(rows, previous.take(rows[1:]) == rows[:-1])


@dataclass(frozen=True, slots=True)
class Lengths:
    """Streaks of several features by length: all (F, L), and those whose next session is known (F, L)."""

    by_length: Ints
    followed: Ints


@dataclass(frozen=True, slots=True)
class Streaking:
    """Active days (F, N), and those with a value."""

    active: Flags
    known: Flags

    @classmethod
    def of(cls, features: Sequence[tuple[Sessions, tuple[int, int]]]) -> Streaking:
        """Features, each with the first and the last code that counts as active."""
        active = [(each.codes >= low) & (each.codes <= high) for each, (low, high) in features]
        return cls(np.array(active), np.array([each.codes != NULL_CODE for each, _ in features]))

    def lengths(self, days: Ordered) -> Lengths:
        """The streaks of the matched days."""
        active, known = self.active.take(days.rows, axis=1), self.known.take(days.rows, axis=1)
        goes_on = active[:, 1:] & active[:, :-1]
        goes_on &= days.linked
        begins, ends = active.copy(), active.copy()
        begins[:, 1:] ^= goes_on
        ends[:, :-1] ^= goes_on
        known[:, :-1] = known[:, 1:] & days.linked
        known[:, -1:] = False
        last = ends.ravel().nonzero()[0]
        length = last - begins.ravel().nonzero()[0] + 1
        width = int(length.max(initial=0)) + 1
        at = last // max(1, active.shape[1]) * width + length
        return Lengths(self._count(at, width), self._count(at[known.ravel().take(last)], width))

    def _count(self, at: Ints, width: int) -> Ints:
        return np.bincount(at, minlength=len(self.active) * width).reshape(-1, width)


@dataclass(frozen=True, slots=True)
class Running:
    """Runs of bars that may go on from one session's last bar to the next one's first.

    `runs` (3, F, N) are the columns HEAD, TAIL and LONGEST, 0 on days without a value; `full` (F, N) are the
    days that one run filled.
    """

    runs: NDArray[np.int32]
    full: Flags
    known: Flags
    span: int

    @classmethod
    def of(cls, features: Sequence[tuple[Sessions, NDArray[np.uint8]]], span: int) -> Running:
        """Features with the runs (N, 9) on one side of the EMA, all on `span` bars a day."""
        known = np.array([each.codes != NULL_CODE for each, _ in features])
        columns = (EmaRun.HEAD, EmaRun.TAIL, EmaRun.LONGEST)
        runs = np.array([[each[:, column] for _, each in features] for column in columns], dtype=np.int32)
        full = np.array([each[:, EmaRun.BARS] == span for _, each in features]) & known
        return cls(runs * known, full, known, span)

    def longest(self, days: Ordered) -> Ints:
        """The longest run (F,) across neighbouring matched days; 0 without any."""
        head, tail, longest = self.runs.take(days.rows, axis=2)
        full, known = self.full.take(days.rows, axis=1), self.known.take(days.rows, axis=1)
        linked = known[:, 1:] & known[:, :-1]
        linked &= days.linked
        filled = linked & full[:, 1:]
        if filled.any():
            tail = self._alive(tail, filled)
        carried = tail[:, :-1] * linked
        carried += head[:, 1:]
        found = np.maximum(longest.max(axis=1, initial=0), carried.max(axis=1, initial=0))
        return np.asarray(np.maximum(found, tail.max(axis=1, initial=0)))

    def _alive(self, tail: Ints, filled: Flags) -> Ints:
        """Bars (F, n) of the run still alive at each day's last bar, counted back over the days it filled."""
        places = np.arange(tail.shape[1])
        begun = np.zeros(tail.shape, dtype=np.int64)
        begun[:, 1:] = np.where(filled, 0, places[1:])
        np.maximum.accumulate(begun, axis=1, out=begun)
        return np.asarray(np.take_along_axis(tail, begun, axis=1) + self.span * (places - begun))


def medians(lengths: Lengths) -> Floats:
    """The middle streak (F,) in the arithmetic of `core.modules.order_statistics`, NaN without any."""
    up_to = lengths.by_length.cumsum(axis=1)
    last = np.maximum(up_to[:, -1] - 1, 0)
    position = last * _EVENNESS
    rank = position.astype(np.int64)
    low = (up_to <= rank[:, None]).sum(axis=1)
    high = (up_to <= np.minimum(rank + 1, last)[:, None]).sum(axis=1)
    found = np.where(position == rank, low, high - (high - low) * _EVENNESS)
    return np.where(up_to[:, -1] == 0, np.nan, found)
