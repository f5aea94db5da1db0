"""Figures that depend on the order of days: streaks of active days, runs of bars across sessions."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import NULL_CODE, EmaRun
from core.figures.columns import FeatureDays, Side
from core.figures.formulas import Mask

Rows = NDArray[np.intp]


class Streaks(NamedTuple):
    """Streaks of one side, of `active` days in all: the count by length, from 0 to the longest.

    By length, `known` counts active days with a known next session, matched or not; `went_on` counts those
    with an active next session.
    """

    active: int
    by_length: list[int]
    known: list[int]
    went_on: list[int]


def sides_of(feature: FeatureDays) -> list[Side]:
    """Active is an enum's first label, true, above 0; a signed count has a second side, below 0."""
    codes, kind, zero = feature.codes, feature.definition.kind, -feature.first
    if kind in ("enum", "boolean"):
        return [_side(feature, codes == int(kind == "boolean"))]
    above = _side(feature, (codes > zero) & (codes < NULL_CODE))
    return [above, _side(feature, codes < zero)] if zero > 0 else [above]


def _side(feature: FeatureDays, active: Mask) -> Side:
    continues, following = np.zeros_like(active), np.zeros(len(active), dtype=np.uint8)
    continues[1:] = feature.goes_on[1:] & active[:-1]
    following[:-1] = np.where((feature.goes_on & feature.known)[1:], 1 + active[1:], 0)
    return Side(active, continues, following)


def streaks(side: Side, days: Mask) -> Streaks:
    active, begins, lengths = _runs(side, days)
    longest = int(lengths.max(initial=0))
    standing = np.arange(len(active)) - begins.repeat(lengths) + 1
    following = side.following.take(active)
    by_length = np.bincount(lengths, minlength=longest + 1)
    of_next = np.bincount(3 * standing + following, minlength=3 * longest + 3).reshape(-1, 3)
    known, went_on = of_next[:, 1] + of_next[:, 2], of_next[:, 2]
    return Streaks(len(active), by_length.tolist(), known.tolist(), went_on.tolist())


def in_streaks(side: Side, days: Mask, length: int) -> Mask:
    """The days of the group in streaks of exactly `length`."""
    active, _, lengths = _runs(side, days)
    found = np.zeros(len(days), dtype=np.bool_)
    found[active[np.repeat(lengths == length, lengths)]] = True
    return found


def _runs(side: Side, days: Mask) -> tuple[Rows, Rows, Rows]:
    """The group's active days, ascending; by streak the place of its first day, and its length."""
    active = np.flatnonzero(side.active & days)
    continues = side.continues.take(active) & days.take(active - 1)
    begins = np.flatnonzero(~continues)
    return active, begins, np.append(begins[1:], len(active))[: len(begins)] - begins


def longest_across(feature: FeatureDays, runs: NDArray[Any], days: Mask) -> int:
    """The longest run of bars (N, 9) over neighbouring days, from one's last bar to the next one's first.

    Bar 18 and the next day's bar 1 are not adjacent, so that by bar 18 every run stays inside its session.
    """
    rows, span = np.flatnonzero(feature.known & days), feature.definition.known_at.bar
    inside = int(runs[rows, EmaRun.LONGEST].max(initial=0))
    if span < LAST_BAR or not len(rows):
        return inside
    bars, head, tail = (runs[rows, each].astype(np.int64) for each in (EmaRun.BARS, EmaRun.HEAD, EmaRun.TAIL))
    follows, day = feature.goes_on[rows], np.arange(len(rows))
    follows[1:] &= rows[1:] == rows[:-1] + 1
    follows[:1] = False
    goes_through = follows & (bars == span)
    # the run alive at a day's last bar began on the last day that it did not go through from its first bar
    began = np.maximum.accumulate(np.where(goes_through, 0, day))
    alive = tail[began] + span * (day - began)
    handed_on = np.where(follows[1:], alive[:-1], 0) + head[1:]
    return max(inside, int(alive.max()), int(handed_on.max(initial=0)))
