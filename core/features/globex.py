"""GLOBEX: the overnight range, and what the regular session did with it.

GXH and GXL are the high and low from 18:00 New York of the evening before to 09:30; every feature is null
without overnight bars (design: features.md section 4).
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    FIRST_SIDE,
    PLACE,
    SIDES,
    classify,
    column,
    earlier,
    first_bar,
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

GLOBEX = FeatureGroup("GLOBEX")

VS_YESTERDAY = ("outside", "higher", "lower", "inside")


@GLOBEX.feature(
    "Globex Range (% of ADR10)",
    numeric("%", (25, 40, 60, 80, 100, 150), hard_min=0),
    KnownAt.OPEN,
    "lite",
    1430,
)
def gx_range_pct_adr(market: Market) -> FloatArray:
    """100*(GXH - GXL)/ADR10; GXH/GXL = high/low 18:00..09:30 ET."""
    return percent(market.gxh - market.gxl, market.adr10)


@GLOBEX.feature(
    "Open Location in Globex Range (%)", numeric("%", (0, 25, 50, 75, 100)), KnownAt.OPEN, "lite", 1440
)
def open_loc_gx_pct(market: Market) -> FloatArray:
    """100*(O1 - GXL)/(GXH - GXL)."""
    return percent(market.open[:, 0] - market.gxl, market.gxh - market.gxl)


@GLOBEX.feature("Globex Range vs Yesterday Range", enum(VS_YESTERDAY, BAS), KnownAt.OPEN, "standard", 1450)
def gx_vs_prev_range(market: Market) -> FloatArray:
    """outside: GXH > HoY and GXL < LoY; higher: GXH > HoY only; lower: GXL < LoY only; inside."""
    over, under = market.gxh > market.hoy, market.gxl < market.loy
    cases = {"outside": over & under, "higher": over, "lower": under}
    missing = lacks(market.gxh, market.gxl, market.hoy, market.loy)
    return null_where(missing, classify(VS_YESTERDAY, cases, otherwise="inside"))


@GLOBEX.feature(
    "Overnight Range Above CoY (%)",
    numeric("%", (0, 1, 25, 50, 75, 99, 100), hard_min=0, hard_max=100),
    KnownAt.OPEN,
    "pro",
    1460,
)
def gx_above_coy_pct(market: Market) -> FloatArray:
    """100*(GXH - CoY)/(GXH - GXL) clipped to 0..100: share of the overnight range traded above CoY."""
    return np.clip(percent(market.gxh - market.coy, market.gxh - market.gxl), 0.0, 100.0)


@GLOBEX.feature("GXH Breakout (bar)", event_bar(), KnownAt.EVENT, "lite", 1470)
def gxh_bo_bar(market: Market) -> FloatArray:
    """First RTH bar with Hi > GXH."""
    return null_where(lacks(market.gxh), first_bar(market.high > column(market.gxh)))


@GLOBEX.feature("GXL Breakout (bar)", event_bar(), KnownAt.EVENT, "lite", 1480)
def gxl_bo_bar(market: Market) -> FloatArray:
    """First RTH bar with Li < GXL."""
    return null_where(lacks(market.gxl), first_bar(market.low < column(market.gxl)))


def first_breakout_bar(market: Market) -> FloatArray:
    """The bar of the first break of either side, 0 if the overnight range held."""
    return earlier(gxh_bo_bar(market), gxl_bo_bar(market))


@GLOBEX.feature(
    "Globex: First Side Broken",
    enum(FIRST_SIDE, OCC, BAS),
    KnownAt.EVENT,
    "standard",
    1490,
    decided_on=first_breakout_bar,
)
def gx_first_bo(market: Market) -> FloatArray:
    """Earlier of gxh_bo_bar / gxl_bo_bar; both_same_bar; none. With one-minute bars: of one bar that breaks
    both the side that is broken in the earlier minute.
    """
    return first_side_broken(market, gxh_bo_bar(market), gxl_bo_bar(market), market.gxh, market.gxl)


@GLOBEX.feature("Globex: Sides Broken", enum(SIDES, OCC, BAS), KnownAt.EOD, "lite", 1500)
def gx_bo_sides(market: Market) -> FloatArray:
    """none / up_only / down_only / both by bar 81."""
    return sides_broken(gxh_bo_bar(market), gxl_bo_bar(market))


@GLOBEX.feature("Globex BO in First Hour", enum(SIDES, OCC, BAS), KnownAt.BAR_12, "standard", 1510)
def gx_bo_by_b12(market: Market) -> FloatArray:
    """Sides broken using bars 1..12 only."""
    return sides_broken(in_first_hour(gxh_bo_bar(market)), in_first_hour(gxl_bo_bar(market)))


@GLOBEX.feature("GXH Breakout Failed at Close", boolean(), KnownAt.EOD, "standard", 1520)
def gxh_bo_failed(market: Market) -> FloatArray:
    """GXH broken and C81 <= GXH. n/a when not broken."""
    return null_where(~happened(gxh_bo_bar(market)), market.close[:, LAST_BAR - 1] <= market.gxh)


@GLOBEX.feature("GXL Breakout Failed at Close", boolean(), KnownAt.EOD, "standard", 1530)
def gxl_bo_failed(market: Market) -> FloatArray:
    """GXL broken and C81 >= GXL. n/a when not broken."""
    return null_where(~happened(gxl_bo_bar(market)), market.close[:, LAST_BAR - 1] >= market.gxl)


@GLOBEX.feature("Globex Midpoint Test (bar)", event_bar(), KnownAt.EVENT, "pro", 1540)
def gx_mid_touch_bar(market: Market) -> FloatArray:
    """First bar with Li <= (GXH+GXL)/2 <= Hi."""
    middle = (market.gxh + market.gxl) / 2.0
    touched = (market.low <= column(middle)) & (column(middle) <= market.high)
    return null_where(lacks(middle), first_bar(touched))


@GLOBEX.feature("Close vs Globex Range", enum(PLACE, CAT), KnownAt.EOD, "lite", 1550)
def close_vs_gx(market: Market) -> FloatArray:
    """above: C81 > GXH; below: C81 < GXL; else inside."""
    return place_of(market.close[:, LAST_BAR - 1], market.gxl, market.gxh)
