"""How many sessions in a row a feature was active (statistics.md, streak_analysis)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Kind
from core.contracts.day_parts import Side
from core.contracts.pack import NULL_CODE
from core.contracts.session_results import Continuation, StreakAnalysis, StreakStats
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import counted, quantile
from core.modules.proportions import percentage, share
from core.modules.session_order import Mask, Rows, follows, of_baseline, rows_of, sessions_of


@dataclass(frozen=True, slots=True)
class Streaks:
    """Streaks by their length, position k = length k: all of them, and those whose next session is known.

    The next session is known where it is the exchange session after, matched and with a value; other streaks
    were cut, by the filter or by the data, and say nothing of whether they would have gone on.
    """

    by_length: NDArray[np.int64]
    followed: NDArray[np.int64]


def streak_analysis(view: FeatureView) -> StreakAnalysis:
    """Streaks of the matched days, a signed count's negative ones under `below`, beside the baseline's."""
    return replace(_answer(view, view.matched), baseline=streak_baseline(view))


def streak_baseline(view: FeatureView) -> StreakAnalysis:
    """The same of the baseline."""
    return of_baseline(view, "streak_analysis", _answer)


def streaks_of(active: Mask, linked: Mask) -> Streaks:
    """The streaks of days (n,) in order; `linked` marks a day that follows the one before it."""
    known = np.zeros_like(linked)
    known[:-1] = linked[1:]
    first, last = _bounds(active, linked)
    lengths = last - first + 1
    by_length = np.bincount(lengths, minlength=1)
    return Streaks(by_length, np.bincount(lengths[known[last]], minlength=len(by_length)))


def streak_rows(view: FeatureView, length: int, side: Side) -> Rows:
    """Rows of the matched days in streaks of exactly `length`, ascending; none on a side it lacks."""
    rows = rows_of(view, view.matched)
    sides = dict(zip(("above", "below"), _sides(view, rows), strict=False))
    active = sides.get(side, np.zeros(len(rows), dtype=np.bool_))
    first, last = _bounds(active, follows(sessions_of(view), rows))
    chosen = last - first + 1 == length
    return np.asarray(rows[(first[chosen][:, None] + np.arange(length)).ravel()])


def _bounds(active: Mask, linked: Mask) -> tuple[Rows, Rows]:
    """Positions of the first and the last day of each streak."""
    goes_on = active & linked
    goes_on[:1] = False
    goes_on[1:] &= active[:-1]
    ends = active.copy()
    ends[:-1] &= ~goes_on[1:]
    return (active & ~goes_on).nonzero()[0], ends.nonzero()[0]


def _answer(view: FeatureView, tally: Tally) -> StreakAnalysis:
    rows = rows_of(view, tally)
    linked = follows(sessions_of(view), rows)
    above, *below = [_side(active, linked) for active in _sides(view, rows)]
    return replace(above, below=below[0]) if below else above


def _sides(view: FeatureView, rows: Rows) -> list[Mask]:
    """Active days (n,): an enum's first label, true, above 0; for a signed count also those below 0."""
    codes = sessions_of(view).codes[rows]
    spans = streak_codes(view.definition.kind, view.scale.first)
    return [(codes >= low) & (codes <= high) for low, high in spans]


def streak_codes(kind: Kind, first: int) -> list[tuple[int, int]]:
    """First and last code that counts as active, above and, for a signed count, below."""
    if kind in ("enum", "boolean"):
        return [(int(kind == "boolean"),) * 2]
    above = (1 - first, NULL_CODE - 1)
    return [above, (0, -first - 1)] if first < 0 else [above]


def _side(active: Mask, linked: Mask) -> StreakAnalysis:
    streaks = streaks_of(active, linked)
    days, n, by_length = int(active.sum()), len(active), streaks.by_length.tolist()
    runs = counted(0, by_length)
    return StreakAnalysis(
        active_days=days,
        total_days=n,
        overall_percentage=percentage(days, n),
        streak_distribution={str(length): count for length, count in enumerate(by_length) if count},
        streak_stats=StreakStats(quantile(runs, 0.5), len(by_length) - 1 if days else None),
        mean_streak=share(days, runs.n),
        continuation=_continuation(streaks),
    )


def _continuation(streaks: Streaks) -> list[Continuation]:
    """Of the streaks that stood at each length and whose next session is known, the share active there."""
    longer = np.cumsum(streaks.by_length[::-1])[::-1] - streaks.by_length
    stood = longer + streaks.followed
    lengths = zip(longer.tolist(), stood.tolist(), strict=True)
    return [Continuation(length, share(on, of), of) for length, (on, of) in enumerate(lengths) if length]
