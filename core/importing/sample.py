"""Sample sessions: made-up bars with the habits of real ones, the same on every machine.

A price walk through every five-minute slot of every trade day: volatility that clusters from day to day, is
U-shaped within RTH and small overnight; wicks, gaps, half days, holiday trade, quarterly contracts with a
carry step, a few nights with bars that never traded, and the circuit-breaker days of March 2020.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from core.importing.sample_days import OPEN_SLOT, SLOTS, TradeDays, sample_days, slot_is_traded
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import BoolArray, FloatArray, IntArray
from core.market.rolls import calendar_contracts, roll_calendar
from core.market.session_clock import NEW_YORK

SEED = 20150102
START_PRICE = 2050.0
END_PRICE = 6400.0

_DAILY_VOLATILITY = 0.0095
_PERSISTENCE, _REACTION = 0.90, 0.08
_OVERNIGHT_SHARE = 0.22
_WICK = 0.55
_JUMP_TICKS = 0.35
_RTH_VOLUME = 17_000.0
_THIN_NIGHT_SHARE = 0.002


def sample_bars() -> pd.DataFrame:
    """The bars of DEMO, ts ascending.

    Columns: ts (datetime64[us, UTC]), open, high, low, close (points), volume (int64), contract.
    """
    days = sample_days()
    traded = slot_is_traded(days)
    random = np.random.Generator(np.random.PCG64(SEED))
    scale = _volatility(random, len(days))[:, None] * np.sqrt(_slot_variance())
    path = _price_path(random, days, scale, traded)
    prices = _bars_on_path(random, path, scale)
    volume = _volumes(random, scale)
    thin = _thin_nights(random, traded)
    kept = traded & ~thin
    columns = {name: values[kept] for name, values in prices.items()}
    contracts = np.repeat(calendar_contracts(days.trade_day, instrument(SAMPLE_SYMBOL)), kept.sum(axis=1))
    bars = pd.DataFrame({"ts": _stamps(days)[kept], **columns, "volume": volume[kept]})
    bars["ts"] = bars["ts"].dt.tz_localize(NEW_YORK).dt.tz_convert("UTC").dt.as_unit("us")
    return bars.assign(contract=pd.Series(contracts, dtype="str"))


def _normal(random: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
    """Standard normals from uniforms: numpy promises the uniforms' bits, not the normals'."""
    return np.asarray(ndtri(np.maximum(random.random(shape), 1e-12)))


def _volatility(random: np.random.Generator, days: int) -> FloatArray:
    """A standard deviation per trade day: GARCH(1,1) around the long-run level."""
    shocks = _normal(random, (days,)) ** 2
    long_run = _DAILY_VOLATILITY**2
    variance = np.empty(days)
    variance[0] = long_run
    for day in range(1, days):
        pull = (1 - _PERSISTENCE - _REACTION) * long_run
        variance[day] = pull + variance[day - 1] * (_PERSISTENCE + _REACTION * shocks[day - 1])
    return np.sqrt(variance)


def _slot_variance() -> FloatArray:
    """Share of a day's variance in each slot; 1 in total."""
    night = 0.6 + np.exp(-(((np.arange(OPEN_SLOT) - 108) / 14.0) ** 2))
    night[-12:] += 1.2
    at = np.linspace(-1.0, 1.0, 78)
    day = 0.45 + 1.3 * np.maximum(-at, 0) ** 3 + 0.75 * np.maximum(at, 0) ** 3
    after = np.full(SLOTS - OPEN_SLOT - 78, 0.12)
    late = np.concatenate([day, after])
    shares = np.concatenate(
        [night / night.sum() * _OVERNIGHT_SHARE, late / late.sum() * (1 - _OVERNIGHT_SHARE)]
    )
    return np.asarray(shares)


def _price_path(
    random: np.random.Generator, days: TradeDays, scale: FloatArray, traded: BoolArray
) -> FloatArray:
    """The close of every slot in points, carry of the contract included."""
    steps = np.where(traded, scale * _normal(random, scale.shape), 0.0)
    weekend = _DAILY_VOLATILITY * 0.25 * np.where(days.pause > 1, 1.8, 1.0)
    steps[:, 0] += weekend * _normal(random, (len(days),))
    walk = np.cumsum(steps)
    drift = np.linspace(0.0, np.log(END_PRICE / START_PRICE) - walk[-1], len(walk))
    spot = START_PRICE * np.exp(walk + drift).reshape(scale.shape)
    return np.asarray(spot * np.exp(_carry(days))[:, None])


def _carry(days: TradeDays) -> FloatArray:
    """Log premium of the day's contract over spot: financing less dividends until it stops leading."""
    years = days.trade_day.astype("datetime64[Y]").astype(np.int64) + 1970
    rolls, _ = roll_calendar(int(years.min()), int(years.max()) + 1, instrument(SAMPLE_SYMBOL))
    left = (rolls[np.searchsorted(rolls, days.trade_day, side="right")] - days.trade_day).astype(np.int64)
    rate = np.interp(
        years, [2015, 2018, 2019, 2021, 2023, 2026], [-0.015, 0.003, 0.005, -0.013, 0.037, 0.026]
    )
    return np.asarray(rate * (left + 8) / 365.0)


def _bars_on_path(random: np.random.Generator, close: FloatArray, scale: FloatArray) -> dict[str, FloatArray]:
    """Open, high, low and close in whole ticks around the walk."""
    tick = instrument(SAMPLE_SYMBOL).tick
    flat = close.ravel()
    jump = np.rint(_JUMP_TICKS * _normal(random, flat.shape)) * tick
    opens = np.concatenate([[START_PRICE], flat[:-1]]).reshape(close.shape)
    opens[:, 0] = close[:, 0]
    opens = opens + jump.reshape(close.shape)
    reach = _WICK * scale * close
    above = np.abs(_normal(random, close.shape)) * reach
    below = np.abs(_normal(random, close.shape)) * reach
    prices = {
        "open": opens,
        "high": np.maximum(opens, close) + above,
        "low": np.minimum(opens, close) - below,
        "close": close,
    }
    return {name: np.rint(values / tick) * tick for name, values in prices.items()}


def _volumes(random: np.random.Generator, scale: FloatArray) -> IntArray:
    """Contracts per bar: more where more moves, with noise."""
    typical = _DAILY_VOLATILITY * np.sqrt(_slot_variance()[OPEN_SLOT : OPEN_SLOT + 78].mean())
    noise = np.exp(0.35 * _normal(random, scale.shape))
    return np.asarray(
        np.maximum(np.rint(_RTH_VOLUME * (scale / typical) ** 1.6 * noise), 1.0), dtype=np.int64
    )


def _thin_nights(random: np.random.Generator, traded: BoolArray) -> BoolArray:
    """Overnight bars in which nobody traded."""
    thin = random.random(traded.shape) < _THIN_NIGHT_SHARE
    thin[:, OPEN_SLOT:] = False
    return thin


def _stamps(days: TradeDays) -> NDArray[np.datetime64]:
    evening = days.trade_day.astype("datetime64[m]") - np.timedelta64(6, "h")
    return np.asarray(evening[:, None] + (np.arange(SLOTS) * 5).astype("timedelta64[m]"))
