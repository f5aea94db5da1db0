"""The trade days of the sample and which of their five-minute slots trade.

A trade day has 276 slots from 18:00 New York of the evening before to 17:00; slot 186 is bar 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.market.calendar import exchange_calendar
from core.market.market import BoolArray, DateArray, IntArray

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
_CIRCUIT_BREAKERS = {"2020-03-09": (2, 3), "2020-03-12": (3, 4), "2020-03-16": (2, 3), "2020-03-18": (43, 44)}


@dataclass(frozen=True, slots=True)
class TradeDays:
    """D weekdays on which something trades.

    `end_slot` is the slot behind the last one traded, `pause` the calendar days since the trade day before.
    """

    trade_day: DateArray
    end_slot: IntArray
    pause: IntArray

    def __len__(self) -> int:
        return len(self.trade_day)


def sample_days() -> TradeDays:
    """Every trade day of the sample: sessions, half days and the holidays on which the future trades."""
    weekdays = np.arange(np.datetime64(FIRST_DAY, "D"), np.datetime64(LAST_DAY, "D") + 1)
    weekdays = weekdays[np.is_busday(weekdays)]
    end_slot = _end_slots(weekdays)
    kept = (end_slot > 0) & (weekdays != _NO_DATA)
    days = weekdays[kept]
    pause = np.diff(days, prepend=days[:1] - 1).astype(np.int64)
    return TradeDays(days, end_slot[kept], pause)


def slot_is_traded(days: TradeDays) -> BoolArray:
    """(D, 276): slots with a bar; without the old halt at 16:15 and the circuit breakers of 2020."""
    traded = np.arange(SLOTS) < days.end_slot[:, None]
    traded[days.trade_day < _HALT_UNTIL, _HALT_SLOTS] = False
    for day, bars in _CIRCUIT_BREAKERS.items():
        for bar in bars:
            traded[days.trade_day == np.datetime64(day), OPEN_SLOT + bar - 1] = False
    return np.asarray(traded)


def _end_slots(weekdays: DateArray) -> IntArray:
    calendar = exchange_calendar()
    position = calendar.positions(weekdays)
    is_session = calendar.sessions[position] == weekdays
    full_or_half = np.where(calendar.short[position], _HALF_DAY_END, SLOTS)
    closed = np.where(_is_shut(weekdays), 0, np.where(np.isin(weekdays, _MOURNING), OPEN_SLOT, _HOLIDAY_END))
    return np.where(is_session, full_or_half, closed).astype(np.int64)


def _is_shut(days: DateArray) -> BoolArray:
    """Closed days without any trade: around Christmas and New Year, and Good Friday."""
    month = days.astype("datetime64[M]").astype(np.int64) % 12 + 1
    day = (days - days.astype("datetime64[M]")).astype(np.int64) + 1
    turn = ((month == 12) & (day >= 24)) | ((month == 1) & (day <= 2))
    is_friday = np.is_busday(days, weekmask="Fri")
    return np.asarray(turn | (is_friday & ((month == 3) | (month == 4))))
