"""Streaks and runs across sessions of all features at once: one row for each, the sessions in order.

A day without a value breaks what goes on before it, as a day that is not matched does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import NULL_CODE, EmaRun
from core.modules.feature_view import Sessions
from core.modules.plan.figures import Floats, Ints

Flags = NDArray[np.bool_]

_MIDDLE = 0.5


@dataclass(frozen=True, slots=True)
class Lengths:
    """Streaks of several features by length: all (F, L), and those whose next session is known (F, L)."""

    by_length: Ints
    followed: Ints


@dataclass(frozen=True, slots=True)
class Streaking:
    """Active days (F, N) and those with a value; `linked` (N - 1,) are the days but the first that follow."""

    active: Flags
    known: Flags
    linked: Flags

    @classmethod
    def of(cls, features: Sequence[tuple[Sessions, tuple[int, int]]]) -> Streaking:
        """Features of one snapshot, each with the first and the last code that counts as active."""
        active = [(each.codes >= low) & (each.codes <= high) for each, (low, high) in features]
        known = [each.codes != NULL_CODE for each, _ in features]
        return cls(np.array(active), np.array(known), _linked(features[0][0]))

    def lengths(self, matched: Flags) -> Lengths:
        """The streaks of the matched days (N,)."""
        begins = self.active & matched
        ends, linked = begins.copy(), self.linked & matched[1:]
        goes_on = begins[:, 1:] & begins[:, :-1]
        goes_on &= linked
        begins[:, 1:] ^= goes_on
        ends[:, :-1] ^= goes_on
        last = ends.ravel().nonzero()[0]
        length = last - begins.ravel().nonzero()[0] + 1
        width = int(length.max(initial=0)) + 1
        at = last // ends.shape[1] * width + length
        is_followed = np.zeros_like(ends)
        np.logical_and(self.known[:, 1:], linked, out=is_followed[:, :-1])
        return Lengths(self._count(at, width), self._count(at[is_followed.ravel().take(last)], width))

    def _count(self, at: Ints, width: int) -> Ints:
        return np.bincount(at, minlength=len(self.active) * width).reshape(-1, width)


@dataclass(frozen=True, slots=True)
class Running:
    """Runs of bars that may go on from one session's last bar to the next one's first.

    `runs` (3, F, N) are the columns HEAD, TAIL and LONGEST; `full` (F, N) are the days that one run filled,
    `linked` (F, N - 1) those but the first that follow a day with a value, and have one.
    """

    runs: NDArray[np.uint8]
    full: Flags
    known: Flags
    linked: Flags

    @classmethod
    def of(cls, features: Sequence[tuple[Sessions, NDArray[np.uint8]]]) -> Running:
        """Features of one snapshot with the runs (N, 9) on one side of the EMA, on all bars of the day."""
        known = np.array([each.codes != NULL_CODE for each, _ in features])
        columns = (EmaRun.HEAD, EmaRun.TAIL, EmaRun.LONGEST)
        runs = np.array([[each[:, column] for _, each in features] for column in columns])
        full = np.array([each[:, EmaRun.BARS] == LAST_BAR for _, each in features])
        linked = known[:, 1:] & known[:, :-1] & _linked(features[0][0])
        return cls(runs, full, known, linked)

    def longest(self, matched: Flags) -> Ints:
        """The longest run (F,) across neighbouring matched days (N,); 0 without any."""
        head, tail, longest = self.runs * (self.known & matched)
        linked = self.linked & matched[1:]
        linked &= matched[:-1]
        filled = linked & self.full[:, 1:]
        alive = self._alive(tail, filled) if filled.any() else tail
        carried = alive[:, :-1] * linked
        carried += head[:, 1:]
        found = [each.max(axis=1, initial=0) for each in (longest, carried, alive)]
        return np.asarray(np.max(found, axis=0))

    def _alive(self, tail: NDArray[np.uint8], filled: Flags) -> NDArray[np.int32]:
        """Bars (F, N) of the run still alive at each day's last bar, counted back over the days it filled."""
        places = np.arange(tail.shape[1], dtype=np.int32)
        begun = np.zeros(tail.shape, dtype=np.int32)
        begun[:, 1:] = np.where(filled, 0, places[1:])
        np.maximum.accumulate(begun, axis=1, out=begun)
        return np.asarray(np.take_along_axis(tail, begun, axis=1) + LAST_BAR * (places - begun))


def _linked(sessions: Sessions) -> Flags:
    """The days (N - 1,), the first left out, on which a streak goes on from the row before."""
    return np.asarray(sessions.streak_previous[1:] == np.arange(len(sessions.codes) - 1))


def medians(lengths: Lengths) -> Floats:
    """The middle streak (F,) in the arithmetic of `core.modules.order_statistics`, NaN without any."""
    up_to = lengths.by_length.cumsum(axis=1)
    last = np.maximum(up_to[:, -1] - 1, 0)
    position = last * _MIDDLE
    rank = position.astype(np.int64)
    low = (up_to <= rank[:, None]).sum(axis=1)
    high = (up_to <= np.minimum(rank + 1, last)[:, None]).sum(axis=1)
    found = np.where(position == rank, low, high - (high - low) * _MIDDLE)
    return np.where(up_to[:, -1] == 0, np.nan, found)
