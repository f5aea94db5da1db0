"""The session clock against stamps worked out by hand and a plain clock made of datetime and zoneinfo."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.market.calendar import exchange_calendar
from core.market.session_clock import SEGMENTS, clock_bars, label_bars
from tests.support.sizes import examples
from tests.unit.market.bar_builder import bars_at, opens


def placed(stamp: str) -> tuple[str, str, int]:
    clock = clock_bars(pd.Series(pd.to_datetime([stamp], utc=True)), exchange_calendar())
    return str(clock.session_date[0]), SEGMENTS[clock.segment[0]], int(clock.bar_number[0])


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("2024-03-08T14:30Z", ("2024-03-08", "rth", 1)),
        ("2024-03-11T13:30Z", ("2024-03-11", "rth", 1)),
        ("2024-11-01T13:30Z", ("2024-11-01", "rth", 1)),
        ("2024-11-04T14:30Z", ("2024-11-04", "rth", 1)),
        ("2024-03-10T22:00Z", ("2024-03-11", "overnight", 0)),
        ("2024-11-03T23:00Z", ("2024-11-04", "overnight", 0)),
        ("2024-11-04T21:10Z", ("2024-11-04", "rth", 81)),
        ("2024-11-04T21:15Z", ("2024-11-04", "after", 0)),
        ("2024-11-04T21:55Z", ("2024-11-04", "after", 0)),
        ("2024-11-04T14:25Z", ("2024-11-04", "overnight", 0)),
    ],
)
def test_clock_follows_new_york_through_both_changes(stamp: str, expected: tuple[str, str, int]) -> None:
    assert placed(stamp) == expected


@pytest.mark.parametrize(
    ("stamp", "session"),
    [
        ("2024-11-27T23:00Z", "2024-11-29"),
        ("2024-11-28T15:00Z", "2024-11-29"),
        ("2024-07-03T22:00Z", "2024-07-05"),
        ("2025-01-09T13:00Z", "2025-01-10"),
        ("2024-01-13T15:00Z", "2024-01-16"),
    ],
)
def test_trade_of_a_closed_day_is_dated_to_the_next_session(stamp: str, session: str) -> None:
    assert placed(stamp) == (session, "closed_day", 0)


def test_the_evening_of_a_holiday_is_the_next_sessions_night() -> None:
    assert placed("2024-11-28T23:00Z") == ("2024-11-29", "overnight", 0)


def test_labels_stand_behind_the_stamp_and_replace_older_ones() -> None:
    bars = bars_at(opens("2024-07-02 09:25", "2024-07-02 09:35"))
    clock = clock_bars(bars["ts"], exchange_calendar())
    labelled = label_bars(label_bars(bars, clock), clock)
    assert labelled.columns[:4].tolist() == ["ts", "session_date", "segment", "bar_number"]
    assert labelled["bar_number"].tolist() == [0, 1, 2]
    assert labelled["segment"].tolist() == ["overnight", "rth", "rth"]
    assert len(labelled.columns) == 10


SESSIONS = {day.astype(object) for day in exchange_calendar().sessions}
SHORT = {day.astype(object) for day in exchange_calendar().sessions[exchange_calendar().short]}


def plain_clock(stamp: datetime) -> tuple[date, str, int]:
    local = stamp.astimezone(ZoneInfo("America/New_York"))
    minutes = local.hour * 60 + local.minute
    trade_day = local.date() + timedelta(days=1 if minutes >= 18 * 60 else 0)
    session = trade_day
    while session not in SESSIONS:
        session += timedelta(days=1)
    if session != trade_day:
        return session, "closed_day", 0
    if minutes >= 18 * 60 or minutes < 9 * 60 + 30:
        return session, "overnight", 0
    if minutes < (13 * 60 + 15 if session in SHORT else 16 * 60 + 15):
        return session, "rth", (minutes - 570) // 5 + 1
    return session, "after", 0


FIVE_MINUTES = st.integers(0, int(timedelta(days=24 * 365) / timedelta(minutes=5)))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(FIVE_MINUTES, min_size=1, max_size=40, unique=True))
def test_every_bar_is_where_a_plain_clock_puts_it(steps: list[int]) -> None:
    start = datetime(2001, 1, 1, tzinfo=UTC)
    stamps = [start + timedelta(minutes=5 * step) for step in sorted(steps)]
    clock = clock_bars(pd.Series(pd.DatetimeIndex(stamps)), exchange_calendar())
    days = clock.session_date.astype("datetime64[D]").astype(object).tolist()
    names = [SEGMENTS[code] for code in clock.segment]
    assert list(zip(days, names, clock.bar_number.tolist(), strict=True)) == [
        plain_clock(at) for at in stamps
    ]


def test_pause_bars_are_told_apart() -> None:
    clock = clock_bars(bars_at(opens("2024-07-02 16:55", "2024-07-02 18:00"))["ts"], exchange_calendar())
    assert np.flatnonzero(clock.in_pause).tolist() == list(range(1, 13))
