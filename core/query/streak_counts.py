"""Streaks and runs across sessions as the kernel counts them, into room that lives with a plan."""

from __future__ import annotations

import numpy as np

from core.kernel.library import Length, Pointer, function, place, pointer
from core.modules.plan.figures import Ints
from core.modules.plan.in_order import Running, Streaking
from core.query import bitmaps
from core.query.bitmaps import Mask

_ROOM = Pointer, Pointer, Pointer, Pointer, Pointer
_STREAK_LENGTHS = function("streak_lengths", *(Pointer,) * 3, Length, Length, *_ROOM, Pointer, Length)
_LONGEST_RUNS = function("longest_runs", *(Pointer,) * 3, Length, Length, Pointer, Pointer)


class StreakCounts:
    """Streaks of F features by length, of the days counted last.

    Those of length k are feature i's at `starts[i] + k` of `by_length`, k from 0 to `longest[i]`, and those
    whose next session is known at the same place of `followed`. There is room for the longest streak over all
    sessions, and no selection has one that is longer; what stands beyond `longest[i]` means nothing.
    """

    def __init__(self, streaking: Streaking) -> None:
        features, sessions = streaking.active.shape
        words = bitmaps.word_count(sessions)
        room = _room(streaking)
        self.starts = np.cumsum(room) - room
        self.by_length, self.followed = np.zeros((2, room.sum()), dtype=np.int64)
        self.longest = np.zeros(features, dtype=np.int64)
        follows = bitmaps.pack(np.concatenate(([False], streaking.linked)))
        self._bound = (
            pointer(bitmaps.pack(streaking.active), bitmaps.WORD, (features, words)),
            pointer(bitmaps.pack(streaking.known), bitmaps.WORD, (features, words)),
            *(pointer(follows, bitmaps.WORD, (words,)), features, words),
            pointer(np.empty(4 * words, dtype=bitmaps.WORD), bitmaps.WORD, (4 * words,)),
            pointer(self.starts, np.int64, (features,)),
            pointer(self.by_length, np.int64, (room.sum(),)),
            pointer(self.followed, np.int64, (room.sum(),)),
            pointer(self.longest, np.int64, (features,)),
        )
        self._sessions = sessions

    def count(self, matched: Mask) -> bool:
        """Count the streaks of the matched days (N,); False without a kernel."""
        if _STREAK_LENGTHS is None:
            return False
        _STREAK_LENGTHS(*self._bound, place(matched), self._sessions)
        return True


class RunCounts:
    """The longest run of bars of F features across neighbouring days, `longest` (F,), as looked for last."""

    def __init__(self, running: Running) -> None:
        _, features, sessions = running.runs.shape
        self.longest = np.zeros(features, dtype=np.int64)
        self._bound = (
            pointer(running.runs * running.known, np.uint8, running.runs.shape),
            pointer(running.full, np.bool_, (features, sessions)),
            pointer(running.linked, np.bool_, (features, sessions - 1)),
            *(features, sessions, pointer(self.longest, np.int64, (features,))),
        )

    def count(self, matched: Mask) -> bool:
        """Look through the matched days (N,); False without a kernel."""
        if _LONGEST_RUNS is None:
            return False
        _LONGEST_RUNS(*self._bound, place(matched))
        return True


def _room(streaking: Streaking) -> Ints:
    """Places (F,) for each feature's streaks by length: from 0 to the longest over all sessions."""
    every = streaking.lengths(np.ones(streaking.active.shape[1], dtype=np.bool_)).by_length
    return np.asarray(1 + np.max(np.arange(every.shape[1]) * (every > 0), axis=1), dtype=np.int64)
