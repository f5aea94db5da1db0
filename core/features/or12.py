"""OR12: the opening range of the first hour, bars 1..12 (design: features.md section 4)."""

from functools import partial

import numpy as np

from core.contracts.known_at import KnownAt
from core.features import opening_range as measure
from core.features.bars import (
    DIRECTION,
    FIRST_SIDE,
    SIDES,
    above_prior_high,
    below_prior_low,
    classify,
    column,
    direction_of,
    first_bar_after,
    first_highest_bar,
    first_lowest_bar,
    first_side_broken,
    happened,
    highest_until,
    lowest_until,
    null_where,
    percent,
    sides_broken,
)
from core.features.entries import BAS, OCC, TIM, FeatureGroup, bar, boolean, enum, event_bar, numeric
from core.features.opening_range import OpeningRange
from core.market.market import BoolArray, FloatArray, Market

OR12 = FeatureGroup("OR12")

LENGTH = 12
BAR_1_TYPE = ("bull", "bear", "none")
extension = numeric("%", (0, 31, 62, 124, 186, 240), hard_min=0)
after_range = partial(event_bar, LENGTH + 1)


@OR12.feature(
    "OR12 Range (% of ADR10)",
    numeric("%", (20, 35, 50, 65, 80, 100), hard_min=0),
    KnownAt.BAR_12,
    "lite",
    150,
)
def or12_range_pct_adr(market: Market) -> FloatArray:
    """100*R12/ADR10 where R12 = ORH12 - ORL12, ORH/ORL = high/low of bars 1..12."""
    return percent(OpeningRange.of(market, LENGTH).size, market.adr10)


@OR12.feature("OR12 High Set (bar)", bar(1, LENGTH, TIM), KnownAt.BAR_12, "pro", 160)
def or12_high_bar(market: Market) -> FloatArray:
    """First bar in 1..12 whose high equals ORH12."""
    return first_highest_bar(market.high[:, :LENGTH])


@OR12.feature("OR12 Low Set (bar)", bar(1, LENGTH, TIM), KnownAt.BAR_12, "pro", 170)
def or12_low_bar(market: Market) -> FloatArray:
    """First bar in 1..12 whose low equals ORL12."""
    return first_lowest_bar(market.low[:, :LENGTH])


@OR12.feature("OR12: High or Low First", enum(measure.EXTREME_ORDER, BAS), KnownAt.BAR_12, "standard", 180)
def or12_extreme_order(market: Market) -> FloatArray:
    """high_first / low_first by comparing the two bars above; same_bar when equal."""
    return measure.extreme_order(or12_high_bar(market), or12_low_bar(market))


@OR12.feature("OR12 Direction", enum(DIRECTION, BAS), KnownAt.BAR_12, "lite", 190)
def or12_dir(market: Market) -> FloatArray:
    """bull: C12 > O1; bear: C12 < O1; doji: equal."""
    return direction_of(market.open[:, 0], market.close[:, LENGTH - 1])


@OR12.feature("OR12 Breakout Up (bar)", after_range(), KnownAt.EVENT, "lite", 200)
def or12_bo_up_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Hi > ORH12."""
    return measure.breakout_up_bar(market, LENGTH)


@OR12.feature("OR12 Breakout Down (bar)", after_range(), KnownAt.EVENT, "lite", 210)
def or12_bo_dn_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Li < ORL12."""
    return measure.breakout_down_bar(market, LENGTH)


@OR12.feature(
    "OR12 First Breakout Side",
    enum(FIRST_SIDE, OCC, BAS, first_bar=LENGTH + 1),
    KnownAt.EVENT,
    "standard",
    220,
    decided_on=partial(measure.first_breakout_bar, length=LENGTH),
)
def or12_first_bo(market: Market) -> FloatArray:
    """Side of the earlier of or12_bo_up_bar / or12_bo_dn_bar; both_same_bar for one outside bar; none."""
    return first_side_broken(or12_bo_up_bar(market), or12_bo_dn_bar(market))


@OR12.feature(
    "OR12 Sides Broken by Close of Day",
    enum(SIDES, OCC, BAS),
    KnownAt.EOD,
    "lite",
    230,
    spans_from=LENGTH + 1,
)
def or12_bo_sides(market: Market) -> FloatArray:
    """none / up_only / down_only / both."""
    return sides_broken(or12_bo_up_bar(market), or12_bo_dn_bar(market))


