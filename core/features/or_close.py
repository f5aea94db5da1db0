"""ORCL: where the opening range closed, and whether the rest of the day went on from there.

C12 and C18 are the closes of bars 12 and 18, the last of each range (design: features.md section 4).
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features import or12, or18
from core.features.bars import PLACE, classify, null_where, percent, place_of
from core.features.entries import CAT, FeatureGroup, boolean, enum, numeric
from core.features.opening_range import OpeningRange
from core.market.market import FloatArray, Market

ORCL = FeatureGroup("ORCL")

THIRD = ("upper", "middle", "lower")

location = numeric("%", (0, 20, 40, 60, 80, 100), hard_min=0, hard_max=100)


@ORCL.feature("OR12 Close Location (%)", location, KnownAt.BAR_12, "lite", 790)
def or12_close_loc_pct(market: Market) -> FloatArray:
    """100*(C12 - ORL12)/R12: 0 = closed on the OR low, 100 = on the OR high."""
    return _location(market, or12.LENGTH)


@ORCL.feature("OR18 Close Location (%)", location, KnownAt.BAR_18, "standard", 800)
def or18_close_loc_pct(market: Market) -> FloatArray:
    """100*(C18 - ORL18)/R18: 0 = closed on the OR low, 100 = on the OR high."""
    return _location(market, or18.LENGTH)


@ORCL.feature("OR12 Close Third", enum(THIRD, CAT), KnownAt.BAR_12, "standard", 810)
def or12_close_third(market: Market) -> FloatArray:
    """upper: 3*(C12 - ORL12) >= 2*R12; lower: 3*(C12 - ORL12) <= R12; else middle. n/a when R12 = 0."""
    return _third(market, or12.LENGTH)


@ORCL.feature("OR18 Close Third", enum(THIRD, CAT), KnownAt.BAR_18, "standard", 820)
def or18_close_third(market: Market) -> FloatArray:
    """upper: 3*(C18 - ORL18) >= 2*R18; lower: 3*(C18 - ORL18) <= R18; else middle. n/a when R18 = 0."""
    return _third(market, or18.LENGTH)


@ORCL.feature("OR12 Close vs Yesterday Range", enum(PLACE, CAT), KnownAt.BAR_12, "standard", 830)
def or12_close_vs_prev_range(market: Market) -> FloatArray:
    """above: C12 > HoY; below: C12 < LoY; else inside."""
    return place_of(_close(market, or12.LENGTH), market.loy, market.hoy)


@ORCL.feature("OR18 Close vs Yesterday Range", enum(PLACE, CAT), KnownAt.BAR_18, "standard", 840)
def or18_close_vs_prev_range(market: Market) -> FloatArray:
    """above: C18 > HoY; below: C18 < LoY; else inside."""
    return place_of(_close(market, or18.LENGTH), market.loy, market.hoy)


@ORCL.feature("OR12 Close vs Globex Range", enum(PLACE, CAT), KnownAt.BAR_12, "pro", 850)
def or12_close_vs_gx(market: Market) -> FloatArray:
    """above: C12 > GXH; below: C12 < GXL; else inside."""
    return place_of(_close(market, or12.LENGTH), market.gxl, market.gxh)


@ORCL.feature("Day Close vs OR12", enum(PLACE, CAT), KnownAt.EOD, "lite", 860, spans_from=or12.LENGTH + 1)
def eod_close_vs_or12(market: Market) -> FloatArray:
    """above: C81 > ORH12; below: C81 < ORL12; else inside."""
    return _day_close_place(market, or12.LENGTH)


@ORCL.feature("Day Close vs OR18", enum(PLACE, CAT), KnownAt.EOD, "standard", 870, spans_from=or18.LENGTH + 1)
def eod_close_vs_or18(market: Market) -> FloatArray:
    """above: C81 > ORH18; below: C81 < ORL18; else inside."""
    return _day_close_place(market, or18.LENGTH)


@ORCL.feature(
    "Rest of Day Continues OR12 Direction",
    boolean(),
    KnownAt.EOD,
    "standard",
    880,
    spans_from=or12.LENGTH + 1,
)
def or12_dir_holds_eod(market: Market) -> FloatArray:
    """sign(C81 - C12) = sign(C12 - O1). Measured from the OR close, not from the open, so the OR move is
    not counted twice. n/a when C12 = O1.
    """
    return _direction_holds(market, or12.LENGTH)


@ORCL.feature(
    "Rest of Day Continues OR18 Direction",
    boolean(),
    KnownAt.EOD,
    "standard",
    890,
    spans_from=or18.LENGTH + 1,
)
def or18_dir_holds_eod(market: Market) -> FloatArray:
    """sign(C81 - C18) = sign(C18 - O1). Measured from the OR close, not from the open, so the OR move is
    not counted twice. n/a when C18 = O1.
    """
    return _direction_holds(market, or18.LENGTH)


def _close(market: Market, bar: int) -> FloatArray:
    return market.close[:, bar - 1]


def _location(market: Market, length: int) -> FloatArray:
    opening = OpeningRange.of(market, length)
    return percent(_close(market, length) - opening.low, opening.size)


def _third(market: Market, length: int) -> FloatArray:
    """Codes of THIRD; a close on the border of a third is in the outer one."""
    opening = OpeningRange.of(market, length)
    over_low = 3 * (_close(market, length) - opening.low)
    cases = {"upper": over_low >= 2 * opening.size, "lower": over_low <= opening.size}
    return null_where(opening.size == 0, classify(THIRD, cases, otherwise="middle"))


def _day_close_place(market: Market, length: int) -> FloatArray:
    opening = OpeningRange.of(market, length)
    return place_of(_close(market, LAST_BAR), opening.low, opening.high)


def _direction_holds(market: Market, length: int) -> FloatArray:
    closed = _close(market, length)
    until, since = np.sign(closed - market.open[:, 0]), np.sign(_close(market, LAST_BAR) - closed)
    return null_where(until == 0, since == until)
