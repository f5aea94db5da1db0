"""What only the order of the days tells: streaks of active days, runs of bars across sessions."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    following = np.append(feature.goes_on & feature.known, False)[1:]
    found = []
    for side in _sides(feature):
        active = np.flatnonzero(side & present)
        first, lengths = _streaks(feature, active)
        standing = active - np.repeat(first, lengths) + 1
        known = following[active]
        on = known & np.append(side, False)[active + 1]
        most = int(lengths.max(initial=0)) + 1
        counts = [
            np.bincount(each, minlength=most).tolist() for each in (lengths, standing[known], standing[on])
        ]
        found.append(Streaks(len(active), int(np.count_nonzero(present)), *counts))
    return found


def in_streaks(feature: FeatureDays, days: Mask, length: int, side: int) -> Mask:
    """The days of the group in streaks of exactly `length`; none on a side that the feature lacks."""
    found, sides = np.zeros(len(days), dtype=np.bool_), _sides(feature)
    if side < len(sides):
        first, lengths = _streaks(feature, np.flatnonzero(sides[side] & feature.known & days))
        found[(first[lengths == length][:, None] + np.arange(length)).ravel()] = True
    return found


def _sides(feature: FeatureDays) -> list[Mask]:
    """Active days (N,): an enum's first label, true, above 0; for a signed count also those below 0."""
    codes, kind, zero = feature.codes, feature.definition.kind, -feature.first
    if kind in ("enum", "boolean"):
        return [codes == int(kind == "boolean")]
    above = (codes > zero) & (codes < NULL_CODE)
    return [above, codes < zero] if zero > 0 else [above]


def _follows(feature: FeatureDays, rows: Rows) -> Mask:
    """Which of some days, ascending, is the session after the one before it."""
    follows = feature.goes_on[rows]
    follows[1:] &= rows[1:] == rows[:-1] + 1
    follows[:1] = False
    return follows


def _streaks(feature: FeatureDays, active: Rows) -> tuple[Rows, Rows]:
    """The first day of each streak of the active days, and its length."""
    begins = np.flatnonzero(~_follows(feature, active))
    return active[begins], np.diff(begins, append=len(active))


def longest_across(feature: FeatureDays, runs: NDArray[Any], days: Mask) -> int:
    """The longest run of bars (N, 9) over neighbouring days, from one's last bar on to the next one's first.

    Bar 18 and the next day's bar 1 are no neighbours, so that by bar 18 every run stays inside its session.
    """
    rows, span = np.flatnonzero(feature.known & days), feature.definition.known_at.bar
    own = runs[rows].astype(np.int64)
    longest = int(own[:, EmaRun.LONGEST].max(initial=0))
    if span < LAST_BAR or not len(rows):
        return longest
    follows, places = _follows(feature, rows), np.arange(len(rows))
    # the run still alive at each day's last bar, counted back over the days that it filled
    begun = np.maximum.accumulate(np.where(follows & (own[:, EmaRun.BARS] == span), 0, places))
    alive = own[begun, EmaRun.TAIL] + span * (places - begun)
    carried = np.where(follows[1:], alive[:-1], 0) + own[1:, EmaRun.HEAD]
    return max(longest, int(alive.max()), int(carried.max(initial=0)))
