"""From sessions to the market that features read."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.market.calendar import SHORT_BARS, exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import FloatArray, IntArray, Market, SessionTable
from core.market.sessions import SessionBuild

EMA_LENGTH = 20
ADR_SESSIONS = 10


def build_market(build: SessionBuild) -> Market:
    """The full sessions of a build with levels, EMA and ADR; shapes and nulls as `Market` says."""
    table = build.sessions
    bars = _counted_bars(build)
    full_bars = np.repeat(table.is_full, _lengths(table))
    prices = {name: bars[name][full_bars].reshape(-1, LAST_BAR) for name in ("open", "high", "low", "close")}
    full = np.flatnonzero(table.is_full)
    per_point = build.instrument.ticks_per_point
    ema, ema_open = _ema(bars["close"], table, per_point)
    previous = table.previous[full]
    return Market(
        symbol=build.instrument.symbol,
        tick=build.instrument.tick,
        sessions=table,
        ordinal=full,
        session_date=table.session_date[full],
        previous_row=np.where(previous >= 0, table.full_row[previous], -1).astype(np.int64),
        volume=bars["volume"][full_bars].reshape(-1, LAST_BAR),
        ema=ema[full_bars].reshape(-1, LAST_BAR),
        ema_open=ema_open[full],
        hoy=_yesterday(table.high, table)[full],
        loy=_yesterday(table.low, table)[full],
        coy=_yesterday(table.close, table)[full],
        gxh=table.gxh[full],
        gxl=table.gxl[full],
        adr10=_adr10((table.high - table.low)[full]),
        ath_before=table.ath_before[full],
        d_ema20=_d_ema20(table, per_point)[full],
        calendar=calendar_facts(table.session_date[full], exchange_calendar(build.instrument.calendar)),
        **prices,
    )


def _counted_bars(build: SessionBuild) -> dict[str, FloatArray]:
    bars = build.bars
    days = bars["session_date"].to_numpy().astype("datetime64[D]")
    counted = (bars["bar_number"].to_numpy() > 0) & np.isin(days, build.sessions.session_date)
    columns = ("open", "high", "low", "close", "volume")
    return {name: bars[name].to_numpy()[counted].astype(np.float64) for name in columns}


def _lengths(table: SessionTable) -> IntArray:
    return np.where(table.is_full, LAST_BAR, SHORT_BARS).astype(np.int64)


def _yesterday(values: FloatArray, table: SessionTable) -> FloatArray:
    known = (table.previous >= 0) & table.roll_gap_known
    return np.where(known, values[table.previous], np.nan)


def _ema(close: FloatArray, table: SessionTable, per_point: int) -> tuple[FloatArray, FloatArray]:
    """EMA per counted bar (NaN on sessions of an unknown roll) and its value before each session."""
    lengths = _lengths(table)
    ends = np.cumsum(lengths)
    restarts = ends[~table.roll_gap_known] - lengths[~table.roll_gap_known]
    stretches = np.split(close, restarts)
    line = np.concatenate([ema20(stretch, per_point) for stretch in stretches])
    before = _yesterday(line[ends - 1], table)
    return np.where(np.repeat(table.roll_gap_known, lengths), line, np.nan), before


def _d_ema20(table: SessionTable, per_point: int) -> FloatArray:
    line = ema20(table.close, per_point)
    line[: EMA_LENGTH - 1] = np.nan
    return _yesterday(line, table)


def ema20(close: FloatArray, per_point: int) -> FloatArray:
    """EMA(20) of closes in points, whose first value is the first close; `per_point` ticks make a point.

    Summed in whole ticks with one division a step, so that a line which stands on a tick says so exactly: a
    close equal to its EMA stays equal whatever the tick.
    """
    ticks = np.rint(close * per_point).tolist()
    line = accumulate(ticks, lambda before, price: before + 2 * (price - before) / (EMA_LENGTH + 1))
    return np.fromiter(line, np.float64, len(close)) / per_point


def _adr10(ranges: FloatArray) -> FloatArray:
    adr: FloatArray = np.full(len(ranges), np.nan)
    if len(ranges) > ADR_SESSIONS:
        windows = np.lib.stride_tricks.sliding_window_view(ranges[:-1], ADR_SESSIONS)
        adr[ADR_SESSIONS:] = windows.mean(axis=1)
    return adr
