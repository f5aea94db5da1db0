"""What a plan reads of the sessions' order: streaks, what they went on to, and runs across sessions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from core.modules.feature_view import Sessions
from core.modules.plan.figures import Floats, Ints, Wanted
from core.modules.plan.in_order import Lengths, Running, Streaking, medians
from core.modules.streak_analysis import streak_codes
from core.query.bitmaps import Mask
from core.query.index import SnapshotIndex
from core.query.streak_counts import RunCounts, StreakCounts

Encode = Callable[[Floats], list[bytes]]
"""Writes numbers as JSON, NaN as null; the rounding is the writer's."""

_CONTINUATION = b'{"length":%d,"probability":%b,"streaks":%d}'
_LENGTH = b'"%d":%d'


class Sequences:
    """Fills the kinds of streaks and of the longest run; `streaks` and `runs` is what the kernel counts."""

    def __init__(self, index: SnapshotIndex, names: tuple[str, ...], wanted: Wanted) -> None:
        streaks, runs = wanted.table("streaks", 2).tolist(), wanted.table("longest run", 2).tolist()
        asked = [_streaking(index, names[place], which) for place, which in streaks]
        self._streaking = Streaking.of(asked) if asked else None
        on_sides = [(index.sessions(names[place]), side) for place, side in runs]
        sides = [(each, each.ema_runs[side]) for each, side in on_sides if each.ema_runs is not None]
        self._running = Running.of(sides) if sides else None
        self.streaks = None if self._streaking is None else StreakCounts(self._streaking)
        self.runs = None if self._running is None else RunCounts(self._running)

    def count(self, matched: Mask) -> None:
        """Fill `streaks` and `runs` with those of the matched days; only with a kernel."""
        for counts in (self.streaks, self.runs):
            if counts is not None:
                counts.count(matched)

    def of(self, matched: Mask, encode: Encode) -> tuple[dict[str, Floats], dict[str, list[bytes]]]:
        """Figures on the matched days, NaN for nothing, and texts."""
        if self._streaking is None and self._running is None:
            return {}, {}
        texts = {} if self._running is None else {"longest run": _or_none(self._running.longest(matched))}
        if self._streaking is None:
            return {}, texts
        lengths = self._streaking.lengths(matched)
        return _spread(lengths), texts | _texts(lengths, encode)


def _streaking(index: SnapshotIndex, name: str, which: int) -> tuple[Sessions, tuple[int, int]]:
    kind, first = index.catalogue.by_name[name].kind, index.scale(name).first
    return index.sessions(name), streak_codes(kind, first)[which]


def _spread(lengths: Lengths) -> dict[str, Floats]:
    by_length = lengths.by_length
    days, number = by_length.dot(np.arange(by_length.shape[1])), by_length.sum(axis=1)
    with np.errstate(invalid="ignore"):
        return {"streak median": medians(lengths), "streak mean": days / number}


def _texts(lengths: Lengths, encode: Encode) -> dict[str, list[bytes]]:
    by_length = lengths.by_length
    at_least = by_length[:, ::-1].cumsum(axis=1)[:, ::-1]
    longer = at_least - by_length
    stood = (longer + lengths.followed)[:, 1:]
    met = at_least[:, 1:] > 0
    longest = met.sum(axis=1)
    with np.errstate(invalid="ignore"):
        went_on = encode(longer[:, 1:][met] / stood[met])
    length = (met.nonzero()[1] + 1).tolist()
    figures = zip(length, went_on, stood[met].tolist(), strict=True)
    ends = [0, *longest.cumsum().tolist()]
    number = by_length[:, 1:][met].tolist()
    return {
        "streak longest": _or_none(longest),
        "continuation": _lists([_CONTINUATION % each for each in figures], ends),
        "streak lengths": [
            b"{%b}"
            % b",".join([_LENGTH % each for each in zip(length[a:b], number[a:b], strict=True) if each[1]])
            for a, b in pairwise(ends)
        ],
    }


def _lists(entries: list[bytes], ends: list[int]) -> list[bytes]:
    """Entries as JSON lists, each from one end to the next."""
    return [b"[%b]" % b",".join(entries[a:b]) for a, b in pairwise(ends)]


def _or_none(figures: Ints) -> list[bytes]:
    """Whole numbers as JSON, 0 as null."""
    return [b"%d" % figure if figure else b"null" for figure in figures.tolist()]
