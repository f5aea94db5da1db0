"""How much of the day the bars spent on one side of the EMA (statistics.md, ema_accumulation)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.contracts.pack import RUN_THRESHOLDS, EmaRun
from core.contracts.session_results import (
    BarQuartiles,
    EmaAccumulation,
    EmaBucket,
    EmaStreaks,
    RegimeBalance,
    RegimePersistence,
    RunContinuation,
)
from core.modules.feature_view import FeatureView, Tally
from core.modules.order_statistics import counted, quantile
from core.modules.proportions import percentage, share
from core.modules.session_order import Mask, follows, of_baseline, rows_of, sessions_of

Runs = NDArray[np.int64]
"""One side's runs of bars on n days, (n, 9) with the columns of EmaRun."""

BUCKET_LABELS = ("Hardly any", "Few", "About half", "Most", "Nearly all")
BUCKET_STARTS = {LAST_BAR: (0, 17, 33, 49, 65), 18: (0, 4, 8, 11, 15)}
"""First number of bars in each bucket, by the bars looked at."""


def ema_accumulation(view: FeatureView) -> EmaAccumulation:
    """The matched days' bars on the feature's side of the EMA, beside the baseline's.

    The bars looked at end where the feature is known: all 81, or 18.

    Raises:
        ValueError: the view has no runs: it was made from counts alone, or for a feature without any.
    """
    return replace(_answer(view, view.matched), baseline=ema_baseline(view))


def ema_baseline(view: FeatureView) -> EmaAccumulation:
    """The same on the baseline; ValueError as there."""
    return of_baseline(view, "ema_accumulation", _answer)


def _answer(view: FeatureView, tally: Tally) -> EmaAccumulation:
    sessions, rows = sessions_of(view), rows_of(view, tally)
    if sessions.ema_runs is None:
        raise ValueError(f"{view.definition.name}: runs of bars by session expected, none found")
    linked, span = follows(sessions, rows), view.definition.known_at.bar
    above, *below = [_side(runs[rows].astype(np.int64), linked, span) for runs in sessions.ema_runs]
    return replace(above, below=below[0]) if below else above


def _side(runs: Runs, linked: Mask, span: int) -> EmaAccumulation:
    by_bars = np.bincount(runs[:, EmaRun.BARS], minlength=span + 1).tolist()
    days = counted(0, by_bars)
    quartiles = [quantile(days, probability) for probability in (0.25, 0.5, 0.75)]
    return EmaAccumulation(
        is_5m_ema=True,
        regime_balance=_balance(by_bars),
        regime_persistence=_persistence(runs, span),
        streak_stats=EmaStreaks(
            mean_eod_streak=share(int(runs[:, EmaRun.TAIL].sum()), len(runs)),
            max_streak_in_data=_longest_across(runs, linked, span) or None,
        ),
        distribution_stats=BarQuartiles([each for each in quartiles if each is not None] or None),
    )


def bucket_spans(span: int) -> dict[str, tuple[int, int]]:
    """First and last number of bars of each bucket, by its bar range; `span` are the bars looked at."""
    edges = pairwise((*BUCKET_STARTS[span], span + 1))
    return {f"{start}-{stop - 1}": (start, stop - 1) for start, stop in edges}


def _balance(by_bars: list[int]) -> RegimeBalance:
    """Days by their number of bars on the side: `by_bars[k]` days had k of them."""
    span, n = len(by_bars) - 1, sum(by_bars)
    bars = sum(number * days for number, days in enumerate(by_bars))
    buckets = [
        _bucket(label, first, last, by_bars)
        for label, (first, last) in zip(BUCKET_LABELS, bucket_spans(span).values(), strict=True)
    ]
    return RegimeBalance(share(bars, n), percentage(bars, span * n), buckets)


def _bucket(label: str, first: int, last: int, by_bars: list[int]) -> EmaBucket:
    span, days = len(by_bars) - 1, sum(by_bars[first : last + 1])
    percents = percents_of(first, last, span)
    return EmaBucket(label, f"{first}-{last}", percents, days, percentage(days, sum(by_bars)))


def percents_of(first: int, last: int, span: int) -> str:
    """A bucket's bars as percentages of the bars looked at, in words."""
    return f"{round(100 * first / span)}-{round(100 * last / span)} %"


def _persistence(runs: Runs, span: int) -> RegimePersistence:
    totals = runs.sum(axis=0).tolist()
    count = totals[EmaRun.RUNS]
    lasted = [
        RunContinuation(threshold, share(totals[place], count) if threshold <= span else None)
        for threshold, place in RUN_THRESHOLDS.items()
    ]
    return RegimePersistence(
        runs=count,
        avg_consecutive_bars=share(totals[EmaRun.BARS], count),
        max_streak=int(runs[:, EmaRun.LONGEST].max()) if count else None,
        continuation_prob_5_plus=lasted[0].probability,
        continuation_distribution=lasted,
        full_day_regime_prob=share(int((runs[:, EmaRun.BARS] == span).sum()), len(runs)),
    )


def _longest_across(runs: Runs, linked: Mask, span: int) -> int:
    """The longest run over neighbouring days, from one's last bar on to the next one's first; 0 without any.

    Bar 18 and the next day's bar 1 are no neighbours, so that by bar 18 every run stays inside its session.
    """
    longest = int(runs[:, EmaRun.LONGEST].max(initial=0))
    if span < LAST_BAR or not len(runs):
        return longest
    alive = _alive_at_close(runs, linked, span)
    carried = np.where(linked[1:], alive[:-1], 0) + runs[1:, EmaRun.HEAD]
    return max(longest, int(alive.max()), int(carried.max(initial=0)))


def _alive_at_close(runs: Runs, linked: Mask, span: int) -> NDArray[np.int64]:
    """Bars (n,) of the run still alive at each day's last bar, counted back over the days it filled."""
    places = np.arange(len(runs))
    filled = linked & (runs[:, EmaRun.BARS] == span)
    begun = np.maximum.accumulate(np.where(filled, 0, places))
    return np.asarray(runs[begun, EmaRun.TAIL] + span * (places - begun))
