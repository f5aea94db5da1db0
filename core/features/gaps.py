"""GAPS: where the session opened against yesterday, and what became of the gap.

Every feature needs yesterday's levels and is null without them (design: features.md section 4).
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    PLACE,
    classify,
    column,
    first_bar,
    happened,
    lacks,
    null_where,
    percent,
    place_of,
)
from core.features.entries import BAS, CAT, FeatureGroup, boolean, enum, event_bar, numeric
from core.features.ticks import in_points
from core.features.within_bar import farthest_until_touch
from core.market.market import BoolArray, FloatArray, Market

GAPS = FeatureGroup("GAPS")

GAP_CLASS = ("full_up", "partial_up", "flat", "partial_down", "full_down")


@GAPS.feature("Gap Up", boolean(), KnownAt.OPEN, "lite", 10)
def gap_up(market: Market) -> FloatArray:
    """O1 > CoY (CoY = close of the previous RTH bar 81)."""
    return null_where(lacks(market.coy), _gap(market) > 0)


@GAPS.feature("Gap Down", boolean(), KnownAt.OPEN, "lite", 20)
def gap_down(market: Market) -> FloatArray:
    """O1 < CoY."""
    return null_where(lacks(market.coy), _gap(market) < 0)


@GAPS.feature(
    "Gap Size (pts, signed)",
    numeric("pts", (-40, -20, -10, -4, 0, 4, 10, 20, 40)),
    KnownAt.OPEN,
    "standard",
    30,
)
def gap_size_pts(market: Market) -> FloatArray:
    """O1 - CoY in points, quarter-point steps."""
    return in_points(_gap(market), market)


@GAPS.feature(
    "Absolute Gap (% of ADR10)",
    numeric("%", (0, 10, 25, 50, 75, 100), hard_min=0),
    KnownAt.OPEN,
    "standard",
    40,
)
def gap_size_pct_adr(market: Market) -> FloatArray:
    """100*|O1 - CoY| / ADR10."""
    return percent(np.abs(_gap(market)), market.adr10)


@GAPS.feature("Gap Class", enum(GAP_CLASS, BAS), KnownAt.OPEN, "lite", 50)
def gap_class(market: Market) -> FloatArray:
    """full_up: O1 > HoY; partial_up: CoY < O1 <= HoY; flat: O1 = CoY; partial_down: LoY <= O1 < CoY;
    full_down: O1 < LoY.
    """
    gap = _gap(market)
    cases = {"full_up": _full_up(market), "full_down": _full_down(market)}
    cases |= {"partial_up": gap > 0, "partial_down": gap < 0}
    return null_where(_lacks_yesterday(market), classify(GAP_CLASS, cases, otherwise="flat"))


@GAPS.feature("Open vs Yesterday Range", enum(PLACE, CAT), KnownAt.OPEN, "lite", 60)
def open_vs_prev_range(market: Market) -> FloatArray:
    """above: O1 > HoY; below: O1 < LoY; else inside."""
    return place_of(market.open[:, 0], market.loy, market.hoy)


@GAPS.feature(
    "Open Location in Yesterday Range (%)", numeric("%", (0, 25, 50, 75, 100)), KnownAt.OPEN, "standard", 70
)
def open_loc_prev_range_pct(market: Market) -> FloatArray:
    """100*(O1 - LoY)/(HoY - LoY); below 0 or above 100 when outside."""
    return percent(market.open[:, 0] - market.loy, market.hoy - market.loy)


@GAPS.feature("Gap Fill (bar)", event_bar(), KnownAt.EVENT, "lite", 80)
def gap_fill_bar(market: Market) -> FloatArray:
    """First bar trading at CoY: gap up Li <= CoY, gap down Hi >= CoY. n/a on flat opens."""
    return _retrace_bar(market, market.coy)


@GAPS.feature("Half Gap Fill (bar)", event_bar(), KnownAt.EVENT, "standard", 90)
def gap_half_fill_bar(market: Market) -> FloatArray:
    """Same test at CoY + 0.5*(O1 - CoY). n/a on flat opens."""
    return _retrace_bar(market, market.coy + 0.5 * _gap(market))


@GAPS.feature(
    "Deepest Gap Retrace (%)",
    numeric("%", (0, 25, 50, 75, 100, 150, 200), hard_min=0),
    KnownAt.EOD,
    "pro",
    100,
)
def gap_fill_pct_max(market: Market) -> FloatArray:
    """Gap up: 100*(O1 - LOD)/(O1 - CoY); gap down mirrored; may exceed 100. n/a when the gap is under
    5 % of ADR10.
    """
    gap, opened = _gap(market), market.open[:, 0]
    farthest = np.where(gap > 0, market.low.min(axis=1), market.high.max(axis=1))
    too_small = lacks(market.adr10) | (20.0 * np.abs(gap) < market.adr10)
    return null_where(too_small, percent(np.abs(opened - farthest), np.abs(gap)))


@GAPS.feature("Gap Filled in First Hour", boolean(), KnownAt.BAR_12, "lite", 110)
def gap_fill_by_b12(market: Market) -> FloatArray:
    """gap_fill_bar between 1 and 12. n/a on flat opens."""
    fill = gap_fill_bar(market)
    return null_where(lacks(fill), happened(fill) & (fill <= 12))


@GAPS.feature("Gap and Go", boolean(), KnownAt.EOD, "standard", 120)
def gap_and_go(market: Market) -> FloatArray:
    """Gap never filled (gap_fill_bar = 0) and C81 beyond O1 in the gap direction. n/a on flat opens."""
    fill = gap_fill_bar(market)
    went = (market.close[:, LAST_BAR - 1] - market.open[:, 0]) * np.sign(_gap(market)) > 0
    return null_where(lacks(fill), (fill == 0) & went)


@GAPS.feature("Full Gap: Test of HoY/LoY (bar)", event_bar(), KnownAt.EVENT, "pro", 130)
def gap_bo_test_bar(market: Market) -> FloatArray:
    """Full gaps only: first bar with Li <= HoY (full_up) or Hi >= LoY (full_down), the breakout-point
    test. n/a otherwise.
    """
    up, down = _full_up(market), _full_down(market)
    tested = _tested(market, np.where(up, market.hoy, market.loy), from_above=up)
    return null_where(_lacks_yesterday(market) | ~(up | down), first_bar(tested))


@GAPS.feature(
    "Heat Before Gap Fill (% ADR10)",
    numeric("%", (0, 10, 20, 30, 50, 75), hard_min=0),
    KnownAt.EOD,
    "pro",
    140,
    split_by="gap_fill_bar",
    split_labels=("Gap filled", "Gap not filled"),
)
def gap_adverse_pct_adr(market: Market) -> FloatArray:
    """Farthest trade beyond O1 in the gap direction over bars 1..gap_fill_bar (..81 when unfilled), as %
    of ADR10. With one-minute bars: of gap_fill_bar the minutes through the fill. n/a on flat opens.
    """
    fill = gap_fill_bar(market)
    last = np.where(fill == 0, float(LAST_BAR), fill)
    opened = market.open[:, 0]
    is_up = _gap(market) > 0
    highest, lowest = farthest_until_touch(market, last, market.coy, from_above=is_up)
    return percent(np.where(is_up, highest - opened, opened - lowest), market.adr10)


def _gap(market: Market) -> FloatArray:
    return market.open[:, 0] - market.coy


def _full_up(market: Market) -> BoolArray:
    return market.open[:, 0] > market.hoy


def _full_down(market: Market) -> BoolArray:
    return market.open[:, 0] < market.loy


def _lacks_yesterday(market: Market) -> BoolArray:
    return lacks(market.hoy, market.loy, market.coy)


def _tested(market: Market, level: FloatArray, from_above: BoolArray) -> BoolArray:
    fell_to, rose_to = market.low <= column(level), market.high >= column(level)
    return np.where(from_above[:, np.newaxis], fell_to, rose_to)


def _retrace_bar(market: Market, level: FloatArray) -> FloatArray:
    gap = _gap(market)
    touched = first_bar(_tested(market, level, from_above=gap > 0))
    return null_where(lacks(gap) | (gap == 0), touched)
