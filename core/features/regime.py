"""REGIME: the side of its moving averages that the market was on (design: features.md section 4).

EMA20 runs over five-minute closes from session to session and holds the bar's own close. Every feature but
the daily one is null on a session whose EMA20 is unknown.
"""

import numpy as np

from core.contracts.known_at import LAST_BAR, KnownAt
from core.features.bars import classify, first_bar, lacks, null_where
from core.features.entries import BAS, BMO, CAT, EMA, OCC, STR, FeatureGroup, count, enum, event_bar
from core.features.runs import count_bars, last_signs, run_lengths
from core.market.market import FloatArray, IntArray, Market

REGIME = FeatureGroup("REGIME")

SIDE = ("above", "below", "at")
DAY_REGIME = ("above", "below", "mixed")
ALWAYS_IN = ("long", "short", "none")

DAY_REGIME_BARS = 73
GAP_BARS = 20


@REGIME.feature("Open vs 5-min EMA20", enum(SIDE, CAT), KnownAt.OPEN, "standard", 900)
def ema20_open_side(market: Market) -> FloatArray:
    """O1 above / below / at the EMA20 value at the close of the previous RTH session (E0)."""
    return _side(market.open[:, 0], market.ema_open)


@REGIME.feature("Bars Closing Above EMA20", count(0, LAST_BAR, EMA, BAS), KnownAt.EOD, "lite", 910)
def ema20_bars_above(market: Market) -> FloatArray:
    """Number of bars 1..81 with Ci > EMAi."""
    return _bars_on_side(market, 1, LAST_BAR)


@REGIME.feature("Bars Closing Below EMA20", count(0, LAST_BAR, EMA, BAS), KnownAt.EOD, "standard", 920)
def ema20_bars_below(market: Market) -> FloatArray:
    """Number of bars 1..81 with Ci < EMAi."""
    return _bars_on_side(market, -1, LAST_BAR)


@REGIME.feature("Bars Above EMA20 by Bar 18", count(0, 18, EMA, BAS), KnownAt.BAR_18, "standard", 930)
def ema20_bars_above_b18(market: Market) -> FloatArray:
    """Number of bars 1..18 with Ci > EMAi."""
    return _bars_on_side(market, 1, 18)


@REGIME.feature("First EMA20 Touch (bar)", event_bar(), KnownAt.EVENT, "lite", 940)
def ema20_first_touch_bar(market: Market) -> FloatArray:
    """First bar with Li <= EMAi <= Hi."""
    return _null_without_ema(market, first_bar((market.low <= market.ema) & (market.ema <= market.high)))


@REGIME.feature("First Close Across EMA20 (bar)", event_bar(), KnownAt.EVENT, "standard", 950)
def ema20_first_flip_bar(market: Market) -> FloatArray:
    """First bar i >= 2 whose close is on the other side of EMAi than C1 was of EMA1. n/a when C1 = EMA1."""
    signs = _close_signs(market)
    first = signs[:, :1]
    return _null_without_ema(market, null_where(first[:, 0] == 0, first_bar(signs * first < 0)))


@REGIME.feature("EMA20 Side Changes (count)", count(0, LAST_BAR, BAS), KnownAt.EOD, "pro", 960)
def ema20_flip_count(market: Market) -> FloatArray:
    """Number of times the close changes side of the EMA between consecutive bars (equal closes skipped):
    high values = trading range.
    """
    return _null_without_ema(market, _changes(_close_signs(market)))


@REGIME.feature("Longest Run of EMA Gap Bars", count(0, LAST_BAR, BAS), KnownAt.EOD, "pro", 970)
def ema20_max_gap_run(market: Market) -> FloatArray:
    """Longest run of consecutive bars on one side that do not touch the EMA (Li > EMAi, or Hi < EMAi)."""
    return _null_without_ema(market, _gap_runs(market).max(axis=1))


@REGIME.feature("20 Gap Bars Completed (bar)", event_bar(), KnownAt.EVENT, "pro", 980)
def ema20_gb20_bar(market: Market) -> FloatArray:
    """Bar on which the 20th consecutive EMA gap bar on one side completes (first time in the session)."""
    return _null_without_ema(market, first_bar(_gap_runs(market) == GAP_BARS))


