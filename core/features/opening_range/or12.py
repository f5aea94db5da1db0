"""OR12: the opening range of the first hour, bars 1..12 (design: features.md section 4)."""

from functools import partial

import numpy as np

from core.contracts.known_at import KnownAt
from core.features.bars import (
    above_prior_high,
    below_prior_low,
    classify,
    column,
    first_bar_after,
    first_highest_bar,
    first_lowest_bar,
    happened,
    highest_until,
    lowest_until,
    null_where,
)
from core.features.entries import BAS, OCC, TIM, FeatureGroup, bar, enum, event_bar
from core.features.opening_range import measures, members
from core.features.opening_range.measures import OpeningRange
from core.features.within_bar import EXTREME_ORDER, extreme_order
from core.market.market import BoolArray, FloatArray, Market

OR12 = FeatureGroup("OR12")

LENGTH = 12
BAR_1_TYPE = ("bull", "bear", "none")
after_range = partial(event_bar, LENGTH + 1)

members.enter(
    OR12,
    LENGTH,
    {
        "or_range_pct_adr": 150,
        "or_dir": 190,
        "or_bo_up_bar": 200,
        "or_bo_dn_bar": 210,
        "or_first_bo": 220,
        "or_bo_sides": 230,
        "or_opp_bo_after_bo": 250,
        "or_ext_up_pct": 260,
        "or_ext_dn_pct": 270,
        "or_mm_up_bar": 280,
        "or_mm_dn_bar": 290,
        "or_hod_or_lod_set": 300,
    },
)


@OR12.feature("OR12 High Set (bar)", bar(1, LENGTH, TIM), KnownAt.BAR_12, "pro", 160)
def or12_high_bar(market: Market) -> FloatArray:
    """First bar in 1..12 whose high equals ORH12."""
    return first_highest_bar(market.high[:, :LENGTH])


@OR12.feature("OR12 Low Set (bar)", bar(1, LENGTH, TIM), KnownAt.BAR_12, "pro", 170)
def or12_low_bar(market: Market) -> FloatArray:
    """First bar in 1..12 whose low equals ORL12."""
    return first_lowest_bar(market.low[:, :LENGTH])


@OR12.feature("OR12: High or Low First", enum(EXTREME_ORDER, BAS), KnownAt.BAR_12, "standard", 180)
def or12_extreme_order(market: Market) -> FloatArray:
    """high_first / low_first by comparing the two bars above; same_bar when equal. With one-minute bars: by
    the first minutes that have them, same_bar when these are equal.
    """
    return extreme_order(market, or12_high_bar(market), or12_low_bar(market))


@OR12.feature("OR12 First Close Outside (bar)", after_range(), KnownAt.EVENT, "standard", 240)
def or12_first_close_bo_bar(market: Market) -> FloatArray:
    """First bar i > 12 with Ci > ORH12 or Ci < ORL12 (close criterion instead of wick)."""
    return measures.close_breakout_bar(market, LENGTH)


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
    """Whether the first close outside the range is above it; false without one."""
    above = market.close > column(OpeningRange.of(market, LENGTH).high)
    broke = or12_first_close_bo_bar(market)
    return happened(broke) & np.equal(first_bar_after(above, LENGTH), broke)
