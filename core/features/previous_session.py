"""BREAKOUTS: breaks and tests of yesterday's high, low and close.

Every feature needs yesterday's levels and is null without them. Where the open is already beyond a side, the
events of that side are null; which side was broken first, and which by the close or in the first hour, is
read from prices and said all the same (design: features.md section 4, ruling 42).
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    FIRST_SIDE,
    PLACE,
    SIDES,
    above_every_high,
    below_every_low,
    column,
    earlier,
    first_bar,
    first_bar_after,
    first_bar_from,
    happened,
    in_first_hour,
    lacks,
    null_where,
    percent,
    place_of,
    sides_broken,
)
from core.features.entries import BAS, CAT, OCC, FeatureGroup, boolean, enum, event_bar, numeric
from core.features.within_bar import first_side_broken
from core.market.market import FloatArray, Market

BREAKOUTS = FeatureGroup("BREAKOUTS")

extension = numeric("%", (0, 10, 25, 50, 100), hard_min=0)


@BREAKOUTS.feature("HoY Breakout (bar)", event_bar(), KnownAt.EVENT, "lite", 620)
def hoy_bo_bar(market: Market) -> FloatArray:
    """First bar with Hi > HoY. n/a when the open is already above HoY (see gap_bo_test_bar)."""
    return _unless_opened_above(market, _above_hoy_bar(market))


@BREAKOUTS.feature("LoY Breakout (bar)", event_bar(), KnownAt.EVENT, "lite", 630)
def loy_bo_bar(market: Market) -> FloatArray:
    """First bar with Li < LoY. n/a when the open is already below LoY."""
    return _unless_opened_below(market, _below_loy_bar(market))


def first_breakout_bar(market: Market) -> FloatArray:
    """The bar of the first break of either side, 1 if the open is one, 0 if yesterday's range held."""
    return earlier(*_first_breaks(market))


@BREAKOUTS.feature(
    "Previous Session: First Side Broken",
    enum(FIRST_SIDE, OCC, BAS),
    KnownAt.EVENT,
    "standard",
    640,
    decided_on=first_breakout_bar,
)
def prev_first_bo(market: Market) -> FloatArray:
    """up: O1 > HoY; down: O1 < LoY; else up / down by the earlier of hoy_bo_bar / loy_bo_bar; both_same_bar;
    none. With one-minute bars: of one bar that breaks both the side that is broken in the earlier minute.
    """
    return first_side_broken(market, *_first_breaks(market), market.hoy, market.loy)


@BREAKOUTS.feature("Previous Session: Sides Broken", enum(SIDES, OCC, BAS), KnownAt.EOD, "lite", 650)
def prev_bo_sides(market: Market) -> FloatArray:
    """none / up_only / down_only / both by bar 81."""
    return sides_broken(_above_hoy_bar(market), _below_loy_bar(market))


@BREAKOUTS.feature(
    "Previous Session BO in First Hour", enum(SIDES, OCC, BAS), KnownAt.BAR_12, "standard", 660
)
def prev_bo_by_b12(market: Market) -> FloatArray:
    """Sides broken using bars 1..12 only."""
    return sides_broken(in_first_hour(_above_hoy_bar(market)), in_first_hour(_below_loy_bar(market)))


@BREAKOUTS.feature("First Close Above HoY (bar)", event_bar(), KnownAt.EVENT, "standard", 670)
def hoy_close_bo_bar(market: Market) -> FloatArray:
    """First bar with Ci > HoY. n/a when the open is above HoY."""
    return _unless_opened_above(market, first_bar(market.close > column(market.hoy)))


@BREAKOUTS.feature("First Close Below LoY (bar)", event_bar(), KnownAt.EVENT, "standard", 680)
def loy_close_bo_bar(market: Market) -> FloatArray:
    """First bar with Ci < LoY. n/a when the open is below LoY."""
    return _unless_opened_below(market, first_bar(market.close < column(market.loy)))


@BREAKOUTS.feature(
    "HoY Breakout Back Inside (bar)", event_bar(applies_from="hoy_bo_bar"), KnownAt.EVENT, "pro", 690
)
def hoy_reentry_bar(market: Market) -> FloatArray:
    """First bar at or after hoy_bo_bar with Ci <= HoY (failed-BO bar). n/a when HoY is not broken or the
    open is above it.
    """
    broke = hoy_bo_bar(market)
    return null_where(~happened(broke), first_bar_from(market.close <= column(market.hoy), broke))


