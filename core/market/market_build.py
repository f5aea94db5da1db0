"""From sessions to the market that features read."""

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.ema import EMA_LENGTH, ema20
from core.market.market import FloatArray, Market, MinuteBars, SessionTable
from core.market.session_bars import COLUMNS, SessionBars, of_yesterday, session_bars
from core.market.sessions import SessionBuild

ADR_SESSIONS = 10


def build_market(
    build: SessionBuild, bars: SessionBars | None = None, minutes: MinuteBars | None = None
) -> Market:
    """The full sessions of a build with levels, EMA and ADR; shapes and nulls as in `Market`.

    `bars` are the build's `session_bars`, computed here if not given; `minutes` those of its full sessions.
    """
    table = build.sessions
    bars = session_bars(build) if bars is None else bars
    full = np.flatnonzero(table.is_full)
    previous = table.previous[full]
    ema, ema_open = _ema(bars, table)
    return Market(
        symbol=build.instrument.symbol,
        tick=build.instrument.tick,
        sessions=table,
        ordinal=full,
        session_date=table.session_date[full],
        previous_row=np.where(previous >= 0, table.full_row[previous], -1).astype(np.int64),
        **{name: _by_session(getattr(bars, name), bars) for name in COLUMNS},
        ema=_by_session(ema, bars),
        ema_open=ema_open[full],
        **{name: getattr(bars, name)[full] for name in ("hoy", "loy", "coy", "gxh", "gxl")},
        adr10=adr10_of((table.high - table.low)[full]),
        ath_before=table.ath_before[full],
        d_ema20=d_ema20_of(table, build.instrument.ticks_per_point)[full],
        calendar=calendar_facts(table.session_date[full], exchange_calendar(build.instrument.calendar)),
        minutes=minutes,
    )


def _by_session(values: FloatArray, bars: SessionBars) -> FloatArray:
    """The full sessions' bars (N, 81) of all bars (B,)."""
    in_full = np.repeat(bars.is_full, np.diff(bars.starts))
    return values[in_full].reshape(-1, LAST_BAR)


def _ema(bars: SessionBars, table: SessionTable) -> tuple[FloatArray, FloatArray]:
    """EMA per bar (NaN on sessions of an unknown roll) and its value before each counted session."""
    ends = bars.starts[1 : bars.counted + 1]
    before = of_yesterday(bars.ema[ends - 1], table)
    known = np.append(table.roll_gap_known, np.zeros(len(bars.is_full) - bars.counted, dtype=np.bool_))
    return np.where(np.repeat(known, np.diff(bars.starts)), bars.ema, np.nan), before


def d_ema20_of(table: SessionTable, per_point: int) -> FloatArray:
    """The EMA(20) of the RTH closes through yesterday (S,), as in `Market`."""
    line = ema20(table.close, per_point)
    line[: EMA_LENGTH - 1] = np.nan
    return of_yesterday(line, table)


def adr10_of(ranges: FloatArray) -> FloatArray:
    """The mean range of the ten full sessions before each (N,), NaN until there are ten."""
    adr: FloatArray = np.full(len(ranges), np.nan)
    if len(ranges) > ADR_SESSIONS:
        windows = np.lib.stride_tricks.sliding_window_view(ranges[:-1], ADR_SESSIONS)
        adr[ADR_SESSIONS:] = windows.mean(axis=1)
    return adr
