"""Random bars and their minutes in ticks, and another future of a market's bars."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.market.market import ABSENT, BAR_MINUTES, FloatArray, IntArray, Market, MinuteBars


def with_other_future(market: Market, last_kept: int, seed: int) -> Market:
    """The same sessions with every bar after `last_kept` redrawn; 0 keeps only the open of bar 1."""
    rng = np.random.default_rng(seed)
    opened = np.rint(market.open[:, 0] * round(1 / market.tick)).astype(np.int64)
    step = int(rng.choice([1, 3, 20]))
    ticks = random_bars(rng, opened, step)
    others = in_points(ticks, market.tick) | {"volume": random_volume(rng, ticks["close"])}
    ema = random_ema(rng, ticks, opened.astype(np.float64), step)[0] / round(1 / market.tick)
    others["ema"] = np.where(np.isnan(market.ema), np.nan, np.where(np.isnan(ema), others["close"], ema))
    kept = {name: getattr(market, name).copy() for name in others}
    for name, array in kept.items():
        array[:, last_kept:] = others[name][:, last_kept:]
    return replace(market, **kept, minutes=_parted(market.minutes, last_kept, seed, ticks))


def random_minutes(seed: int, bars: Mapping[str, IntArray]) -> MinuteBars:
    """Minutes that sum to their bars (N, 81) in ticks: up to five per bar, none in every eighth bar.

    One or several minutes have the high, and so the low: in either order, or in one minute.
    """
    rng = np.random.default_rng([seed, 1])
    shape = (*bars["open"].shape, BAR_MINUTES)
    low, high, opened = (bars[name][..., np.newaxis] for name in ("low", "high", "open"))
    ends = low + np.rint((high - low) * rng.random((2, *shape)) ** 2).astype(np.int64)
    there = rng.random(shape) < 0.7
    holder = rng.integers(0, BAR_MINUTES, (2, *shape[:2], 1))
    is_high, is_low = (np.arange(BAR_MINUTES) == each for each in holder)
    highs, lows = np.where(is_high, high, ends.max(axis=0)), np.where(is_low, low, ends.min(axis=0))
    there |= is_high | is_low
    places, closed = np.arange(BAR_MINUTES), bars["close"][..., np.newaxis]
    is_first = places == there.argmax(axis=2)[..., np.newaxis]
    is_last = places == BAR_MINUTES - 1 - there[..., ::-1].argmax(axis=2)[..., np.newaxis]
    for end, price in ((is_first, opened), (is_last, closed)):
        highs, lows = (
            np.where(end, np.maximum(highs, price), highs),
            np.where(end, np.minimum(lows, price), lows),
        )
    there &= rng.random((*shape[:2], 1)) >= 0.125
    return MinuteBars(
        np.where(there, highs - opened, -ABSENT).astype(np.int16),
        np.where(there, lows - opened, ABSENT).astype(np.int16),
    )


def joined_minutes(before: MinuteBars | None, after: MinuteBars | None, last: int) -> MinuteBars | None:
    """The minutes of bars 1..`last` of `before` and of the later bars of `after`."""
    if before is None or after is None:
        return None
    pairs = ((before.high, after.high), (before.low, after.low))
    return MinuteBars(*(np.concatenate((one[:, :last], other[:, last:]), axis=1) for one, other in pairs))


def _parted(
    minutes: MinuteBars | None, last_kept: int, seed: int, bars: Mapping[str, IntArray]
) -> MinuteBars | None:
    return None if minutes is None else joined_minutes(minutes, random_minutes(seed, bars), last_kept)


def random_bars(rng: Generator, opened: IntArray, step: int) -> dict[str, IntArray]:
    """Open, high, low and close in ticks, (N, 81), from the first opens (N,).

    A few sessions do not move, or trend from bar to bar without a pullback.
    """
    shape = (len(opened), LAST_BAR)
    moves = rng.integers(-step, step + 1, shape)
    jumps = rng.integers(-1, 2, shape) * (rng.random(shape) < 0.2)
    jumps[:, 0] = 0
    closes = opened[:, np.newaxis] + np.cumsum(moves + jumps, axis=1)
    opens = closes - moves
    outside = np.where(rng.random(shape) < 0.02, 6 * step, 0)
    prices = {
        "open": opens,
        "high": np.maximum(opens, closes) + _wicks(rng, shape, step) + outside,
        "low": np.minimum(opens, closes) - _wicks(rng, shape, step) - outside,
        "close": closes,
    }
    still = rng.random((len(opened), 1)) < 0.03
    steps = opened[:, np.newaxis] + rng.integers(-2, 3, still.shape) * np.arange(LAST_BAR)
    return {name: np.where(still, steps, price) for name, price in prices.items()}


def _wicks(rng: Generator, shape: tuple[int, int], step: int) -> IntArray:
    return np.where(rng.random(shape) < 0.5, 0, rng.integers(0, step + 1, shape))


def random_ema(
    rng: Generator, bars: dict[str, IntArray], coy: FloatArray, step: int
) -> tuple[FloatArray, FloatArray]:
    """EMA of every bar and before the open, in ticks; unknown on some sessions.

    One of: a real EMA from near the open, one that follows the closes and meets them, one far off, or one far
    off that about eight bars cross.
    """
    closes, opened = bars["close"], bars["open"][:, :1]
    line = np.empty(closes.shape)
    before = opened[:, 0] + rng.integers(-step, step + 1, len(closes)) / 8
    value = before
    for bar in range(LAST_BAR):
        value = value + 2 * (closes[:, bar] - value) / 21
        line[:, bar] = value
    hugging = closes + rng.integers(-3, 4, closes.shape) / 8 * (rng.random(closes.shape) < 0.7)
    distant = closes.min(axis=1, keepdims=True) + rng.integers(-60 * step - 1, 90 * step + 2, opened.shape)
    crossed = np.where(rng.random(closes.shape).argsort(axis=1) < rng.integers(6, 11, opened.shape), -1, 1)
    around = closes + crossed * rng.choice([-1, 1], opened.shape) * (9 * step + 1)
    line = np.choose(rng.integers(0, 4, opened.shape), [line, hugging, distant, around])
    unknown = rng.random(len(closes)) < 0.1
    line[unknown] = np.nan
    return line, missing(unknown | np.isnan(coy), before)


def missing(where: NDArray[np.bool_], values: FloatArray) -> FloatArray:
    return np.where(where, np.nan, values)


def in_points(ticks: Mapping[str, IntArray | FloatArray], tick: float) -> dict[str, FloatArray]:
    return {name: prices / round(1 / tick) for name, prices in ticks.items()}


def random_volume(rng: Generator, close: IntArray | FloatArray) -> FloatArray:
    return rng.integers(1, 1000, close.shape).astype(np.float64)
