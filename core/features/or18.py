"""OR18: the opening range of the first 90 minutes, bars 1..18 (design: features.md section 4)."""

from functools import partial

import numpy as np

from core.contracts.known_at import KnownAt
from core.features import opening_range as measure
from core.features.bars import (
    DIRECTION,
    FIRST_SIDE,
    SIDES,
    classify,
    column,
    direction_of,
    first_bar_from,
    first_side_broken,
    lacks,
    null_where,
    percent,
    sides_broken,
)
from core.features.entries import BAS, OCC, FeatureGroup, boolean, enum, event_bar, numeric
from core.features.opening_range import OpeningRange
from core.market.market import BoolArray, FloatArray, Market

OR18 = FeatureGroup("OR18")

LENGTH = 18
QUICK_BARS = 5
REVERSAL = ("bull", "bear", "none")
extension = numeric("%", (0, 31, 62, 124, 186, 240), hard_min=0)
after_range = partial(event_bar, LENGTH + 1)


@OR18.feature(
    "OR18 Range (% of ADR10)",
    numeric("%", (25, 40, 50, 65, 80, 100), hard_min=0),
    KnownAt.BAR_18,
    "standard",
    340,
)
def or18_range_pct_adr(market: Market) -> FloatArray:
    """100*R18/ADR10 where R18 = ORH18 - ORL18, ORH/ORL = high/low of bars 1..18."""
    return percent(OpeningRange.of(market, LENGTH).size, market.adr10)


@OR18.feature("OR18 Direction", enum(DIRECTION, BAS), KnownAt.BAR_18, "standard", 350)
def or18_dir(market: Market) -> FloatArray:
    """bull: C18 > O1; bear: C18 < O1; doji: equal."""
    return direction_of(market.open[:, 0], market.close[:, LENGTH - 1])


@OR18.feature("OR18 is Half of ADR or Less", boolean(), KnownAt.BAR_18, "standard", 360)
def or18_half_adr(market: Market) -> FloatArray:
    """R18 <= 0.5*ADR10 (breakout-mode size test: traders then look for the day range to about double)."""
    return null_where(lacks(market.adr10), 2 * OpeningRange.of(market, LENGTH).size <= market.adr10)


@OR18.feature("OR18 Breakout Up (bar)", after_range(), KnownAt.EVENT, "lite", 370)
def or18_bo_up_bar(market: Market) -> FloatArray:
    """First bar i > 18 with Hi > ORH18."""
    return measure.breakout_up_bar(market, LENGTH)


@OR18.feature("OR18 Breakout Down (bar)", after_range(), KnownAt.EVENT, "lite", 380)
def or18_bo_dn_bar(market: Market) -> FloatArray:
    """First bar i > 18 with Li < ORL18."""
    return measure.breakout_down_bar(market, LENGTH)


@OR18.feature(
    "OR18 First Breakout Side",
    enum(FIRST_SIDE, OCC, BAS, first_bar=LENGTH + 1),
    KnownAt.EVENT,
    "standard",
    390,
    decided_on=partial(measure.first_breakout_bar, length=LENGTH),
)
def or18_first_bo(market: Market) -> FloatArray:
    """Side of the earlier of or18_bo_up_bar / or18_bo_dn_bar; both_same_bar for one outside bar; none."""
    return first_side_broken(or18_bo_up_bar(market), or18_bo_dn_bar(market))


@OR18.feature(
    "OR18 Sides Broken by Close of Day",
    enum(SIDES, OCC, BAS),
    KnownAt.EOD,
    "lite",
    400,
    spans_from=LENGTH + 1,
)
def or18_bo_sides(market: Market) -> FloatArray:
    """none / up_only / down_only / both."""
    return sides_broken(or18_bo_up_bar(market), or18_bo_dn_bar(market))


@OR18.feature(
    "OR18 Opposite Breakout After First", boolean(), KnownAt.EOD, "standard", 410, spans_from=LENGTH + 1
)
def or18_opp_bo_after_bo(market: Market) -> FloatArray:
    """First breakout was one-sided and the other side is broken on a later bar (failed BO that ran the
    range). n/a when no breakout or both_same_bar.
    """
    return measure.opposite_breakout(market, LENGTH)


@OR18.feature("OR18 Extension Up (% of R18)", extension, KnownAt.EOD, "pro", 420, spans_from=LENGTH + 1)
def or18_ext_up_pct(market: Market) -> FloatArray:
    """100*max(0, HOD - ORH18)/R18."""
    return measure.extension_up_pct(market, LENGTH)


@OR18.feature("OR18 Extension Down (% of R18)", extension, KnownAt.EOD, "pro", 430, spans_from=LENGTH + 1)
def or18_ext_dn_pct(market: Market) -> FloatArray:
    """100*max(0, ORL18 - LOD)/R18."""
    return measure.extension_down_pct(market, LENGTH)


@OR18.feature("OR18 Measured Move Up (bar)", after_range(), KnownAt.EVENT, "pro", 440)
def or18_mm_up_bar(market: Market) -> FloatArray:
    """First bar i > 18 with Hi >= ORH18 + R18."""
    return measure.measured_move_up_bar(market, LENGTH)


@OR18.feature("OR18 Measured Move Down (bar)", after_range(), KnownAt.EVENT, "pro", 450)
def or18_mm_dn_bar(market: Market) -> FloatArray:
    """First bar i > 18 with Li <= ORL18 - R18."""
    return measure.measured_move_down_bar(market, LENGTH)


@OR18.feature("OR18 Contains HOD or LOD", boolean(), KnownAt.EOD, "lite", 460, spans_from=LENGTH + 1)
def or18_hod_or_lod_set(market: Market) -> FloatArray:
    """At least one OR18 extreme is never broken after bar 18 (or18_bo_sides is not both)."""
    return measure.holds_an_extreme(market, LENGTH)


@OR18.feature(
    "OR18 Breakout Failed Within 5 Bars (bar)",
    after_range(applies_from="or18_first_bo"),
    KnownAt.EVENT,
    "standard",
    470,
)
def or18_quick_fail_bar(market: Market) -> FloatArray:
    """With b the bar of the first one-sided OR18 breakout: first bar in b..b+5 closing back inside
    ORL18..ORH18. n/a without one.
    """
    opening, broke = OpeningRange.of(market, LENGTH), measure.first_breakout_bar(market, LENGTH)
    inside = (market.close <= column(opening.high)) & (market.close >= column(opening.low))
    returned = first_bar_from(inside, broke)
    one_sided = or18_bo_up_bar(market) != or18_bo_dn_bar(market)
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
    """Whether a level lies in `low`..`high`."""
    levels = np.stack(_levels(market))
    return np.asarray(((low <= levels) & (levels <= high)).any(axis=0))


def _reversed_up(
    opened: FloatArray, closed: FloatArray, low: FloatArray, size: FloatArray, adr: FloatArray
) -> BoolArray:
    """Whether a range fell a tenth of ADR10 from its open to its low and closed over the open, in its upper
    third; down is the same of prices negated.
    """
    return (10 * (opened - low) >= adr) & (closed > opened) & (3 * (closed - low) >= 2 * size)
