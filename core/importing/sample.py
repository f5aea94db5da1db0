"""Sample sessions: made-up bars with the habits of real ones, the same on every machine.

A price walk through every five-minute slot of every trade day: volatility that clusters from day to day, is
U-shaped within RTH and small overnight; wicks, gaps, half days, holiday trade, quarterly contracts with a
carry step, a few nights with bars that never traded, and the circuit-breaker days of March 2020. A trade day
has 276 slots from 18:00 New York of the evening before to 17:00; slot 186 is bar 1.
"""

import numpy as np
import pandas as pd
from scipy.special import ndtri

from core.importing.findings.missing_bars import HALTS
from core.market.calendar import exchange_calendar
from core.market.dates import month
from core.market.instruments import SAMPLE_SYMBOL, instrument
from core.market.market import BoolArray, DateArray, FloatArray, IntArray
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

FIRST_DAY = "2015-01-02"
LAST_DAY = "2026-06-30"
SLOTS = 276
OPEN_SLOT = 186

_HALF_DAY_END = OPEN_SLOT + 45
_HOLIDAY_END = OPEN_SLOT + 42
_HALT_SLOTS = slice(OPEN_SLOT + 81, OPEN_SLOT + 84)
_HALT_UNTIL = np.datetime64("2021-06-28")
_MOURNING = np.array(["2018-12-05", "2025-01-09"], dtype="datetime64[D]")
_NO_DATA = np.datetime64("2017-08-16")


def sample_bars() -> pd.DataFrame:
    """The bars of DEMO, ts ascending.

    Columns: ts (datetime64[us, UTC]), open, high, low, close (points), volume (int64), contract.
    """
    days, end_slot = sample_days()
    traded = slot_is_traded(days, end_slot)
    random = np.random.Generator(np.random.PCG64(SEED))
    scale = _volatility(random, len(days))[:, None] * np.sqrt(_slot_variance())
    path = _price_path(random, days, scale, traded)
    prices = _bars_on_path(random, path, scale)
    volume = _volumes(random, scale)
    thin_nights = random.random(traded.shape) < _THIN_NIGHT_SHARE
    thin_nights[:, OPEN_SLOT:] = False
    kept = traded & ~thin_nights
    columns = {name: values[kept] for name, values in prices.items()}
    contracts = np.repeat(calendar_contracts(days, instrument(SAMPLE_SYMBOL)), kept.sum(axis=1))
    evening = days.astype("datetime64[m]") - np.timedelta64(6, "h")
    stamps = evening[:, None] + (np.arange(SLOTS) * 5).astype("timedelta64[m]")
    bars = pd.DataFrame({"ts": stamps[kept], **columns, "volume": volume[kept]})
    bars["ts"] = bars["ts"].dt.tz_localize(NEW_YORK).dt.tz_convert("UTC").dt.as_unit("us")
    return bars.assign(contract=pd.Series(contracts, dtype="str"))


def _normal(random: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
    """Standard normals from uniforms: numpy keeps the bits of uniforms stable, not those of normals."""
    return np.asarray(ndtri(np.maximum(random.random(shape), 1e-12)))


def _volatility(random: np.random.Generator, days: int) -> FloatArray:
    """Standard deviation (D,) per trade day: GARCH(1,1) around the long-run level."""
    shocks = _normal(random, (days,)) ** 2
    long_run = _DAILY_VOLATILITY**2
    variance = np.empty(days)
    variance[0] = long_run
    for day in range(1, days):
        pull = (1 - _PERSISTENCE - _REACTION) * long_run
        variance[day] = pull + variance[day - 1] * (_PERSISTENCE + _REACTION * shocks[day - 1])
    return np.sqrt(variance)


def _slot_variance() -> FloatArray:
    """Share of a day's variance in each slot; sums to 1."""
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
    random: np.random.Generator, days: DateArray, scale: FloatArray, traded: BoolArray
) -> FloatArray:
    """The close of every slot in points, the contract's carry included."""
    steps = np.where(traded, scale * _normal(random, scale.shape), 0.0)
    is_after_pause = np.diff(days, prepend=days[:1] - 1) > np.timedelta64(1, "D")
    weekend = _DAILY_VOLATILITY * 0.25 * np.where(is_after_pause, 1.8, 1.0)
    steps[:, 0] += weekend * _normal(random, (len(days),))
    walk = np.cumsum(steps)
    drift = np.linspace(0.0, np.log(END_PRICE / START_PRICE) - walk[-1], len(walk))
    spot = START_PRICE * np.exp(walk + drift).reshape(scale.shape)
    return np.asarray(spot * np.exp(_carry(days))[:, None])


