"""Half days: which they are, 45 bars instead of 81, and trade after their close.

What they are to the next day is in test_market_build.py, their charts in test_session_bars.py.
"""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.market.session_clock import SEGMENTS, clock_bars
from core.market.sessions import build_sessions
from tests.unit.market.bar_builder import joined, rth

HALF_DAYS = [
    "2020-11-27",
    "2020-12-24",
    "2021-11-26",
    "2022-11-25",
    "2023-07-03",
    "2023-11-24",
    "2024-07-03",
    "2024-11-29",
    "2024-12-24",
    "2025-07-03",
    "2025-11-28",
    "2025-12-24",
    "2026-11-27",
    "2026-12-24",
]


def test_half_days_of_2020_to_2026_are_the_listed_ones() -> None:
    calendar = exchange_calendar()
    sessions = calendar.sessions_between("2020-01-01", "2026-12-31")
    short = sessions[calendar.expected_bars(sessions) == 45]
    assert short.astype(str).tolist() == HALF_DAYS


def test_a_full_session_has_81_bars_and_a_half_day_45() -> None:
    days = np.array(["2024-07-02", "2024-07-03"], dtype="datetime64[D]")
    assert exchange_calendar().expected_bars(days).tolist() == [81, 45]
    assert exchange_calendar().are_short(days).tolist() == [False, True]


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("2024-07-03T17:10Z", ("2024-07-03", "rth", 45)),
        ("2024-07-03T17:15Z", ("2024-07-03", "after", 0)),
        ("2024-07-03T20:10Z", ("2024-07-03", "after", 0)),
    ],
)
def test_half_day_ends_with_bar_45(stamp: str, expected: tuple[str, str, int]) -> None:
    clock = clock_bars(pd.Series(pd.to_datetime([stamp], utc=True)), exchange_calendar())
    assert (str(clock.session_date[0]), SEGMENTS[clock.segment[0]], int(clock.bar_number[0])) == expected


def test_trade_after_a_half_days_close_does_not_make_it_longer() -> None:
    build = build_sessions(joined((rth("2024-07-03", last="16:10"),)), instrument("ES"))
    assert build.short == (date(2024, 7, 3),)
    assert build.bars["segment"].value_counts()[["rth", "after"]].tolist() == [45, 36]
