"""Random markets that can reveal a wrong print: wicks, ties, flat opens, outside bars, missing levels.

Everything is drawn in ticks, so equal prices and touches at an edge are common rather than a fluke.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from numpy.random import Generator
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.market.market import FloatArray, IntArray, Market, SessionTable

BASE = 20_000
"""The first open in ticks (5,000 points of a quarter each)."""

FIRST_DATE = np.datetime64("2024-01-02")
TICKS = (0.25, 0.1, 1.0)


def random_market(seed: int, sessions: int = 24, step: int = 3, tick: float = 0.25) -> Market:
    """`sessions` full sessions whose bars move by at most `step` ticks, wicks and outside bars besides."""
    rng = np.random.default_rng(seed)
    ticks = _random_bars(rng, BASE + rng.integers(-50, 51, sessions), step)
    levels = _in_points(_random_levels(rng, ticks), tick)
    bars = _in_points(ticks, tick)
    dates = FIRST_DATE + np.arange(sessions)
    previous = np.where(rng.random(sessions) < 0.1, -1, np.arange(sessions) - 1)
    return Market(
        symbol="RANDOM",
        tick=tick,
        sessions=_session_table(dates, previous, bars, levels),
        ordinal=np.arange(sessions),
        session_date=dates,
        previous_row=previous,
        ema_open=bars["open"][:, 0] + rng.integers(-step, step + 1, sessions) * tick / 8,
        **bars,
        **_volume_and_ema(rng, bars["close"]),
        **levels,
    )


def markets() -> st.SearchStrategy[Market]:
    """Random markets on every tick, from calm (long runs of equal prices) to wild."""
    return st.builds(
        random_market,
        seed=st.integers(0, 2**32 - 1),
        step=st.sampled_from([0, 1, 2, 3, 8, 20]),
        tick=st.sampled_from(TICKS),
    )


def with_other_future(market: Market, last_kept: int, seed: int) -> Market:
    """The same sessions with every bar after `last_kept` redrawn; 0 keeps nothing but the open of bar 1."""
    rng = np.random.default_rng(seed)
    opened = np.rint(market.open[:, 0] * round(1 / market.tick)).astype(np.int64)
    others = _in_points(_random_bars(rng, opened, int(rng.choice([1, 3, 20]))), market.tick)
    others |= _volume_and_ema(rng, others["close"])
    kept = {name: getattr(market, name).copy() for name in others}
    for name, array in kept.items():
        array[:, last_kept:] = others[name][:, last_kept:]
    return replace(market, **kept)


def _random_bars(rng: Generator, opened: IntArray, step: int) -> dict[str, IntArray]:
    """Open, high, low and close in ticks, (N, 81), from the first opens (N,)."""
    shape = (len(opened), LAST_BAR)
    moves = rng.integers(-step, step + 1, shape)
    jumps = rng.integers(-1, 2, shape) * (rng.random(shape) < 0.2)
    jumps[:, 0] = 0
    closes = opened[:, np.newaxis] + np.cumsum(moves + jumps, axis=1)
    opens = closes - moves
    outside = np.where(rng.random(shape) < 0.02, 6 * step, 0)
    return {
        "open": opens,
        "high": np.maximum(opens, closes) + _wicks(rng, shape, step) + outside,
        "low": np.minimum(opens, closes) - _wicks(rng, shape, step) - outside,
        "close": closes,
    }


def _wicks(rng: Generator, shape: tuple[int, int], step: int) -> IntArray:
    return np.where(rng.random(shape) < 0.5, 0, rng.integers(0, step + 1, shape))


def _random_levels(rng: Generator, bars: dict[str, IntArray]) -> dict[str, FloatArray]:
    """Yesterday, overnight and ADR10: near the open or exactly on a traded price, sometimes missing."""
    coy = _near(rng, bars)
    one, other = _around(rng, coy, bars), _around(rng, coy, bars)
    gx_one, gx_other = _near(rng, bars), _near(rng, bars)
    day_range = bars["high"].max(axis=1) - bars["low"].min(axis=1)
    no_yesterday, no_overnight, no_adr = rng.random((3, len(coy))) < 0.1
    no_adr10 = no_adr | (day_range == 0)
    return {
        "hoy": _missing(no_yesterday, np.maximum(coy, np.maximum(one, other))),
        "loy": _missing(no_yesterday, np.minimum(coy, np.minimum(one, other))),
        "coy": _missing(no_yesterday, coy),
        "gxh": _missing(no_overnight, np.maximum(gx_one, gx_other)),
        "gxl": _missing(no_overnight, np.minimum(gx_one, gx_other)),
        "adr10": _missing(no_adr10, day_range * rng.choice([1, 5, 7, 10, 13, 50], len(coy)) / 10),
    }


def _near(rng: Generator, bars: dict[str, IntArray]) -> FloatArray:
    """Per session: the open, a price near it, a traded high, low or close, or the day's edge and beyond."""
    rows = np.arange(len(bars["open"]))
    column = rng.integers(0, LAST_BAR, len(rows))
    opened = bars["open"][:, 0]
    away = opened + rng.integers(-12, 13, len(rows))
    beyond = rng.integers(0, 3, len(rows))
    edges = [bars["high"].max(axis=1) + beyond, bars["low"].min(axis=1) - beyond]
    traded = [bars[name][rows, column] for name in ("high", "low", "close")]
    choices = [opened, away, *traded, *edges]
    picked = np.choose(rng.integers(0, len(choices), len(rows)), choices)
    return picked.astype(np.float64)


def _around(rng: Generator, level: FloatArray, bars: dict[str, IntArray]) -> FloatArray:
    """A few ticks from `level`, or anywhere: so that yesterday is now and then a narrow, distant range."""
    close_by = level + rng.integers(-3, 4, len(level))
    return np.where(rng.random(len(level)) < 0.5, close_by, _near(rng, bars))


def _missing(where: NDArray[np.bool_], values: FloatArray) -> FloatArray:
    return np.where(where, np.nan, values)


def _in_points(ticks: Mapping[str, IntArray | FloatArray], tick: float) -> dict[str, FloatArray]:
    return {name: prices / round(1 / tick) for name, prices in ticks.items()}


def _volume_and_ema(rng: Generator, close: FloatArray) -> dict[str, FloatArray]:
    volume = rng.integers(1, 1000, close.shape).astype(np.float64)
    return {"volume": volume, "ema": close + rng.integers(-3, 4, close.shape) / 32}


def _session_table(
    dates: NDArray[np.datetime64],
    previous: IntArray,
    bars: dict[str, FloatArray],
    levels: dict[str, FloatArray],
) -> SessionTable:
    count = len(dates)
    return SessionTable(
        session_date=dates,
        is_full=np.ones(count, dtype=np.bool_),
        previous=previous,
        full_row=np.arange(count),
        contract=np.full(count, "RANDOM"),
        is_roll=np.zeros(count, dtype=np.bool_),
        roll_gap_known=np.ones(count, dtype=np.bool_),
        open=bars["open"][:, 0],
        high=bars["high"].max(axis=1),
        low=bars["low"].min(axis=1),
        close=bars["close"][:, -1],
        gxh=levels["gxh"],
        gxl=levels["gxl"],
        ath_before=np.full(count, np.nan),
    )
