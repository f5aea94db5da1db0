"""The hours in which Globex is shut, and the lone prints that some feeds show in them."""

import numpy as np

from core.market.calendar_facts import FRIDAY, SATURDAY, SUNDAY
from core.market.dates import weekday
from core.market.market import BoolArray, DateArray
from core.market.rth_bars import group_starts
from core.market.session_clock import GLOBEX_OPEN_MINUTE, globex_close_minutes, minutes_of_day, new_york

LONE_BARS = 2
"""The most bars that follow each other and are still lone prints, and no hours of trade."""

_MOST_DAYS, _FEW_DAYS = 0.5, 2


def is_shut(local: DateArray) -> BoolArray:
    """Which times by the clock of New York lie in the daily pause or a week-end."""
    day, minute = local.astype("datetime64[D]"), minutes_of_day(local)
    at, is_late = weekday(day), minute >= globex_close_minutes(day)
    return np.asarray(
        (at == SATURDAY)
        | ((at == SUNDAY) & (minute < GLOBEX_OPEN_MINUTE))
        | (is_late & ((at == FRIDAY) | (minute < GLOBEX_OPEN_MINUTE)))
    )


def lone_prints(utc: DateArray, minutes: int) -> BoolArray:
    """Which bars of `minutes`, by their ascending opens, are prints on their own while Globex is shut.

    No bar is where most days have some, as of stamps that are late or early.
    """
    if not len(utc):
        return np.zeros(0, dtype=np.bool_)
    local = new_york(utc)
    shut = is_shut(local)
    follows = np.diff(utc, prepend=utc[:1]) == np.timedelta64(minutes, "m")
    starts = group_starts(np.cumsum(~follows))
    counts = np.diff(np.append(starts, len(utc)))
    alone = (counts <= LONE_BARS) & np.logical_and.reduceat(shut, starts)
    lone = np.repeat(alone, counts)
    days = local.astype("datetime64[D]")
    with_prints = len(np.unique(days[lone]))
    return lone & (with_prints <= max(_FEW_DAYS, _MOST_DAYS * len(np.unique(days[~shut]))))
