"""Random markets that can reveal a wrong print: wicks, ties, flat opens, outside bars, missing levels.

Everything is drawn in ticks, so equal prices and touches at an edge are common rather than a fluke.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import ABSENT, FloatArray, IntArray, Market, MinuteBars, SessionTable
from core.market.session_clock import BAR_MINUTES

BASE = 20_000
"""The first open in ticks (5,000 points of a quarter each)."""

FIRST_DATE = np.datetime64("2024-01-02")
ADR_TENTHS = (1, 5, 7, 10, 12.5, 13, 50)
"""Ten times what the ADR may be of a day's range; at 12.5 the range is 80 % of it."""


def random_market(
    seed: int,
    sessions: int = 24,
    step: int = 3,
    tick: float = 0.25,
    first: np.datetime64 = FIRST_DATE,
    minutes: bool = False,
) -> Market:
    """`sessions` full sessions whose bars move by at most `step` ticks, wicks and outside bars besides.

    They stand on the exchange's calendar from its first session on or after `first`, among half days and
    days that are missing. With `minutes` most bars have one-minute bars.
    """
    rng = np.random.default_rng(seed)
    ticks = _random_bars(rng, BASE + rng.integers(-50, 51, sessions), step)
    days = _random_days(rng, sessions, first)
    levels = _random_levels(rng, ticks, days.previous[days.full] < 0)
    ema, ema_open = _random_ema(rng, ticks, levels["coy"], step)
    bars, levels = _in_points(ticks, tick), _in_points(levels, tick)
    table = _session_table(rng, days, bars, levels, tick)
    previous = days.previous[days.full]
    return Market(
        symbol="RANDOM",
        tick=tick,
        sessions=table,
        ordinal=days.full,
        session_date=days.dates[days.full],
        previous_row=np.where(previous >= 0, table.full_row[previous], -1),
        volume=_random_volume(rng, bars["close"]),
        ema=ema / round(1 / tick),
        ema_open=ema_open / round(1 / tick),
        calendar=calendar_facts(days.dates[days.full], exchange_calendar()),
        **bars,
        **levels,
        minutes=random_minutes(seed, ticks) if minutes else None,
    )


def with_other_future(market: Market, last_kept: int, seed: int) -> Market:
    """The same sessions with every bar after `last_kept` redrawn; 0 keeps nothing but the open of bar 1."""
    rng = np.random.default_rng(seed)
    opened = np.rint(market.open[:, 0] * round(1 / market.tick)).astype(np.int64)
    step = int(rng.choice([1, 3, 20]))
    ticks = _random_bars(rng, opened, step)
    others = _in_points(ticks, market.tick) | {"volume": _random_volume(rng, ticks["close"])}
    ema = _random_ema(rng, ticks, opened.astype(np.float64), step)[0] / round(1 / market.tick)
    others["ema"] = np.where(np.isnan(market.ema), np.nan, np.where(np.isnan(ema), others["close"], ema))
    kept = {name: getattr(market, name).copy() for name in others}
    for name, array in kept.items():
        array[:, last_kept:] = others[name][:, last_kept:]
    return replace(market, **kept, minutes=_parted(market.minutes, last_kept, seed, ticks))


def random_minutes(seed: int, bars: Mapping[str, IntArray]) -> MinuteBars:
    """Minutes that sum to their bars (N, 81) in ticks: up to five of a bar, none of every eighth.

    The high and the low are each in one of them or in several, and so in either order or in one minute.
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
    there &= rng.random((*shape[:2], 1)) >= 0.125
    return MinuteBars(
        np.where(there, highs - opened, -ABSENT).astype(np.int16),
        np.where(there, lows - opened, ABSENT).astype(np.int16),
    )


def joined_minutes(before: MinuteBars | None, after: MinuteBars | None, last: int) -> MinuteBars | None:
    """The minutes of bars 1..`last` of one and of the later bars of the other."""
    if before is None or after is None:
        return None
    pairs = ((before.high, after.high), (before.low, after.low))
    return MinuteBars(*(np.concatenate((one[:, :last], other[:, last:]), axis=1) for one, other in pairs))


def _parted(
    minutes: MinuteBars | None, last_kept: int, seed: int, bars: Mapping[str, IntArray]
) -> MinuteBars | None:
    return None if minutes is None else joined_minutes(minutes, random_minutes(seed, bars), last_kept)


def _random_bars(rng: Generator, opened: IntArray, step: int) -> dict[str, IntArray]:
    """Open, high, low and close in ticks, (N, 81), from the first opens (N,).

    The odd session stands still, or goes one way from bar to bar without looking back.
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


