"""EOD, the day as a whole: where it closed, against its open, its range and yesterday, and its type."""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import classify, lacks, null_where, percent
from core.features.day_extremes import hod_bar, lod_bar
from core.features.entries import BAS, OCC, STR, FeatureGroup, boolean, count, enum, numeric
from core.features.runs import signed_runs
from core.market.market import BoolArray, FloatArray, Market

END_OF_DAY = FeatureGroup("EOD")

DAY_TYPE = (
    "trend_bull",
    "trend_bear",
    "reversal_bull",
    "reversal_bear",
    "bull_close",
    "bear_close",
    "trading_range",
)
TREND_FROM_OPEN = ("bull", "bear", "none")


@END_OF_DAY.feature(
    "Day Close IBS (%)",
    numeric("%", (0, 10, 25, 50, 75, 90, 100), hard_min=0, hard_max=100),
    KnownAt.EOD,
    "lite",
    1090,
)
def close_ibs(market: Market) -> FloatArray:
    """100*(C81 - LOD)/(HOD - LOD)."""
    return percent(_close(market) - _low(market), _range(market))


@END_OF_DAY.feature(
    "Bull Day (close above open)",
    boolean(),
    KnownAt.EOD,
    "lite",
    1100,
    clean_twins=("or6_dir_holds_eod", "or12_dir_holds_eod", "rod_dir_b18", "rod_dir_b54", "last_hour_dir"),
)
def close_above_open(market: Market) -> FloatArray:
    """C81 > O1."""
    return (_close(market) > market.open[:, 0]).astype(np.float64)


@END_OF_DAY.feature("Close Above CoY", boolean(), KnownAt.EOD, "lite", 1110)
def close_above_coy(market: Market) -> FloatArray:
    """C81 > CoY."""
    return null_where(lacks(market.coy), _close(market) > market.coy)


@END_OF_DAY.feature(
    "Net Change (% of ADR10)",
    numeric("%", (-100, -60, -30, 0, 30, 60, 100)),
    KnownAt.EOD,
    "pro",
    1120,
    clean_twins=("rod_move_b18_pct_adr", "rod_move_b54_pct_adr"),
)
def net_change_pct_adr(market: Market) -> FloatArray:
    """100*(C81 - CoY)/ADR10, signed."""
    return percent(_close(market) - market.coy, market.adr10)


@END_OF_DAY.feature("Day Type", enum(DAY_TYPE, BAS), KnownAt.EOD, "lite", 1130)
def day_type(market: Market) -> FloatArray:
    """With ol = (O1-LOD)/DR and ibs = (C81-LOD)/DR, in this order: trend_bull ol<=.25 & ibs>=.75 &
    DR>=.8*ADR10; trend_bear ol>=.75 & ibs<=.25 & DR>=.8*ADR10; reversal_bull ol>=.5 & ibs>=.75;
    reversal_bear ol<=.5 & ibs<=.25; bull_close ibs>=.75; bear_close ibs<=.25; else trading_range.
    """
    height, opened = _range(market), market.open[:, 0] - _low(market)
    top, bottom = _closed_high(market), _closed_low(market)
    large = 5 * height >= 4 * market.adr10
    cases = {
        "trend_bull": (4 * opened <= height) & top & large,
        "trend_bear": (4 * opened >= 3 * height) & bottom & large,
        "reversal_bull": (2 * opened >= height) & top,
        "reversal_bear": (2 * opened <= height) & bottom,
        "bull_close": top,
        "bear_close": bottom,
    }
    unknown = (height == 0) | lacks(market.adr10)
    return null_where(unknown, classify(DAY_TYPE, cases, otherwise="trading_range"))


@END_OF_DAY.feature(
    "Trend From the Open (TFO)", enum(TREND_FROM_OPEN, OCC, BAS), KnownAt.EOD, "standard", 1140
)
def trend_from_open(market: Market) -> FloatArray:
    """bull: lod_bar <= 2 and close IBS >= 75; bear: hod_bar <= 2 and close IBS <= 25; else none."""
    cases = {
        "bull": (lod_bar(market) <= 2) & _closed_high(market),
        "bear": (hod_bar(market) <= 2) & _closed_low(market),
    }
    return null_where(_range(market) == 0, classify(TREND_FROM_OPEN, cases, otherwise="none"))


@END_OF_DAY.feature(
    "Consecutive Bull/Bear Days (signed)",
    count(-30, 30, STR, BAS, range_is_hint=True),
    KnownAt.EOD,
    "standard",
    1240,
)
def bull_day_streak(market: Market) -> FloatArray:
    """Run of sessions ending today with the same sign of C81 - O1; positive bull, negative bear, 0 doji.
    (Use _prev before the open.)
    """
    table = market.sessions
    return _with_today(market, table.close - table.open, _close(market) - market.open[:, 0])


@END_OF_DAY.feature(
    "Consecutive Closes Above/Below CoY (signed)",
    count(-30, 30, STR, BAS, range_is_hint=True),
    KnownAt.EOD,
    "standard",
    1245,
)
def close_streak(market: Market) -> FloatArray:
    """Run of sessions ending today with the same sign of C81 - CoY; positive above, negative below, 0 equal.
    n/a without CoY. (Use _prev before the open.)
    """
    table = market.sessions
    known = (table.previous >= 0) & table.roll_gap_known
    moves = np.where(known, table.close - table.close[table.previous], 0.0)
    return null_where(lacks(market.coy), _with_today(market, moves, _close(market) - market.coy))


@END_OF_DAY.feature(
    "Day Body (% of range, signed)",
    numeric("%", (-75, -50, -25, 0, 25, 50, 75), hard_min=-100, hard_max=100),
    KnownAt.EOD,
    "standard",
    1270,
)
def day_body_pct(market: Market) -> FloatArray:
    """100*(C81 - O1)/DR. n/a when DR = 0."""
    return percent(_close(market) - market.open[:, 0], _range(market))


def _with_today(market: Market, moves: FloatArray, today: FloatArray) -> FloatArray:
    """The signed run of like moves that ends today (N,), from those of every counted session (S,).

    Half days count; a missing session ends a run.
    """
    runs = signed_runs(np.sign(moves).astype(np.int64), market.sessions.previous >= 0)
    previous = market.sessions.previous[market.ordinal]
    before = np.where(previous >= 0, runs[previous], 0)
    sign = np.sign(today)
    return np.where(np.sign(before) == sign, before + sign, sign)


def _close(market: Market) -> FloatArray:
    closed: FloatArray = market.close[:, LAST_BAR - 1]
    return closed


def _low(market: Market) -> FloatArray:
    lowest: FloatArray = market.low.min(axis=1)
    return lowest


def _range(market: Market) -> FloatArray:
    highest: FloatArray = market.high.max(axis=1)
    return highest - _low(market)


def _closed_high(market: Market) -> BoolArray:
    """Whether the close is in the upper quarter of the day's range."""
    return np.asarray(4 * (_close(market) - _low(market)) >= 3 * _range(market))


def _closed_low(market: Market) -> BoolArray:
    """Whether the close is in the lower quarter of the day's range."""
    return np.asarray(4 * (_close(market) - _low(market)) <= _range(market))
