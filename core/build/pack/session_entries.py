"""The pack's entries session by session: what counts by code cannot tell of streaks, extremes, EMA runs."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.build.pack.bitmap_entries import Arrays
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import RUN_THRESHOLDS
from core.features.bars import column, first_bar, first_highest_bar, lacks, null_where
from core.features.runs import run_lengths
from core.features.ticks import in_ticks
from core.market.market import BoolArray, FloatArray, IntArray, Market

T = TypeVar("T")

PERIOD_STARTS = (0, 27, 54)
"""First column of each period."""


class _Extremes(NamedTuple):
    """Updates (N, 81) of one side, or of both added, and the bar (N,) of the final extreme."""

    updates: IntArray
    final_bar: FloatArray


def _highs(market: Market) -> _Extremes:
    return _extremes(market.high)


def _lows(market: Market) -> _Extremes:
    return _extremes(-market.low)


def _either(market: Market) -> _Extremes:
    high, low = _highs(market), _lows(market)
    return _Extremes(high.updates + low.updates, np.minimum(high.final_bar, low.final_bar))


def _above(market: Market) -> BoolArray:
    return market.close > market.ema


def _below(market: Market) -> BoolArray:
    return market.close < market.ema


EXTREMES: dict[str, Callable[[Market], _Extremes]] = {
    "new_high_count": _highs,
    "new_low_count": _lows,
    "hod_bar": _highs,
    "lod_bar": _lows,
    "first_extreme_bar": _either,
}
"""Which extremes a feature of extreme_timing or hod_lod_analysis is about."""

EMA_SIDES: dict[str, tuple[Callable[[Market], BoolArray], ...]] = {
    "ema20_bars_above": (_above,),
    "ema20_bars_below": (_below,),
    "ema20_bars_above_b18": (_above,),
    "ema20_eod_streak": (_above, _below),
    "ema20_day_regime": (_above, _below),
}
"""Which sides of the EMA a feature of ema_accumulation is about."""


def session_entries(catalogue: Catalogue, market: Market) -> Arrays:
    """Adjacency of the sessions, and what the features' own modules read of each session.

    Raises:
        DataError: a feature names extreme_timing, hod_lod_analysis or ema_accumulation and says not of what.
    """
    ticks = in_ticks(market)
    arrays: Arrays = {entries.STREAK_PREVIOUS: streak_previous(market).astype("<i4")}
    for feature in catalogue.features:
        if {"extreme_timing", "hod_lod_analysis"} & set(feature.modules):
            arrays[entries.extremes(feature.name)] = _extremes_entry(_known(EXTREMES, feature)(ticks))
        if "ema_accumulation" in feature.modules:
            sides = [side(ticks)[:, : feature.known_at.bar] for side in _known(EMA_SIDES, feature)]
            arrays[entries.ema_runs(feature.name)] = np.stack([_runs_entry(side) for side in sides])
    if any("ath_analysis" in feature.modules for feature in catalogue.features):
        arrays[entries.ALL_TIME_HIGHS] = all_time_highs(ticks)
    return arrays


def streak_previous(market: Market) -> IntArray:
    """Row (N,) of the full session before with only half days between; -1 where a session is absent."""
    table = market.sessions
    before = table.previous[market.ordinal]
    while (on_half_day := (before >= 0) & ~table.is_full[before]).any():
        before = np.where(on_half_day, table.previous[before], before)
    return np.where(before >= 0, table.full_row[before], -1)


def all_time_highs(ticks: Market) -> FloatArray:
    """The columns of AllTimeHigh (N, 4) of a market in ticks."""
    ath = ticks.ath_before
    first = null_where(lacks(ath), first_bar(ticks.high > column(ath)))
    drawdown = 100.0 * (ath - ticks.close[:, -1]) / ath
    columns = [first, _since_last(ticks, first > 0), _next_makes_one(ticks, first), drawdown]
    return np.column_stack(columns).astype("<f8")


def _since_last(market: Market, made: BoolArray) -> FloatArray:
    """Exchange sessions (N,) from the day that made a high before to each one that made one; else NaN."""
    since, days = np.full(len(market), np.nan), np.flatnonzero(made)
    since[days[1:]] = np.diff(market.calendar.session_number[days])
    return since


def _next_makes_one(market: Market, first: FloatArray) -> FloatArray:
    """Whether the full session after each one (N,) makes a high; NaN where it is absent or null."""
    following = np.full(len(market) + 1, np.nan)
    # A session without one before it, -1, writes to the place past the last.
    following[streak_previous(market)] = null_where(np.isnan(first), first > 0)
    return following[:-1]


def _known(table: dict[str, T], feature: FeatureDefinition) -> T:
    if feature.name not in table:
        known = ", ".join(table)
        raise DataError(f"feature {feature.name}: its modules {feature.modules} are made for {known}.")
    return table[feature.name]


def _extremes(high: FloatArray) -> _Extremes:
    updates = np.zeros(high.shape, dtype=np.int64)
    updates[:, 1:] = high[:, 1:] > np.maximum.accumulate(high, axis=1)[:, :-1]
    return _Extremes(updates, first_highest_bar(high))


def _extremes_entry(found: _Extremes) -> NDArray[np.uint8]:
    by_period = np.add.reduceat(found.updates, PERIOD_STARTS, axis=1)
    return np.column_stack([by_period, found.final_bar]).astype("|u1")


def _runs_entry(on_side: BoolArray) -> NDArray[np.uint8]:
    """The columns of EmaRun (N, 9) of bars (N, B) on one side."""
    lengths = run_lengths(on_side)
    # A run of at least k bars stands at length k exactly once.
    reached = [(lengths == threshold).sum(axis=1) for threshold in (1, *RUN_THRESHOLDS)]
    head, tail = run_lengths(on_side[:, ::-1])[:, -1], lengths[:, -1]
    return np.column_stack([on_side.sum(axis=1), head, tail, lengths.max(axis=1), *reached]).astype("|u1")
