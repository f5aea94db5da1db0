"""What only the order of the days tells: streaks of active days, runs of bars across sessions."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Kind
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import NULL_CODE, EmaRun
from core.statistics.bitmaps import Mask
from core.statistics.columns import FeatureDays

Rows = NDArray[np.intp]


class Streaks(NamedTuple):
    """Streaks of one side on `n` days: how many of each length, from 0 on.

    `known` and `went_on` count the active days that stand at each length: those whose next session has a
    value, matched or not, and those whose next session is active too.
    """

    active: int
    n: int
    by_length: list[int]
    known: list[int]
    went_on: list[int]


def streaks(feature: FeatureDays, days: Mask) -> list[Streaks]:
    """A feature's streaks on a group of days, by side."""
    present = feature.known & days
    linked = _linked(feature, present)
    following = np.append(feature.goes_on & feature.known, False)[1:]
    return [_of_side(active, present, linked, following) for active in _sides(feature)]


def in_streaks(feature: FeatureDays, days: Mask, length: int, side: int) -> Mask:
    """The days of the group in streaks of exactly `length`; none on a side that the feature lacks."""
    found, sides = np.zeros(len(days), dtype=np.bool_), _sides(feature)
    if side < len(sides):
        present = feature.known & days
        first, last = _bounds(sides[side] & present, _linked(feature, present))
        chosen = first[last - first + 1 == length]
        found[(chosen[:, None] + np.arange(length)).ravel()] = True
    return found


def streak_codes(kind: Kind, first: int) -> list[tuple[int, int]]:
    """First and last code that counts as active, above and, for a signed count, below."""
    if kind in ("enum", "boolean"):
        return [(int(kind == "boolean"),) * 2]
    above = (1 - first, NULL_CODE - 1)
    return [above, (0, -first - 1)] if first < 0 else [above]


def _sides(feature: FeatureDays) -> list[Mask]:
    """Active days (N,): an enum's first label, true, above 0; for a signed count also those below 0."""
    spans = streak_codes(feature.definition.kind, feature.first)
    return [(feature.codes >= low) & (feature.codes <= high) for low, high in spans]


def _linked(feature: FeatureDays, present: Mask) -> Mask:
    """Days (N,) that follow a day of the same set."""
    linked = present & feature.goes_on
    linked[1:] &= present[:-1]
    linked[:1] = False
    return linked


def _bounds(active: Mask, linked: Mask) -> tuple[Rows, Rows]:
    """The first and the last day of each streak."""
    goes_on = active & linked
    goes_on[1:] &= active[:-1]
    ends = active.copy()
    ends[:-1] &= ~goes_on[1:]
    return (active & ~goes_on).nonzero()[0], ends.nonzero()[0]


def _of_side(side: Mask, present: Mask, linked: Mask, following: Mask) -> Streaks:
    active = side & present
    first, last = _bounds(active, linked)
    lengths = last - first + 1
    days = active.nonzero()[0]
    standing = days - np.repeat(first, lengths) + 1
    known = following[days]
    on = known & np.append(side, False)[days + 1]
    most = int(lengths.max(initial=0)) + 1
    counts = [np.bincount(each, minlength=most).tolist() for each in (lengths, standing[known], standing[on])]
    return Streaks(len(days), int(np.count_nonzero(present)), *counts)


def longest_across(feature: FeatureDays, runs: NDArray[Any], days: Mask) -> int:
    """The longest run of bars (N, 9) over neighbouring days, from one's last bar on to the next one's first.

    Bar 18 and the next day's bar 1 are no neighbours, so that by bar 18 every run stays inside its session.
    """
    present, span = feature.known & days, feature.definition.known_at.bar
    rows = present.nonzero()[0]
    own = runs[rows].astype(np.int64)
    longest = int(own[:, EmaRun.LONGEST].max(initial=0))
    if span < LAST_BAR or not len(rows):
        return longest
    linked = _linked(feature, present)[rows]
    alive = _alive_at_close(own, linked, span)
    carried = np.where(linked[1:], alive[:-1], 0) + own[1:, EmaRun.HEAD]
    return max(longest, int(alive.max()), int(carried.max(initial=0)))


def _alive_at_close(runs: NDArray[np.int64], linked: Mask, span: int) -> NDArray[np.int64]:
    """Bars (n,) of the run still alive at each day's last bar, counted back over the days it filled."""
    places = np.arange(len(runs))
    filled = linked & (runs[:, EmaRun.BARS] == span)
    begun = np.maximum.accumulate(np.where(filled, 0, places))
    return np.asarray(runs[begun, EmaRun.TAIL] + span * (places - begun))
