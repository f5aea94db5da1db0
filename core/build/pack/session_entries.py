"""The pack's entries session by session: streaks, extremes, EMA runs, which codes cannot express."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.build.pack.feature_entries import Arrays
from core.contracts import pack as entries
from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.errors import DataError
from core.contracts.pack import RUN_THRESHOLDS
from core.features.bars import column, first_bar, first_highest_bar, lacks, null_where
from core.features.runs import run_lengths
from core.features.ticks import in_ticks
from core.market.market import BoolArray, FloatArray, IntArray, Market

PERIOD_STARTS = (0, 27, 54)
"""First column of each period."""


_PRICES: dict[str, Callable[[Market], FloatArray]] = {
    "high": lambda market: market.high,
    "low": lambda market: -market.low,
}
"""The prices with new extremes on a side (N, 81)."""

_ON_SIDE: dict[str, Callable[[Market], BoolArray]] = {
    "above": lambda market: market.close > market.ema,
    "below": lambda market: market.close < market.ema,
}
"""Bars (N, 81) that close on a side of the EMA."""

EXTREMES = {
    "new_high_count": ("high",),
    "new_low_count": ("low",),
    "hod_bar": ("high",),
    "lod_bar": ("low",),
    "first_extreme_bar": ("high", "low"),
}
"""The extremes of a feature of extreme_timing or hod_lod_analysis."""

EMA_SIDES = {
    "ema20_bars_above": ("above",),
    "ema20_bars_below": ("below",),
    "ema20_bars_above_b18": ("above",),
    "ema20_eod_streak": ("above", "below"),
    "ema20_day_regime": ("above", "below"),
}
"""The sides of the EMA of a feature of ema_accumulation."""


def session_entries(catalogue: Catalogue, market: Market) -> Arrays:
    """Adjacency of the sessions, and the inputs of the features' own modules.

    DataError if the tables above do not declare a feature's input.
    """
    ticks = in_ticks(market)
    # Features that are about the same sides share what is made of them.
    extremes = cache(lambda sides: _extremes([_PRICES[side](ticks) for side in sides]))
    ema_runs = cache(lambda side, bars: _ema_runs(_ON_SIDE[side](ticks)[:, :bars]))
    arrays: Arrays = {entries.STREAK_PREVIOUS: streak_previous(market).astype("<i4")}
    for feature in catalogue.features:
        if {"extreme_timing", "hod_lod_analysis"} & set(feature.modules):
            arrays[entries.extremes(feature.name)] = extremes(_sides(EXTREMES, feature))
        if "ema_accumulation" in feature.modules:
            runs = [ema_runs(side, feature.known_at.bar) for side in _sides(EMA_SIDES, feature)]
            arrays[entries.ema_runs(feature.name)] = np.stack(runs)
    if any("ath_analysis" in feature.modules for feature in catalogue.features):
        arrays[entries.ALL_TIME_HIGHS] = all_time_highs(ticks)
    return arrays


def streak_previous(market: Market) -> IntArray:
    """Row (N,) of the full session before, across half days; -1 if a session between is absent."""
    table = market.sessions
    before = table.previous[market.ordinal]
    while (on_half_day := (before >= 0) & ~table.is_full[before]).any():
        before = np.where(on_half_day, table.previous[before], before)
    return np.where(before >= 0, table.full_row[before], -1)


def all_time_highs(ticks: Market) -> FloatArray:
    """The columns of AllTimeHigh (N, 4) of a market in ticks."""
    ath = ticks.ath_before
    first = null_where(lacks(ath), first_bar(ticks.high > column(ath)))
    since, days = np.full(len(ticks), np.nan), np.flatnonzero(first > 0)
    since[days[1:]] = np.diff(ticks.calendar.session_number[days])
    following = np.full(len(ticks) + 1, np.nan)
    # A session without one before it, -1, writes to the place past the last.
    following[streak_previous(ticks)] = null_where(np.isnan(first), first > 0)
    drawdown = 100.0 * (ath - ticks.close[:, -1]) / ath
    return np.column_stack([first, since, following[:-1], drawdown]).astype("<f8")


def _sides(table: dict[str, tuple[str, ...]], feature: FeatureDefinition) -> tuple[str, ...]:
    if feature.name not in table:
        known = ", ".join(table)
        raise DataError(f"feature {feature.name}: its modules {feature.modules} are made for {known}.")
    return table[feature.name]


def _extremes(sides: Sequence[FloatArray]) -> NDArray[np.uint8]:
    """Updates (N, 4) of all sides by period, and the final extreme's bar on the side that came first."""
    updates = np.zeros(sides[0].shape, dtype=np.int64)
    for prices in sides:
        updates[:, 1:] += prices[:, 1:] > np.maximum.accumulate(prices, axis=1)[:, :-1]
    final_bar = np.minimum.reduce([first_highest_bar(prices) for prices in sides])
    return np.column_stack([np.add.reduceat(updates, PERIOD_STARTS, axis=1), final_bar]).astype("|u1")


def _ema_runs(on_side: BoolArray) -> NDArray[np.uint8]:
    """The columns of EmaRun (N, 9) of bars (N, B) on one side."""
    lengths = run_lengths(on_side)
    # A run of at least k bars stands at length k exactly once.
    reached = [(lengths == threshold).sum(axis=1) for threshold in (1, *RUN_THRESHOLDS)]
    head, tail = run_lengths(on_side[:, ::-1])[:, -1], lengths[:, -1]
    return np.column_stack([on_side.sum(axis=1), head, tail, lengths.max(axis=1), *reached]).astype("|u1")
