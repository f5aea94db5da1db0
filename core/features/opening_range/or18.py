"""OR18: the opening range of the first 90 minutes, bars 1..18 (design: features.md section 4)."""

import numpy as np

from core.contracts.known_at import KnownAt
from core.features.bars import classify, column, first_bar_from, lacks, null_where
from core.features.entries import BAS, OCC, FeatureGroup, boolean, enum, event_bar
from core.features.opening_range import measures, members
from core.features.opening_range.measures import OpeningRange
from core.features.within_bar import is_one_sided
from core.market.market import BoolArray, FloatArray, Market

OR18 = FeatureGroup("OR18")

LENGTH = 18
QUICK_BARS = 5
REVERSAL = ("bull", "bear", "none")

members.enter(
    OR18,
    LENGTH,
    {
        "or_range_pct_adr": 340,
        "or_dir": 350,
        "or_bo_up_bar": 370,
        "or_bo_dn_bar": 380,
        "or_first_bo": 390,
        "or_bo_sides": 400,
        "or_opp_bo_after_bo": 410,
        "or_ext_up_pct": 420,
        "or_ext_dn_pct": 430,
        "or_mm_up_bar": 440,
        "or_mm_dn_bar": 450,
        "or_hod_or_lod_set": 460,
    },
    tiers={
        "or_range_pct_adr": "standard",
        "or_dir": "standard",
        "or_ext_up_pct": "pro",
        "or_ext_dn_pct": "pro",
    },
    edges={"or_range_pct_adr": (25, 40, 50, 65, 80, 100)},
)


@OR18.feature("OR18 is Half of ADR or Less", boolean(), KnownAt.BAR_18, "standard", 360)
def or18_half_adr(market: Market) -> FloatArray:
    """R18 <= 0.5*ADR10 (breakout-mode size test: traders then look for the day range to about double)."""
    return null_where(lacks(market.adr10), 2 * OpeningRange.of(market, LENGTH).size <= market.adr10)


@OR18.feature(
    "OR18 Breakout Failed Within 5 Bars (bar)",
    event_bar(LENGTH + 1, applies_from="or18_first_bo"),
    KnownAt.EVENT,
    "standard",
    470,
)
def or18_quick_fail_bar(market: Market) -> FloatArray:
    """With b the bar of the first one-sided OR18 breakout: first bar in b..b+5 closing back inside
    ORL18..ORH18. n/a without one.
    """
    opening, broke = OpeningRange.of(market, LENGTH), measures.first_breakout_bar(market, LENGTH)
    inside = (market.close <= column(opening.high)) & (market.close >= column(opening.low))
    returned = first_bar_from(inside, broke)
    one_sided = is_one_sided(measures.first_breakout_side(market, LENGTH))
    return null_where(~one_sided, np.where(returned > broke + QUICK_BARS, 0.0, returned))


@OR18.feature("Opening Reversal by Bar 18", enum(REVERSAL, OCC, BAS), KnownAt.BAR_18, "standard", 480)
def opening_reversal_b18(market: Market) -> FloatArray:
    """bull: one of HoY, LoY, CoY, GXH, GXL lies in ORL18..O1, 10*(O1 - ORL18) >= ADR10, C18 > O1 and
    3*(C18 - ORL18) >= 2*R18; bear mirrored; else none. n/a when a level is missing.
    """
    opening, adr = OpeningRange.of(market, LENGTH), market.adr10
    opened, closed = market.open[:, 0], market.close[:, LENGTH - 1]
    cases = {
        "bull": _tested(market, opening.low, opened)
        & _reversed_up(opened, closed, opening.low, opening.size, adr),
        "bear": _tested(market, opened, opening.high)
        & _reversed_up(-opened, -closed, -opening.high, opening.size, adr),
    }
    return null_where(lacks(*_levels(market), adr), classify(REVERSAL, cases, otherwise="none"))


def _levels(market: Market) -> tuple[FloatArray, ...]:
    return market.hoy, market.loy, market.coy, market.gxh, market.gxl


def _tested(market: Market, low: FloatArray, high: FloatArray) -> BoolArray:
    levels = np.stack(_levels(market))
    return np.asarray(((low <= levels) & (levels <= high)).any(axis=0))


def _reversed_up(
    opened: FloatArray, closed: FloatArray, low: FloatArray, size: FloatArray, adr: FloatArray
) -> BoolArray:
    """Whether a range fell a tenth of ADR10 from its open to its low and closed over the open.

    The close is in its upper third. For the other direction, negate the prices.
    """
    return (10 * (opened - low) >= adr) & (closed > opened) & (3 * (closed - low) >= 2 * size)
