"""Coin days: real full sessions in which a fair coin decides the direction of every bar.

Everything known before 09:30 is unchanged. Definition and random stream: design beyond.md section 1.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.features.compute import FeatureColumn, columns_of
from core.features.entries import Feature
from core.features.registry import FEATURES
from core.features.ticks import in_ticks
from core.market.ema import ema20_from
from core.market.market import BoolArray, DateArray, FloatArray, IntArray, Market, rows_of

Prices = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
"""Open, high, low and close of bars in a row, along the last axis."""

ENOUGH_DAYS = 50_000
FEWEST_DRAWS, MOST_DRAWS = 24, 104

DRAWS_STEP = 8
"""Draws come by so many: a session's coin days fill whole bytes of a bitmap."""

AT_ONCE = 3_000
"""Coin days per computation: their bars fit the processor's cache."""

TOSS_BYTES = -(-LAST_BAR // 8)
"""Bytes that hold the coins of a day as bits."""

_WORDS = (LAST_BAR + 1) // 2
"""Random words of 64 bits for the coins of a day."""


def coin_decided(features: Iterable[Feature]) -> tuple[Feature, ...]:
    """The features that bars of the day decide; others keep the real day's value."""
    return tuple(entry for entry in features if entry.definition.known_at_bar() > 0)


COIN_DECIDED = coin_decided(FEATURES)


@dataclass(frozen=True, slots=True)
class CoinDays:
    """The coin days of N sessions, `draws` of each; `columns` (N * draws,) of the features the coin decides.

    The draws of a session are consecutive: draw k of row i is at i * draws + k - 1. `tosses`
    (N * draws, 11) are their coins as bits, bar 1 first.
    """

    draws: int
    columns: Mapping[str, FeatureColumn]
    tosses: NDArray[np.uint8]


def draws_for(sessions: int) -> int:
    """Draws per session: the fewest in steps of 8 that give 50,000 coin days, within 24 to 104."""
    steps = -(-ENOUGH_DAYS // (DRAWS_STEP * max(sessions, 1)))
    return min(max(DRAWS_STEP * steps, FEWEST_DRAWS), MOST_DRAWS)


def coins(session_date: DateArray, draw: int) -> BoolArray:
    """The coins (N, 81) of one draw of each session, bar 1 first; true keeps a bar, false mirrors it.

    A coin depends only on its session's date and its draw, so that more days change none.
    """
    dates = np.char.replace(np.datetime_as_string(session_date, unit="D"), "-", "").astype(np.uint32)
    # As an array of words, which SeedSequence takes as they are: twice as fast as whole numbers.
    entropy = np.column_stack((dates, np.full_like(dates, draw)))
    words = [np.random.PCG64(np.random.SeedSequence(each)).random_raw(_WORDS) for each in entropy]
    # Generator.integers(0, 2) takes the top bit of each half of a word, the lower half first.
    halves = np.array(words, dtype="<u8").reshape(-1, _WORDS).view("<u4")
    return np.asarray(halves[:, :LAST_BAR] >> 31 == 1)


def all_coins(session_date: DateArray, draws: int) -> BoolArray:
    """The coins of every draw of each session (N * draws, 81), a session's draws in a row."""
    kept = [coins(session_date, draw) for draw in range(1, draws + 1)]
    return np.stack(kept, axis=1).reshape(-1, LAST_BAR)


def mirrored(prices: Prices, kept: BoolArray) -> Prices:
    """Every bar kept or mirrored about the close before it, the first about its open.

    Each bar continues from where the one before it closes.
    """
    open_, high, low, close = prices
    reference = np.concatenate((open_[..., :1], close[..., :-1]), axis=-1)
    step = np.where(kept, close - reference, reference - close)
    ends = open_[..., :1] + np.cumsum(step, axis=-1)
    before = ends - step

    def placed(price: FloatArray, opposite: FloatArray) -> FloatArray:
        return np.asarray(before + np.where(kept, price - reference, reference - opposite))

    return placed(open_, open_), placed(high, low), placed(low, high), ends


def coin_market(ticks: Market, kept: BoolArray) -> Market:
    """The market in ticks with every bar of a day kept or mirrored.

    Minutes are mirrored with their bar. The EMA continues from its value at yesterday's close, unknown where
    that is unknown.
    """
    open_, high, low, close = mirrored((ticks.open, ticks.high, ticks.low, ticks.close), kept)
    return replace(
        ticks,
        open=open_,
        high=high,
        low=low,
        close=close,
        ema=ema20_from(ticks.ema_open, close),
        minutes=None if ticks.minutes is None else ticks.minutes.mirrored_unless(kept),
    )


def coin_days(market: Market, features: tuple[Feature, ...] = COIN_DECIDED) -> CoinDays:
    """Every feature, or those given, that the coin decides, on the coin days of a market in points."""
    return toss(in_ticks(market), np.arange(len(market)), draws_for(len(market)), features)


def toss(ticks: Market, rows: IntArray, draws: int, features: tuple[Feature, ...]) -> CoinDays:
    """Coin days of some sessions of a market in ticks; computes all given features on them."""
    at_once = AT_ONCE // draws
    chunks = [rows[start : start + at_once] for start in range(0, len(rows), at_once)]
    with ThreadPoolExecutor(2) as pool:
        tosses, columns = zip(*pool.map(partial(_part, ticks, draws, features), chunks), strict=True)
    joined = {name: _joined([part[name] for part in columns]) for name in columns[0]}
    return CoinDays(draws, joined, np.concatenate(tosses))


def differing_when_kept(
    market: Market,
    columns: Mapping[str, FeatureColumn],
    rows: IntArray,
    features: tuple[Feature, ...] = COIN_DECIDED,
) -> list[str]:
    """The features that differ from the real day's when the coin keeps every bar of some sessions.

    These sessions need a known EMA before the open: without it the EMA is null on coin days alone.
    """
    ticks = rows_of(in_ticks(market), rows)
    kept = columns_of(coin_market(ticks, np.ones(ticks.close.shape, dtype=np.bool_)), features)
    return [
        name
        for name, column in kept.items()
        if not np.array_equal(column.values, columns[name].values[rows], equal_nan=True)
    ]


def _part(
    ticks: Market, draws: int, features: tuple[Feature, ...], rows: IntArray
) -> tuple[NDArray[np.uint8], dict[str, FeatureColumn]]:
    kept = all_coins(ticks.session_date[rows], draws)
    market = coin_market(rows_of(ticks, np.repeat(rows, draws)), kept)
    return np.packbits(kept, axis=1), columns_of(market, features)


def _joined(parts: list[FeatureColumn]) -> FeatureColumn:
    bars = [each.event_bar for each in parts if each.event_bar is not None]
    values = np.concatenate([each.values for each in parts])
    return FeatureColumn(values, np.concatenate(bars) if bars else None)
