"""The pack's bars and signals: what a chart of any session draws."""

from math import isnan
from typing import Any

import numpy as np

from core.build.pack.feature_entries import Arrays
from core.contracts import pack as entries
from core.contracts.errors import DataError
from core.market.market import FloatArray
from core.market.session_bars import SessionBars
from core.signals.ama import Signals, compute_sessions
from core.signals.ama_config import AmaConfig
from core.signals.bar_values import Bars


def server_signals(bars: SessionBars) -> Signals:
    """AMA at the server's defaults on every counted bar, each session as its own chart has it.

    Computed in whole ticks, where a half and a touch are exact on every instrument.
    """
    counted = slice(bars.counted_bars)
    session, numbers = bars.session_of_bar[counted], bars.bar_number[counted]
    no_prior = ~bars.follows[session] & (numbers == 1)
    per_point = round(1 / bars.tick)
    prices = (bars.open, bars.high, bars.low, bars.close)
    open_, high, low, close = (np.rint(each[counted] * per_point) for each in prices)
    judged = Bars(open_, high, low, close, numbers, session, no_prior)
    return compute_sessions(judged, AmaConfig())


def bar_entries(bars: SessionBars, signals: Signals) -> Arrays:
    """Bars, their numbers, each session's first bar, and signals, 0 on quarantined sessions.

    DataError unless there is one signal per counted bar.
    """
    if len(signals.signal_type) != bars.counted_bars:
        found = f"{len(signals.signal_type)} signals found, {bars.counted_bars} expected"
        raise DataError(f"serving pack, signals: {found}. Correct core/signals.")
    sent = np.zeros((2, len(bars.bar_number)), dtype="|i1")
    sent[:, : bars.counted_bars] = signals.signal_type, signals.ft_flag
    per_point = round(1 / bars.tick)
    prices = [np.rint(each * per_point) for each in (bars.open, bars.high, bars.low, bars.close)]
    volume = np.where(np.isnan(bars.volume), -1, bars.volume)
    return {
        entries.BARS: np.stack((*prices, volume)).astype("<i4"),
        entries.BAR_EMA: bars.ema.astype("<f8"),
        entries.BAR_NUMBER: bars.bar_number.astype("|u1"),
        entries.BAR_STARTS: bars.starts.astype("<i4"),
        entries.SIGNALS: sent,
    }


def drawn_sessions(bars: SessionBars) -> dict[str, Any]:
    """The document of the sessions that a chart can draw; an unknown level or contract is None."""
    kinds = np.where(bars.is_full, "full", "short")
    kinds = np.where(np.arange(len(kinds)) < bars.counted, kinds, "quarantined")
    columns: dict[str, list[Any]] = {
        "session_date": [str(day) for day in bars.session_date.astype("datetime64[D]")],
        "opens_at": [f"{moment}Z" for moment in bars.opens_at.astype("datetime64[s]")],
        "kind": kinds.tolist(),
        "reason": [reason or None for reason in bars.reason],
        "contract": [str(contract) or None for contract in bars.contract],
        "is_roll": bars.is_roll.tolist(),
        "follows": bars.follows.tolist(),
        **{name: _or_none(getattr(bars, name)) for name in ("hoy", "loy", "coy", "gxh", "gxl")},
    }
    sessions = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {"tick": bars.tick, "counted": bars.counted, "sessions": sessions}


def _or_none(values: FloatArray) -> list[float | None]:
    """Values (n,) for JSON, with None for NaN."""
    return [None if isnan(value) else value for value in values.tolist()]
