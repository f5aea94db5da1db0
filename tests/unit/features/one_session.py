"""A market of one session written by hand, and its answers in words."""

from collections.abc import Mapping

import numpy as np

from core.contracts.known_at import LAST_BAR
from core.features.by_bar import value_by_bar
from core.features.compute import compute_features
from core.features.registry import FEATURES
from core.market.calendar import exchange_calendar
from core.market.calendar_facts import calendar_facts
from core.market.market import DateArray, FloatArray, Market, SessionTable
from tests.support.one_feature import compute_feature

ENTRIES = {entry.definition.name: entry for entry in FEATURES}
LEVELS = ("hoy", "loy", "coy", "gxh", "gxl", "adr10", "ath_before", "d_ema20", "ema_open")
Bars = Mapping[int, tuple[float, float, float, float]]


def session(bars: Bars | None = None, base: float = 100.0, **known: float) -> Market:
    """One session: every bar stands at `base` but those in `bars` (open, high, low, close by bar number).

    `known` gives tick, the levels and `ema` of every bar; one left out is missing.
    """
    prices = np.full((4, 1, LAST_BAR), base, dtype=np.float64)
    for number, bar in (bars or {}).items():
        prices[:, 0, number - 1] = bar
    levels = {name: _one(known.get(name)) for name in LEVELS}
    date = np.array(["2024-01-02"], dtype="datetime64[D]")
    return Market(
        symbol="TEST",
        tick=known.get("tick", 0.25),
        sessions=_table(date, prices, levels),
        ordinal=np.array([0]),
        session_date=date,
        previous_row=np.array([-1]),
        open=prices[0],
        high=prices[1],
        low=prices[2],
        close=prices[3],
        volume=np.ones((1, LAST_BAR)),
        ema=np.full((1, LAST_BAR), known.get("ema", np.nan)),
        calendar=calendar_facts(date, exchange_calendar()),
        minutes=None,
        **levels,
    )


def answer(name: str, market: Market) -> bool | str | float | None:
    """What a feature says of the one session: a boolean, a label, a number, or None for null."""
    return _in_words(name, compute_feature(ENTRIES[name], market).values)


def answer_by(bar: int, name: str, market: Market) -> bool | str | float | None:
    """The same as it stood at the close of `bar`."""
    return _in_words(name, value_by_bar(ENTRIES[name].definition, compute_features(market), bar))


def _in_words(name: str, values: FloatArray) -> bool | str | float | None:
    definition, value = ENTRIES[name].definition, float(values[0])
    if np.isnan(value):
        return None
    if definition.kind == "boolean":
        return bool(value)
    return definition.labels[int(value)] if definition.labels else value


def _one(level: float | None) -> FloatArray:
    return np.array([np.nan if level is None else level])


def _table(date: DateArray, prices: FloatArray, levels: Mapping[str, FloatArray]) -> SessionTable:
    return SessionTable(
        session_date=date,
        is_full=np.array([True]),
        previous=np.array([-1]),
        full_row=np.array([0]),
        contract=np.array([""]),
        is_roll=np.array([False]),
        roll_gap_known=np.array([True]),
        open=prices[0, :, 0],
        high=prices[1].max(axis=1),
        low=prices[2].min(axis=1),
        close=prices[3, :, -1],
        gxh=levels["gxh"],
        gxl=levels["gxl"],
        ath_before=levels["ath_before"],
    )