@BREAKOUTS.feature(
    "LoY Breakout Back Inside (bar)", event_bar(applies_from="loy_bo_bar"), KnownAt.EVENT, "pro", 700
)
def loy_reentry_bar(market: Market) -> FloatArray:
    """First bar at or after loy_bo_bar with Ci >= LoY. n/a when LoY is not broken or the open is below it."""
    broke = loy_bo_bar(market)
    return null_where(~happened(broke), first_bar_from(market.close >= column(market.loy), broke))


@BREAKOUTS.feature("HoY Breakout Failed at Close", boolean(), KnownAt.EOD, "standard", 710)
def hoy_bo_failed(market: Market) -> FloatArray:
    """HoY broken and C81 <= HoY. n/a when HoY is not broken or the open is above it."""
    return null_where(~happened(hoy_bo_bar(market)), market.close[:, LAST_BAR - 1] <= market.hoy)


@BREAKOUTS.feature("LoY Breakout Failed at Close", boolean(), KnownAt.EOD, "standard", 720)
def loy_bo_failed(market: Market) -> FloatArray:
    """LoY broken and C81 >= LoY. n/a when LoY is not broken or the open is below it."""
    return null_where(~happened(loy_bo_bar(market)), market.close[:, LAST_BAR - 1] >= market.loy)


@BREAKOUTS.feature("Extension Above HoY (% of Yesterday Range)", extension, KnownAt.EOD, "pro", 730)
def hoy_ext_pct(market: Market) -> FloatArray:
    """100*max(0, HOD - HoY)/(HoY - LoY)."""
    return percent(np.maximum(0.0, market.high.max(axis=1) - market.hoy), market.hoy - market.loy)


@BREAKOUTS.feature("Extension Below LoY (% of Yesterday Range)", extension, KnownAt.EOD, "pro", 740)
def loy_ext_pct(market: Market) -> FloatArray:
    """100*max(0, LoY - LOD)/(HoY - LoY)."""
    return percent(np.maximum(0.0, market.loy - market.low.min(axis=1)), market.hoy - market.loy)


@BREAKOUTS.feature("Test of CoY (bar)", event_bar(), KnownAt.EVENT, "standard", 750)
def coy_touch_bar(market: Market) -> FloatArray:
    """First bar with Li <= CoY <= Hi."""
    level = column(market.coy)
    return null_where(lacks(market.coy), first_bar((market.low <= level) & (level <= market.high)))


@BREAKOUTS.feature("Close vs Yesterday Range", enum(PLACE, CAT), KnownAt.EOD, "lite", 760)
def close_vs_prev_range(market: Market) -> FloatArray:
    """above: C81 > HoY; below: C81 < LoY; else inside."""
    return place_of(market.close[:, LAST_BAR - 1], market.loy, market.hoy)


@BREAKOUTS.feature(
    "HoY Second Breakout (bar)", event_bar(applies_from="hoy_reentry_bar"), KnownAt.EVENT, "pro", 770
)
def hoy_second_bo_bar(market: Market) -> FloatArray:
    """After hoy_reentry_bar: first later bar with Hi above every earlier high of the session (second entry
    up). n/a without a re-entry.
    """
    returned = hoy_reentry_bar(market)
    return null_where(~happened(returned), first_bar_after(above_every_high(market.high), returned))


@BREAKOUTS.feature(
    "LoY Second Breakout (bar)", event_bar(applies_from="loy_reentry_bar"), KnownAt.EVENT, "pro", 780
)
def loy_second_bo_bar(market: Market) -> FloatArray:
    """After loy_reentry_bar: first later bar with Li below every earlier low of the session. n/a without a
    re-entry.
    """
    returned = loy_reentry_bar(market)
    return null_where(~happened(returned), first_bar_after(below_every_low(market.low), returned))


def _above_hoy_bar(market: Market) -> FloatArray:
    return null_where(lacks(market.hoy), first_bar(market.high > column(market.hoy)))


def _below_loy_bar(market: Market) -> FloatArray:
    return null_where(lacks(market.loy), first_bar(market.low < column(market.loy)))


def _first_breaks(market: Market) -> tuple[FloatArray, FloatArray]:
    """The bars that break HoY and LoY; an open beyond one side comes before any break of the other."""
    opened, missing = market.open[:, 0], lacks(market.hoy, market.loy)
    above = np.where(opened < market.loy, 0.0, _above_hoy_bar(market))
    below = np.where(opened > market.hoy, 0.0, _below_loy_bar(market))
    return null_where(missing, above), null_where(missing, below)


def _unless_opened_above(market: Market, bar: FloatArray) -> FloatArray:
    return null_where(lacks(market.hoy) | (market.open[:, 0] > market.hoy), bar)


def _unless_opened_below(market: Market, bar: FloatArray) -> FloatArray:
    return null_where(lacks(market.loy) | (market.open[:, 0] < market.loy), bar)
