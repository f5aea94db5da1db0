"""Random markets that can reveal a wrong print: wicks, ties, flat opens, outside bars, missing levels.

Everything is drawn in ticks, so that equal prices and touches at an edge are common.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import FloatArray, IntArray, Market, SessionTable
from core.market.random_bars import in_points, missing, random_bars, random_ema, random_minutes, random_volume

BASE = 20_000
"""The first open in ticks (5,000 points of a quarter each)."""

FIRST_DATE = np.datetime64("2024-01-02")
ADR_TENTHS = (1, 5, 7, 10, 12.5, 13, 50)
"""Choices of ADR10 in tenths of a day's range; at 12.5 the range is 80 % of it."""


def random_market(
    seed: int,
    sessions: int = 24,
    step: int = 3,
    tick: float = 0.25,
    first: np.datetime64 = FIRST_DATE,
    minutes: bool = False,
) -> Market:
    """`sessions` full sessions with bars that move by at most `step` ticks, plus wicks and outside bars.

    They are on the exchange's calendar from its first session on or after `first`, among half days and
    missing days. With `minutes` most bars have one-minute bars.
    """
    rng = np.random.default_rng(seed)
    ticks = random_bars(rng, BASE + rng.integers(-50, 51, sessions), step)
    days = _random_days(rng, sessions, first)
    levels = _random_levels(rng, ticks, days.previous[days.full] < 0)
    ema, ema_open = random_ema(rng, ticks, levels["coy"], step)
    bars, levels = in_points(ticks, tick), in_points(levels, tick)
    table = _session_table(rng, days, bars, levels, tick)
    previous = days.previous[days.full]
    return Market(
        symbol="RANDOM",
        tick=tick,
        sessions=table,
        ordinal=days.full,
        session_date=days.dates[days.full],
        previous_row=np.where(previous >= 0, table.full_row[previous], -1),
        volume=random_volume(rng, bars["close"]),
        ema=ema / round(1 / tick),
        ema_open=ema_open / round(1 / tick),
        calendar=calendar_facts(days.dates[days.full], exchange_calendar()),
        **bars,
        **levels,
        minutes=random_minutes(seed, ticks) if minutes else None,
    )


@dataclass(frozen=True, slots=True)
class Days:
    """Counted sessions (S,): dates, which are full, each one's yesterday (-1: missing), and the full ones."""

    dates: NDArray[np.datetime64]
    is_full: NDArray[np.bool_]
    previous: IntArray
    full: IntArray


def _random_days(rng: Generator, sessions: int, first: np.datetime64) -> Days:
    """Exchange sessions, a few left out, up to the last of `sessions` full ones."""
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


def _random_levels(
    rng: Generator, bars: dict[str, IntArray], without_yesterday: NDArray[np.bool_]
) -> dict[str, FloatArray]:
    """Yesterday, overnight, ADR10, daily EMA and ATH: near the open or exactly on a traded price.

    Some are missing; yesterday also on the sessions without one.
    """
    coy = _near(rng, bars)
    one, other = _around(rng, coy, bars), _around(rng, coy, bars)
    gx_one, gx_other = _near(rng, bars), _near(rng, bars)
    day_range = bars["high"].max(axis=1) - bars["low"].min(axis=1)
    no_yesterday, no_overnight, no_adr, no_ath, no_ema = rng.random((5, len(coy))) < 0.1
    no_yesterday |= without_yesterday
    no_adr10 = no_adr | (day_range == 0)
    return {
        "hoy": missing(no_yesterday, np.maximum(coy, np.maximum(one, other))),
        "loy": missing(no_yesterday, np.minimum(coy, np.minimum(one, other))),
        "coy": missing(no_yesterday, coy),
        "gxh": missing(no_overnight, np.maximum(gx_one, gx_other)),
        "gxl": missing(no_overnight, np.minimum(gx_one, gx_other)),
        "adr10": missing(no_adr10, np.ceil(day_range * rng.choice(ADR_TENTHS, len(coy))) / 10),
        "ath_before": missing(no_ath, _near(rng, bars)),
        "d_ema20": missing(no_yesterday | no_ema, coy + rng.integers(-2, 3, len(coy)) / 4),
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
    """A few ticks from `level`, or anywhere: so that yesterday is sometimes a narrow, distant range."""
    close_by = level + rng.integers(-3, 4, len(level))
    return np.where(rng.random(len(level)) < 0.5, close_by, _near(rng, bars))


def _session_table(
    rng: Generator,
    days: Days,
    bars: dict[str, FloatArray],
    levels: dict[str, FloatArray],
    tick: float,
) -> SessionTable:
    """The table of the full sessions with their bars, and of random half days."""
    count = len(days.dates)
    short = random_bars(rng, BASE + rng.integers(-50, 51, count), 1)
    half_days = in_points(short, tick)

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