@REGIME.feature(
    "EMA20 Streak into Close (signed)", count(-LAST_BAR, LAST_BAR, EMA, STR, BAS), KnownAt.EOD, "pro", 990
)
def ema20_eod_streak(market: Market) -> FloatArray:
    """Consecutive bars ending at bar 81 closing on one side of the EMA; positive above, negative below."""
    signs = _close_signs(market)
    above, below = run_lengths(signs > 0)[:, -1], run_lengths(signs < 0)[:, -1]
    return _null_without_ema(market, (above - below).astype(np.float64))


@REGIME.feature("Day EMA20 Regime", enum(DAY_REGIME, EMA, BAS), KnownAt.EOD, "pro", 1000)
def ema20_day_regime(market: Market) -> FloatArray:
    """above: at least 73 of the 81 bars close above EMA20; below: at least 73 close below; else mixed."""
    above, below = ema20_bars_above(market), ema20_bars_below(market)
    cases = {"above": above >= DAY_REGIME_BARS, "below": below >= DAY_REGIME_BARS}
    return null_where(lacks(above), classify(DAY_REGIME, cases, otherwise="mixed"))


@REGIME.feature("Bar 18 Close vs EMA20", enum(SIDE, CAT), KnownAt.BAR_18, "standard", 1010)
def ema20_side_b18(market: Market) -> FloatArray:
    """C18 above / below / at EMA18."""
    return _side(market.close[:, 17], market.ema[:, 17])


@REGIME.feature("Daily EMA20 Regime", enum(SIDE, CAT, STR), KnownAt.PRE, "standard", 1020)
def d_ema20_side(market: Market) -> FloatArray:
    """CoY above / below / at the 20-day EMA of RTH closes through yesterday."""
    return _side(market.coy, market.d_ema20)


@REGIME.feature(
    "Always-In Side by Bar 18 (proxy)", enum(ALWAYS_IN, OCC, BAS), KnownAt.BAR_18, "standard", 1030
)
def always_in_b18(market: Market) -> FloatArray:
    """Side of the latest two consecutive bars within 1..18 that both close in one direction of their open
    and on that side of EMA20 (long: C > O and C > EMA; short mirrored); none without such a pair.
    """
    side = last_signs(_pair_signs(market)[:, :18])[:, -1]
    return _null_without_ema(market, classify(ALWAYS_IN, {"long": side > 0, "short": side < 0}, "none"))


@REGIME.feature("Always-In Changes (count, proxy)", count(0, LAST_BAR, BAS, BMO), KnownAt.EOD, "pro", 1040)
def always_in_flips(market: Market) -> FloatArray:
    """How often the side of the latest such pair changed over bars 1..81; the first pair does not count."""
    return _null_without_ema(market, _changes(_pair_signs(market)))


def _null_without_ema(market: Market, values: FloatArray) -> FloatArray:
    return null_where(lacks(market.ema[:, 0]), values)


def _side(price: FloatArray, line: FloatArray) -> FloatArray:
    codes = classify(SIDE, {"above": price > line, "below": price < line}, otherwise="at")
    return null_where(lacks(price, line), codes)


def _close_signs(market: Market) -> IntArray:
    """1 for a bar (N, B) that closes above its EMA, -1 below, 0 at it or if it is unknown."""
    return (market.close > market.ema).astype(np.int64) - (market.close < market.ema)


def _bars_on_side(market: Market, sign: int, bars: int) -> FloatArray:
    return _null_without_ema(market, count_bars(_close_signs(market)[:, :bars] == sign))


def _gap_runs(market: Market) -> FloatArray:
    """The length (N, B) of the run of gap bars on one side up to each bar; a touch of the EMA ends it."""
    above, below = run_lengths(market.low > market.ema), run_lengths(market.high < market.ema)
    return np.maximum(above, below).astype(np.float64)


def _pair_signs(market: Market) -> IntArray:
    """1 where a bar (N, B) and the one before it are both long, -1 where both are short, else 0."""
    signs = _close_signs(market)
    with_bar = np.where(np.sign(market.close - market.open) == signs, signs, 0)
    pairs = np.zeros_like(with_bar)
    pairs[:, 1:] = np.where(with_bar[:, 1:] == with_bar[:, :-1], with_bar[:, 1:], 0)
    return pairs


def _changes(signs: IntArray) -> FloatArray:
    """How often a sign (N, B) differs from the last sign before it, zeros skipped."""
    before = last_signs(signs)
    return count_bars(signs[:, 1:] * before[:, :-1] < 0)
