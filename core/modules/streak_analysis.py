"""How many sessions in a row a feature was active (statistics.md, streak_analysis)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.contracts.catalogue import Kind
from core.contracts.day_parts import Side
from core.contracts.pack import NULL_CODE
from core.contracts.session_results import Continuation, StreakAnalysis, StreakStats
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import counted, quantile
from core.modules.proportions import percentage, share
from core.modules.session_order import (
    Mask,
    Rows,
    follows,
    of_baseline,
    rows_of,
    session_after,
    sessions_of,
)


def streak_analysis(view: FeatureView) -> StreakAnalysis:
    """Streaks of the matched days, a signed count's negative ones under `below`, beside the baseline's."""
    return replace(_answer(view, view.matched), baseline=streak_baseline(view))


def streak_baseline(view: FeatureView) -> StreakAnalysis:
    """The same of the baseline."""
    return of_baseline(view, "streak_analysis", _answer)


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
    rows, sessions = rows_of(view, tally), sessions_of(view)
    linked, after = follows(sessions, rows), session_after(sessions, rows)
    goes_on = [known & (after >= 0) for known in _sides(view, after)]
    sides = zip(_sides(view, rows), goes_on, strict=True)
    above, *below = [_side(active, linked, after >= 0, on) for active, on in sides]
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


def _side(active: Mask, linked: Mask, is_known: Mask, goes_on: Mask) -> StreakAnalysis:
    """One side's streaks; where the session after a day is known, and whether it is active there."""
    first, last = _bounds(active, linked)
    days, n, by_length = int(active.sum()), len(active), np.bincount(last - first + 1, minlength=1).tolist()
    standing = np.repeat(first, last - first + 1)
    lengths = np.flatnonzero(active) - standing + 1
    runs = counted(0, by_length)
    return StreakAnalysis(
        active_days=days,
        total_days=n,
        overall_percentage=percentage(days, n),
        streak_distribution={str(length): count for length, count in enumerate(by_length) if count},
        streak_stats=StreakStats(quantile(runs, 0.5), len(by_length) - 1 if days else None),
        mean_streak=share(days, runs.n),
        continuation=_continuation(lengths, is_known[active], goes_on[active]),
    )


def _continuation(lengths: Rows, is_known: Mask, goes_on: Mask) -> list[Continuation]:
    """Of the active days at each length whose session after is known, the share that is active there too."""
    most = int(lengths.max(initial=0)) + 1
    known, on = (np.bincount(lengths[each], minlength=most).tolist() for each in (is_known, goes_on))
    return [
        Continuation(length, share(on[length], known[length]), known[length]) for length in range(1, most)
    ]
