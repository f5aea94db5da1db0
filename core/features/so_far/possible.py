"""The features of an unfinished session, in every scenario of its past.

There is one scenario if everything is known, several if a level or the bars themselves are unknown. The
definitions are computed on each with the known bars; values on which all agree are certain.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

import numpy as np

from core.contracts.known_at import KnownAt
from core.contracts.next_session import NextCalendar, NextSession
from core.features.compute import FeatureColumn, columns_of
from core.features.registry import FEATURES
from core.features.ticks import in_ticks
from core.market.ema import ema20_from
from core.market.market import (
    ABSENT,
    BoolArray,
    CalendarFacts,
    FloatArray,
    Market,
    MinuteBars,
    Offsets,
    SessionTable,
)

BEYOND = 1e6
"""Points over every price: the bound of an unknown level."""

_LEVELS = ("hoy", "loy", "coy", "adr10", "ema_open", "d_ema20")
_PRICES = ("open", "high", "low", "close")


@dataclass(frozen=True, slots=True)
class PossibleBars:
    """Bars 1..B on R scenarios (R, B), prices in points."""

    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray


@dataclass(frozen=True, slots=True)
class Seen:
    """The known part of a session, prices in points; None is unknown.

    With `has_night` the night is over, and None means that it had no bars. `bars` begin with `open`.
    """

    open: float | None = None
    gxh: float | None = None
    gxl: float | None = None
    has_night: bool = False
    bars: PossibleBars | None = None

    @property
    def as_of(self) -> int:
        """The last whole bar; 0 at the open, -1 before it."""
        if self.open is None:
            return -1
        return 0 if self.bars is None else self.bars.close.shape[1]


def possible_columns(night: NextSession, seen: Seen) -> dict[str, FeatureColumn]:
    """By name the features partly known by then, on R scenarios: an event as of the last whole bar.

    For labels that a snapshot supplies, see `own_labels`.
    """
    entries = tuple(entry for entry in FEATURES if is_partly_known(entry.definition.known_at, seen.as_of))
    return columns_of(_ticks(night, seen), entries)


def open_within_bars(night: NextSession, seen: Seen) -> dict[str, BoolArray]:
    """By name the scenarios (R,) in which minutes inside the known bars may change the feature.

    A session so far has five-minute bars, and the finished one may have minutes. A feature depends on them
    if it differs between every bar's high first, every low first and neither.
    """
    ticks = _ticks(night, seen)
    if not ticks.close.shape[1]:
        return {}
    entries = tuple(entry for entry in FEATURES if is_partly_known(entry.definition.known_at, seen.as_of))
    high, low = (np.rint(each - ticks.open) for each in (ticks.high, ticks.low))
    still, whole = np.zeros(high.shape), columns_of(ticks, entries)
    found: dict[str, BoolArray] = {}
    for highs, lows in (((high, still), (still, low)), ((still, high), (low, still))):
        other = columns_of(replace(ticks, minutes=MinuteBars(_offsets(highs), _offsets(lows))), entries)
        for name, column in other.items():
            same = np.equal(column.values, whole[name].values)
            same |= np.isnan(column.values) & np.isnan(whole[name].values)
            found[name] = found.get(name, np.zeros_like(same)) | ~same
    return {name: scenarios for name, scenarios in found.items() if scenarios.any()}


def _offsets(minutes: tuple[FloatArray, FloatArray]) -> Offsets:
    return np.stack(minutes, axis=-1).clip(1 - ABSENT, ABSENT - 1).astype(np.int16)


def own_labels(night: NextSession) -> dict[str, tuple[str, ...]]:
    """The labels of the enums that need a market, from this session alone."""
    market = _ticks(night, Seen())
    return {each.definition.name: each.labels_of(market) for each in FEATURES if each.labels_of is not None}


def is_partly_known(known_at: KnownAt, as_of: int) -> bool:
    """Whether a feature of this class is or may be known by then: an event, once there is a bar."""
    if known_at == KnownAt.EVENT:
        return as_of > 0
    return known_at == KnownAt.PRE or known_at.bar <= as_of


def _ticks(night: NextSession, seen: Seen) -> Market:
    """The session on R scenarios as a market in ticks, without the sessions before."""
    opened = np.array([[np.nan if seen.open is None else seen.open]])
    bars = seen.bars or PossibleBars(opened, *np.empty((3, 1, 0)))
    nights = np.array(list(_nights(night, seen)), dtype=np.float64)
    scenarios = np.arange(max(len(bars.open), len(nights)))
    prices = {name: getattr(bars, name)[scenarios % len(bars.open)] for name in _PRICES}
    market = Market(
        symbol="",
        tick=night.tick,
        sessions=_NO_SESSIONS,
        ordinal=np.zeros_like(scenarios),
        session_date=_every(np.datetime64(night.session_date, "D"), scenarios),
        previous_row=np.full_like(scenarios, -1),
        volume=np.full_like(prices["close"], np.nan),
        ema=prices["close"],
        calendar=_facts(night.calendar, scenarios),
        **{name: _every(_number(getattr(night, name)), scenarios) for name in _LEVELS},
        **dict(zip(("gxh", "gxl", "ath_before"), nights[scenarios % len(nights)].T, strict=True)),
        **prices,
    )
    ticks = in_ticks(market)
    before = _every(_number(night.ema_last) * round(1 / night.tick), scenarios)
    return replace(ticks, ema=ema20_from(before, ticks.close))


def _nights(night: NextSession, seen: Seen) -> Iterator[tuple[float, float, float]]:
    """GXH, GXL and the highest print before the open; three candidates for each unknown level.

    They are: no overnight bars, the open, and a price as far as possible. No feature that depends on the
    level has the same value on all three.
    """
    known, opened = _number(night.ath_before), _number(seen.open)
    gxh, gxl = ([_number(level)] for level in (seen.gxh, seen.gxl))
    if not seen.has_night:
        gxh = [np.nan, opened, BEYOND] if seen.gxh is None else gxh
        gxl = [np.nan, opened, 0.0] if seen.gxl is None else gxl
    for high, low in product(gxh, gxl):
        yield high, low, known if np.isnan(known) else np.fmax(known, high)


def _facts(calendar: NextCalendar, scenarios: Any) -> CalendarFacts:
    facts: dict[str, Any] = {each.name: getattr(calendar, each.name) for each in fields(CalendarFacts)}
    facts |= {name: _number(facts[name]) for name in ("fomc", "nfp", "cpi")}
    facts |= {"previous_session": np.datetime64(calendar.previous_session, "D")}
    return CalendarFacts(**{name: _every(value, scenarios) for name, value in facts.items()})


def _every(value: Any, scenarios: Any) -> Any:
    return np.full(len(scenarios), value)


def _number(value: float | None) -> float:
    return np.nan if value is None else float(value)


def _no_sessions() -> SessionTable:
    kinds: dict[str, Any] = {
        "session_date": "datetime64[D]",
        "is_full": bool,
        "is_roll": bool,
        "roll_gap_known": bool,
    }
    kinds |= {"previous": np.int64, "full_row": np.int64, "contract": np.str_}
    names = [each.name for each in fields(SessionTable)]
    return SessionTable(**{name: np.array([], dtype=kinds.get(name, np.float64)) for name in names})


_NO_SESSIONS = _no_sessions()
"""A feature known before the close needs no session before."""