def _carry(days: DateArray) -> FloatArray:
    """Log premium of the day's contract over spot: financing minus dividends until the contract rolls."""
    years = days.astype("datetime64[Y]").astype(np.int64) + 1970
    rolls, _ = roll_calendar(int(years.min()), int(years.max()) + 1, instrument(SAMPLE_SYMBOL))
    left = (rolls[np.searchsorted(rolls, days, side="right")] - days).astype(np.int64)
    rate = np.interp(
        years, [2015, 2018, 2019, 2021, 2023, 2026], [-0.015, 0.003, 0.005, -0.013, 0.037, 0.026]
    )
    return np.asarray(rate * (left + 8) / 365.0)


def _bars_on_path(random: np.random.Generator, close: FloatArray, scale: FloatArray) -> dict[str, FloatArray]:
    """Open, high, low and close in whole ticks around the random walk."""
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
    """Contracts per bar: more where prices move more, with noise."""
    typical = _DAILY_VOLATILITY * np.sqrt(_slot_variance()[OPEN_SLOT : OPEN_SLOT + 78].mean())
    noise = np.exp(0.35 * _normal(random, scale.shape))
    return np.asarray(
        np.maximum(np.rint(_RTH_VOLUME * (scale / typical) ** 1.6 * noise), 1.0), dtype=np.int64
    )


def sample_days() -> tuple[DateArray, IntArray]:
    """The D weekdays with trade, and the slot after the last traded one of each.

    They are sessions, half days and the holidays on which the future trades.
    """
    weekdays = np.arange(np.datetime64(FIRST_DAY, "D"), np.datetime64(LAST_DAY, "D") + 1)
    weekdays = weekdays[np.is_busday(weekdays)]
    end_slot = _end_slots(weekdays)
    kept = (end_slot > 0) & (weekdays != _NO_DATA)
    return weekdays[kept], end_slot[kept]


def slot_is_traded(days: DateArray, end_slot: IntArray) -> BoolArray:
    """(D, 276): slots with a bar; not the old halt at 16:15 and the circuit breakers of 2020."""
    traded = np.arange(SLOTS) < end_slot[:, None]
    traded[days < _HALT_UNTIL, _HALT_SLOTS] = False
    for day, bars in HALTS.items():
        for bar in bars:
            traded[days == np.datetime64(day), OPEN_SLOT + bar - 1] = False
    return np.asarray(traded)


def _end_slots(weekdays: DateArray) -> IntArray:
    calendar = exchange_calendar()
    position = calendar.positions(weekdays)
    is_session = calendar.sessions[position] == weekdays
    full_or_half = np.where(calendar.short[position], _HALF_DAY_END, SLOTS)
    closed = np.where(_is_shut(weekdays), 0, np.where(np.isin(weekdays, _MOURNING), OPEN_SLOT, _HOLIDAY_END))
    return np.where(is_session, full_or_half, closed).astype(np.int64)


def _is_shut(days: DateArray) -> BoolArray:
    """Days without any trade: around Christmas and New Year, and Good Friday."""
    day = (days - days.astype("datetime64[M]")).astype(np.int64) + 1
    turn = ((month(days) == 12) & (day >= 24)) | ((month(days) == 1) & (day <= 2))
    is_friday = np.is_busday(days, weekmask="Fri")
    return np.asarray(turn | (is_friday & np.isin(month(days), (3, 4))))
