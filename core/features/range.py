"""RANGE: how far the session travelled, against its average range and against the sessions before.

ADR10 is the mean range of the previous ten full sessions; what needs it is null until there are ten (design:
features.md section 4).
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    above_every_high,
    below_every_low,
    column,
    first_bar,
    lacks,
    null_where,
    percent,
)
from core.features.entries import BAS, BMO, EXT, FeatureGroup, boolean, count, event_bar, numeric
from core.features.opening_range.measures import OpeningRange
from core.features.ticks import in_points
from core.market.market import FloatArray, Market

RANGE = FeatureGroup("RANGE")

POINTS_EDGES = (15, 25, 40, 60, 80, 120)
SESSIONS_BEFORE_NR7 = 6
TIGHT_BARS = 20

new_extremes = count(0, LAST_BAR, EXT, BAS, BMO)


@RANGE.feature("Day Range (pts)", numeric("pts", POINTS_EDGES, hard_min=0), KnownAt.EOD, "lite", 490)
def day_range_pts(market: Market) -> FloatArray:
    """DR = HOD - LOD over bars 1..81."""
    return in_points(_day_range(market), market)


@RANGE.feature(
    "Day Range (% of ADR10)", numeric("%", (50, 75, 100, 125, 150, 200), hard_min=0), KnownAt.EOD, "lite", 500
)
def day_range_pct_adr(market: Market) -> FloatArray:
    """100*DR/ADR10."""
    return percent(_day_range(market), market.adr10)


@RANGE.feature("ADR10 (pts)", numeric("pts", POINTS_EDGES, hard_min=0), KnownAt.PRE, "standard", 510)
def adr10_pts(market: Market) -> FloatArray:
    """Mean RTH range of the previous 10 full sessions (today excluded)."""
    return in_points(market.adr10, market)


@RANGE.feature(
    "Bar 1 Range (% of ADR10)", numeric("%", (5, 10, 15, 25, 40), hard_min=0), KnownAt.BAR_1, "standard", 520
)
def bar1_range_pct_adr(market: Market) -> FloatArray:
    """100*(H1 - L1)/ADR10."""
    return percent(market.high[:, 0] - market.low[:, 0], market.adr10)


@RANGE.feature("50% of ADR Reached (bar)", event_bar(), KnownAt.EVENT, "standard", 530)
def range_50adr_bar(market: Market) -> FloatArray:
    """First bar at which the running range (high so far - low so far) >= 0.5*ADR10."""
    return null_where(lacks(market.adr10), first_bar(2 * _running_range(market) >= column(market.adr10)))


@RANGE.feature("100% of ADR Reached (bar)", event_bar(), KnownAt.EVENT, "standard", 540)
def range_100adr_bar(market: Market) -> FloatArray:
    """First bar at which the running range >= ADR10."""
    return null_where(lacks(market.adr10), first_bar(_running_range(market) >= column(market.adr10)))


@RANGE.feature("NR7", boolean(), KnownAt.EOD, "standard", 550)
def nr7(market: Market) -> FloatArray:
    """DR smaller than each of the previous 6 RTH ranges. (Use nr7_prev for a condition known before the
    open.)
    """
    table = market.sessions
    narrowest = _narrowest_before((table.high - table.low)[table.is_full])[table.full_row[market.ordinal]]
    return null_where(lacks(narrowest), _day_range(market) < narrowest)


@RANGE.feature("Inside Day", boolean(), KnownAt.EOD, "lite", 560)
def inside_day(market: Market) -> FloatArray:
    """HOD <= HoY and LOD >= LoY."""
    inside = (market.high.max(axis=1) <= market.hoy) & (market.low.min(axis=1) >= market.loy)
    return null_where(lacks(market.hoy, market.loy), inside)


@RANGE.feature("Outside Day", boolean(), KnownAt.EOD, "lite", 570)
def outside_day(market: Market) -> FloatArray:
    """HOD > HoY and LOD < LoY."""
    outside = (market.high.max(axis=1) > market.hoy) & (market.low.min(axis=1) < market.loy)
    return null_where(lacks(market.hoy, market.loy), outside)


@RANGE.feature("New Session Highs (count)", new_extremes, KnownAt.EOD, "standard", 580)
def new_high_count(market: Market) -> FloatArray:
    """Number of bars i >= 2 with Hi > max(H1..H(i-1))."""
    return np.asarray(above_every_high(market.high).sum(axis=1), dtype=np.float64)


@RANGE.feature("New Session Lows (count)", new_extremes, KnownAt.EOD, "standard", 590)
def new_low_count(market: Market) -> FloatArray:
    """Number of bars i >= 2 with Li < min(L1..L(i-1))."""
    return np.asarray(below_every_low(market.low).sum(axis=1), dtype=np.float64)


@RANGE.feature(
    "Range Growth After Bar 18 (%)",
    numeric("%", (0, 25, 50, 100, 150, 200), hard_min=0),
    KnownAt.EOD,
    "pro",
    600,
    spans_from=19,
)
def range_growth_after_b18_pct(market: Market) -> FloatArray:
    """100*(DR - R18)/R18."""
    opening = OpeningRange.of(market, 18).size
    return percent(_day_range(market) - opening, opening)


@RANGE.feature("Tight Trading Range (bar)", event_bar(), KnownAt.EVENT, "pro", 610)
def ttr_bar(market: Market) -> FloatArray:
    """First bar i >= 20 with 5*(max(H(i-19)..Hi) - min(L(i-19)..Li)) <= ADR10: breakout mode."""
    tight = 5 * _range_of_last(market, TIGHT_BARS) <= column(market.adr10)
    return null_where(lacks(market.adr10), first_bar(tight))


def _day_range(market: Market) -> FloatArray:
    return np.asarray(market.high.max(axis=1) - market.low.min(axis=1))


def _running_range(market: Market) -> FloatArray:
    """The range (N, B) of the bars up to each, that bar included."""
    return np.maximum.accumulate(market.high, axis=1) - np.minimum.accumulate(market.low, axis=1)


def _range_of_last(market: Market, bars: int) -> FloatArray:
    """The range (N, B) of the last `bars` bars up to each, infinite before there are enough."""
    ranges: FloatArray = np.full(market.high.shape, np.inf)
    if ranges.shape[1] >= bars:
        high, low = (np.lib.stride_tricks.sliding_window_view(p, bars, 1) for p in (market.high, market.low))
        ranges[:, bars - 1 :] = high.max(axis=2) - low.min(axis=2)
    return ranges


def _narrowest_before(ranges: FloatArray) -> FloatArray:
    """The smallest of the six ranges before each (N,), null until there are six."""
    narrowest = np.full(len(ranges), np.nan)
    if len(ranges) > SESSIONS_BEFORE_NR7:
        windows = np.lib.stride_tricks.sliding_window_view(ranges[:-1], SESSIONS_BEFORE_NR7)
        narrowest[SESSIONS_BEFORE_NR7:] = windows.min(axis=1)
    return narrowest