@dataclass(frozen=True, slots=True)
class Days:
    """Counted sessions (S,): dates, which are full, each one's yesterday (-1: missing), and the full ones."""

    dates: NDArray[np.datetime64]
    is_full: NDArray[np.bool_]
    previous: IntArray
    full: IntArray


def _random_days(rng: Generator, sessions: int, first: np.datetime64) -> Days:
    """Exchange sessions without the odd one, up to the last of `sessions` full ones."""
    calendar = exchange_calendar()
    begins = int(calendar.positions(np.array([first], dtype="datetime64[D]"))[0])
    places = begins + np.flatnonzero(rng.random(sessions + sessions // 4 + 20) >= 0.1)
    places = places[: int(np.searchsorted(np.cumsum(~calendar.short[places]), sessions)) + 1]
    if not sessions:
        places = places[:0]
    follows = np.diff(places, prepend=-1) == 1
    is_full = ~calendar.short[places]
    previous = np.where(follows, np.arange(len(places)) - 1, -1)
    return Days(calendar.sessions[places], is_full, previous, np.flatnonzero(is_full))


def _random_ema(
    rng: Generator, bars: dict[str, IntArray], coy: FloatArray, step: int
) -> tuple[FloatArray, FloatArray]:
    """EMA of every bar and before the open, in ticks: a real one from near the open, one that hugs the
    closes and meets them, one far off, or one far off that about eight bars cross; unknown on some sessions.
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
    return line, _missing(unknown | np.isnan(coy), before)


def _random_levels(
    rng: Generator, bars: dict[str, IntArray], without_yesterday: NDArray[np.bool_]
) -> dict[str, FloatArray]:
    """Yesterday, overnight, ADR10, daily EMA and ATH: near the open or exactly on a traded price, sometimes
    missing; yesterday is missing on the sessions without one, too.
    """
    coy = _near(rng, bars)
    one, other = _around(rng, coy, bars), _around(rng, coy, bars)
    gx_one, gx_other = _near(rng, bars), _near(rng, bars)
    day_range = bars["high"].max(axis=1) - bars["low"].min(axis=1)
    no_yesterday, no_overnight, no_adr, no_ath, no_ema = rng.random((5, len(coy))) < 0.1
    no_yesterday |= without_yesterday
    no_adr10 = no_adr | (day_range == 0)
    return {
        "hoy": _missing(no_yesterday, np.maximum(coy, np.maximum(one, other))),
        "loy": _missing(no_yesterday, np.minimum(coy, np.minimum(one, other))),
        "coy": _missing(no_yesterday, coy),
        "gxh": _missing(no_overnight, np.maximum(gx_one, gx_other)),
        "gxl": _missing(no_overnight, np.minimum(gx_one, gx_other)),
        "adr10": _missing(no_adr10, np.ceil(day_range * rng.choice(ADR_TENTHS, len(coy))) / 10),
        "ath_before": _missing(no_ath, _near(rng, bars)),
        "d_ema20": _missing(no_yesterday | no_ema, coy + rng.integers(-2, 3, len(coy)) / 4),
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


def _random_volume(rng: Generator, close: IntArray | FloatArray) -> FloatArray:
    return rng.integers(1, 1000, close.shape).astype(np.float64)


def _session_table(
    rng: Generator,
    days: Days,
    bars: dict[str, FloatArray],
    levels: dict[str, FloatArray],
    tick: float,
) -> SessionTable:
    """The full sessions as their bars say, half days drawn besides."""
    count = len(days.dates)
    short = _random_bars(rng, BASE + rng.integers(-50, 51, count), 1)
    half_days = _in_points(short, tick)

    def spread(of_full: FloatArray, of_half_days: FloatArray) -> FloatArray:
        values = of_half_days.copy()
        values[days.full] = of_full
        return values

    missing = np.full(count, np.nan)
    return SessionTable(
        session_date=days.dates,
        is_full=days.is_full,
        previous=days.previous,
        full_row=np.where(days.is_full, np.cumsum(days.is_full) - 1, -1),
        contract=np.full(count, "RANDOM"),
        is_roll=np.zeros(count, dtype=np.bool_),
        roll_gap_known=np.ones(count, dtype=np.bool_),
        open=spread(bars["open"][:, 0], half_days["open"][:, 0]),
        high=spread(bars["high"].max(axis=1), half_days["high"].max(axis=1)),
        low=spread(bars["low"].min(axis=1), half_days["low"].min(axis=1)),
        close=spread(bars["close"][:, -1], half_days["close"][:, 0]),
        gxh=spread(levels["gxh"], missing),
        gxl=spread(levels["gxl"], missing),
        ath_before=spread(levels["ath_before"], missing),
    )