@OR12.feature("OR12 First Close Outside (bar)", after_range(), KnownAt.EVENT, "standard", 240)
def or12_first_close_bo_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Ci > ORH12 or Ci < ORL12 (close criterion instead of wick)."""
    return measure.close_breakout_bar(market, LENGTH)


@OR12.feature(
    "OR12 Opposite Breakout After First", boolean(), KnownAt.EOD, "standard", 250, spans_from=LENGTH + 1
)
def or12_opp_bo_after_bo(market: Market) -> FloatArray:
    """First breakout was one-sided and the other side is broken on a later bar (failed BO that ran the
    range). n/a when no breakout or both_same_bar.
    """
    return measure.opposite_breakout(market, LENGTH)


@OR12.feature("OR12 Extension Up (% of R12)", extension, KnownAt.EOD, "standard", 260, spans_from=LENGTH + 1)
def or12_ext_up_pct(market: Market) -> FloatArray:
    """100*max(0, HOD - ORH12)/R12."""
    return measure.extension_up_pct(market, LENGTH)


@OR12.feature(
    "OR12 Extension Down (% of R12)", extension, KnownAt.EOD, "standard", 270, spans_from=LENGTH + 1
)
def or12_ext_dn_pct(market: Market) -> FloatArray:
    """100*max(0, ORL12 - LOD)/R12."""
    return measure.extension_down_pct(market, LENGTH)


@OR12.feature("OR12 Measured Move Up (bar)", after_range(), KnownAt.EVENT, "pro", 280)
def or12_mm_up_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Hi >= ORH12 + R12."""
    return measure.measured_move_up_bar(market, LENGTH)


@OR12.feature("OR12 Measured Move Down (bar)", after_range(), KnownAt.EVENT, "pro", 290)
def or12_mm_dn_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Li <= ORL12 - R12."""
    return measure.measured_move_down_bar(market, LENGTH)


@OR12.feature("OR12 Contains HOD or LOD", boolean(), KnownAt.EOD, "lite", 300, spans_from=LENGTH + 1)
def or12_hod_or_lod_set(market: Market) -> FloatArray:
    """At least one OR12 extreme is never broken after bar 12 (or12_bo_sides is not both)."""
    return measure.holds_an_extreme(market, LENGTH)


@OR12.feature("Bar 1 Type", enum(BAR_1_TYPE, OCC, BAS), KnownAt.BAR_1, "lite", 310)
def bar1_trend(market: Market) -> FloatArray:
    """bull: C1 > O1 and 2*(C1 - O1) >= H1 - L1; bear mirrored; else none (a doji or weak bar)."""
    body = market.close[:, 0] - market.open[:, 0]
    height = market.high[:, 0] - market.low[:, 0]
    cases = {"bull": (body > 0) & (2 * body >= height), "bear": (body < 0) & (-2 * body >= height)}
    return classify(BAR_1_TYPE, cases, otherwise="none")


@OR12.feature(
    "First Pullback After OR12 Close Breakout (bar)",
    after_range(applies_from="or12_first_close_bo_bar"),
    KnownAt.EVENT,
    "standard",
    320,
)
def first_pullback_bar(market: Market) -> FloatArray:
    """After a first close above ORH12 (or12_first_close_bo_bar): first later bar with Li < L(i-1); after
    one below ORL12: first later bar with Hi > H(i-1). n/a without a close outside.
    """
    broke = or12_first_close_bo_bar(market)
    lower, higher = below_prior_low(market.low), above_prior_high(market.high)
    against = np.where(_broke_up(market)[:, np.newaxis], lower, higher)
    return null_where(~happened(broke), first_bar_after(against, broke))


@OR12.feature(
    "First Pullback Resumed (bar)", after_range(applies_from="first_pullback_bar"), KnownAt.EVENT, "pro", 330
)
def first_pullback_resumed_bar(market: Market) -> FloatArray:
    """After first_pullback_bar p: first later bar beyond the day extreme of bars 1..p in the breakout
    direction. n/a without a pullback.
    """
    pulled = first_pullback_bar(market)
    resumed = np.where(
        _broke_up(market)[:, np.newaxis],
        market.high > column(highest_until(market.high, pulled)),
        market.low < column(lowest_until(market.low, pulled)),
    )
    return null_where(~happened(pulled), first_bar_after(resumed, pulled))


def _broke_up(market: Market) -> BoolArray:
    """Whether the first close outside the range is above it; false where there is none."""
    above = market.close > column(OpeningRange.of(market, LENGTH).high)
    broke = or12_first_close_bo_bar(market)
    return happened(broke) & np.equal(first_bar_after(above, LENGTH), broke)
