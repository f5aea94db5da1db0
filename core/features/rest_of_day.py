"""EOD, the rest of the day: what came after bar 18, bar 54 and in the last hour."""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import DIRECTION, direction_of, percent
from core.features.entries import BAS, FeatureGroup, enum, numeric
from core.market.market import FloatArray, Market

REST_OF_DAY = FeatureGroup("EOD")

BEFORE_LAST_HOUR = 69
EXCURSION_EDGES = (0, 15, 30, 50, 75, 100)


@REST_OF_DAY.feature(
    "Last Hour Direction",
    enum(DIRECTION, BAS),
    KnownAt.EOD,
    "standard",
    1160,
    spans_from=BEFORE_LAST_HOUR + 1,
)
def last_hour_dir(market: Market) -> FloatArray:
    """bull: C81 > C69; bear: C81 < C69; doji equal (last 12 bars)."""
    return direction_of(_close(market, BEFORE_LAST_HOUR), _close(market, LAST_BAR))


@REST_OF_DAY.feature(
    "Rest-of-Day Direction from Bar 18",
    enum(DIRECTION, BAS),
    KnownAt.EOD,
    "standard",
    1170,
    spans_from=19,
    clean_twins=("rod_dir_b54", "last_hour_dir"),
)
def rod_dir_b18(market: Market) -> FloatArray:
    """bull: C81 > C18; bear: C81 < C18; doji equal. The standard outcome for bar-18 questions."""
    return direction_of(_close(market, 18), _close(market, LAST_BAR))


@REST_OF_DAY.feature(
    "Rest-of-Day Move from Bar 18 (% ADR10)",
    numeric("%", (-75, -40, -15, 0, 15, 40, 75)),
    KnownAt.EOD,
    "pro",
    1180,
    spans_from=19,
    clean_twins=("rod_move_b54_pct_adr",),
)
def rod_move_b18_pct_adr(market: Market) -> FloatArray:
    """100*(C81 - C18)/ADR10, signed."""
    return percent(_close(market, LAST_BAR) - _close(market, 18), market.adr10)


@REST_OF_DAY.feature(
    "Best Long Excursion After Bar 18 (% ADR10)",
    numeric("%", EXCURSION_EDGES, hard_min=0),
    KnownAt.EOD,
    "pro",
    1190,
    spans_from=19,
)
def mfe_up_b18_pct_adr(market: Market) -> FloatArray:
    """100*max(0, max(H19..H81) - C18)/ADR10."""
    return percent(np.maximum(0.0, market.high[:, 18:].max(axis=1) - _close(market, 18)), market.adr10)


@REST_OF_DAY.feature(
    "Best Short Excursion After Bar 18 (% ADR10)",
    numeric("%", EXCURSION_EDGES, hard_min=0),
    KnownAt.EOD,
    "pro",
    1200,
    spans_from=19,
)
def mfe_dn_b18_pct_adr(market: Market) -> FloatArray:
    """100*max(0, C18 - min(L19..L81))/ADR10."""
    return percent(np.maximum(0.0, _close(market, 18) - market.low[:, 18:].min(axis=1)), market.adr10)


@REST_OF_DAY.feature(
    "Rest-of-Day Direction from Bar 54",
    enum(DIRECTION, BAS),
    KnownAt.EOD,
    "standard",
    1280,
    spans_from=55,
    clean_twins=("last_hour_dir",),
)
def rod_dir_b54(market: Market) -> FloatArray:
    """bull: C81 > C54; bear: C81 < C54; doji equal (from 14:00, the Late Session)."""
    return direction_of(_close(market, 54), _close(market, LAST_BAR))


@REST_OF_DAY.feature(
    "Rest-of-Day Move from Bar 54 (% ADR10)",
    numeric("%", (-50, -25, -10, 0, 10, 25, 50)),
    KnownAt.EOD,
    "pro",
    1290,
    spans_from=55,
)
def rod_move_b54_pct_adr(market: Market) -> FloatArray:
    """100*(C81 - C54)/ADR10, signed."""
    return percent(_close(market, LAST_BAR) - _close(market, 54), market.adr10)


def _close(market: Market, bar: int) -> FloatArray:
    return market.close[:, bar - 1]
