"""EOD, the day's extremes: when its high and low were made, in which order, and the largest pullbacks."""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import (
    SIDES,
    column,
    first_bar,
    first_highest_bar,
    first_lowest_bar,
    happened,
    lacks,
    null_where,
    percent,
    sides_broken,
)
from core.features.entries import (
    ATH,
    BAR_MODULES,
    BAS,
    BMO,
    EVENT_MODULES,
    HL,
    OCC,
    STR,
    FeatureGroup,
    bar,
    boolean,
    count,
    enum,
    event_bar,
    numeric,
)
from core.features.runs import count_bars
from core.features.within_bar import EXTREME_ORDER
from core.features.within_bar import extreme_order as order_of
from core.market.market import FloatArray, Market

DAY_EXTREMES = FeatureGroup("EOD")

PULLBACK_EDGES = (15, 30, 50, 75, 100)
LATE_SESSION = 55

extreme_bar = bar(1, LAST_BAR, *BAR_MODULES, HL)


@DAY_EXTREMES.feature("High of Day (bar)", extreme_bar, KnownAt.EOD, "lite", 1050)
def hod_bar(market: Market) -> FloatArray:
    """First bar whose high equals HOD."""
    return first_highest_bar(market.high)


@DAY_EXTREMES.feature("Low of Day (bar)", extreme_bar, KnownAt.EOD, "lite", 1060)
def lod_bar(market: Market) -> FloatArray:
    """First bar whose low equals LOD."""
    return first_lowest_bar(market.low)


@DAY_EXTREMES.feature("First Final Extreme In (bar)", extreme_bar, KnownAt.EOD, "standard", 1070)
def first_extreme_bar(market: Market) -> FloatArray:
    """min(hod_bar, lod_bar): share of days with value <= N is the chance that HOD or LOD is already in by
    bar N.
    """
    return np.minimum(hod_bar(market), lod_bar(market))


@DAY_EXTREMES.feature("HOD or LOD First", enum(EXTREME_ORDER, BAS), KnownAt.EOD, "standard", 1080)
def extreme_order(market: Market) -> FloatArray:
    """high_first: hod_bar < lod_bar; low_first: lod_bar < hod_bar; same_bar. With one-minute bars: of one bar
    that has both by the first minutes that do.
    """
    return order_of(market, hod_bar(market), lod_bar(market))


@DAY_EXTREMES.feature(
    "Final Extreme in Late Session", enum(SIDES, OCC, BAS), KnownAt.EOD, "pro", 1150, spans_from=LATE_SESSION
)
def late_extreme(market: Market) -> FloatArray:
    """Whether hod_bar and/or lod_bar falls in bars 55..81: none / up_only (HOD) / down_only (LOD) / both."""
    high, low = hod_bar(market), lod_bar(market)
    return sides_broken(np.where(high >= LATE_SESSION, high, 0.0), np.where(low >= LATE_SESSION, low, 0.0))


@DAY_EXTREMES.feature("New All-Time High in RTH", boolean(OCC, ATH, STR), KnownAt.EOD, "lite", 1210)
def ath_made(market: Market) -> FloatArray:
    """HOD > ATH, where ATH is the highest print in the data before 09:30 today (RTH, overnight,
    after-hours), unadjusted. n/a on the first 252 full sessions unless the symbol declares a prior high.
    """
    return null_where(lacks(market.ath_before), happened(ath_first_bar(market)))


@DAY_EXTREMES.feature(
    "First New All-Time High (bar)", event_bar(modules=(*EVENT_MODULES, ATH)), KnownAt.EVENT, "standard", 1220
)
def ath_first_bar(market: Market) -> FloatArray:
    """First bar with Hi > ATH. n/a as ath_made."""
    return null_where(lacks(market.ath_before), first_bar(market.high > column(market.ath_before)))


@DAY_EXTREMES.feature(
    "Bars Trading at the Open (count)", count(0, LAST_BAR, OCC, BAS, BMO), KnownAt.EOD, "pro", 1230
)
def open_touch_count(market: Market) -> FloatArray:
    """Number of bars 2..81 with Li <= O1 <= Hi (open of the day as a magnet)."""
    opened = market.open[:, :1]
    return count_bars((market.low[:, 1:] <= opened) & (opened <= market.high[:, 1:]))


@DAY_EXTREMES.feature(
    "Largest Pullback From a High (% ADR10)",
    numeric("%", PULLBACK_EDGES, hard_min=0),
    KnownAt.EOD,
    "pro",
    1250,
)
def max_pullback_bull_pct_adr(market: Market) -> FloatArray:
    """100*max over bars j >= 2 of (max(H1..H(j-1)) - Lj), not below 0, / ADR10: under 30 is a
    small-pullback bull day.
    """
    return percent(_largest_fall(market.high, market.low), market.adr10)


@DAY_EXTREMES.feature(
    "Largest Pullback From a Low (% ADR10)",
    numeric("%", PULLBACK_EDGES, hard_min=0),
    KnownAt.EOD,
    "pro",
    1260,
)
def max_pullback_bear_pct_adr(market: Market) -> FloatArray:
    """100*max over bars j >= 2 of (Hj - min(L1..L(j-1))), not below 0, / ADR10."""
    return percent(_largest_fall(-market.low, -market.high), market.adr10)


def _largest_fall(high: FloatArray, low: FloatArray) -> FloatArray:
    """The largest fall (N,) from a high to the low of a later bar, 0 without a lower low."""
    highest = np.maximum.accumulate(high, axis=1)[:, :-1]
    falls: FloatArray = (highest - low[:, 1:]).max(axis=1)
    return np.maximum(0.0, falls)
