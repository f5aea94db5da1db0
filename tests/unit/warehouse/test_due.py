"""Which session is due when: by the hour in New York and the exchange's days."""

from datetime import UTC, date, datetime, timedelta

import pytest

from core.market.calendar import exchange_calendar
from core.warehouse.due import NEW_YORK, due_session

# 2024-07-03 is a half day, 2024-07-04 closed, 2024-07-06 and 07 a weekend.
CASES = [
    ("2024-07-03 18:29", "2024-07-02", "2024-07-03 02:30", "2024-07-03 18:30"),
    ("2024-07-03 18:30", "2024-07-03", "2024-07-04 02:30", "2024-07-04 02:30"),
    ("2024-07-04 02:29", "2024-07-03", "2024-07-04 02:30", "2024-07-04 02:30"),
    ("2024-07-04 02:30", "2024-07-03", "2024-07-04 02:30", "2024-07-05 18:30"),
    ("2024-07-04 19:00", "2024-07-03", "2024-07-04 02:30", "2024-07-05 18:30"),
    ("2024-07-05 18:30", "2024-07-05", "2024-07-06 02:30", "2024-07-06 02:30"),
    ("2024-07-07 12:00", "2024-07-05", "2024-07-06 02:30", "2024-07-08 18:30"),
    ("2024-03-08 18:30", "2024-03-08", "2024-03-09 02:30", "2024-03-09 02:30"),
    ("2024-03-11 18:30", "2024-03-11", "2024-03-12 02:30", "2024-03-12 02:30"),
]


def new_york(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NEW_YORK)


@pytest.mark.parametrize(("now", "session", "last_try", "next_try"), CASES)
def test_the_session_that_is_due_and_its_tries(now: str, session: str, last_try: str, next_try: str) -> None:
    for moment in (new_york(now), new_york(now).astimezone(UTC)):
        due = due_session(moment, exchange_calendar())
        assert (str(due.session), due.last_try, due.next_try) == (
            session,
            new_york(last_try),
            new_york(next_try),
        )


def test_a_half_day_expects_its_own_bars() -> None:
    expected = [
        due_session(new_york(f"2024-07-0{day} 19:00"), exchange_calendar()).expected_bars for day in (2, 3, 5)
    ]
    assert expected == [81, 45, 81]


def test_the_recent_sessions_are_the_last_ten_that_are_due() -> None:
    due = due_session(new_york("2024-07-05 19:00"), exchange_calendar())
    assert [str(day) for day in due.recent] == [
        *("2024-06-21", "2024-06-24", "2024-06-25", "2024-06-26", "2024-06-27", "2024-06-28"),
        *("2024-07-01", "2024-07-02", "2024-07-03", "2024-07-05"),
    ]


def test_hour_by_hour_the_due_session_never_goes_back_and_every_session_gets_its_turn() -> None:
    calendar, start = exchange_calendar(), new_york("2024-02-26 00:00")
    seen = [due_session(start + timedelta(hours=hours), calendar) for hours in range(24 * 30)]
    days = [due.session for due in seen]
    assert days == sorted(days)
    listed = [date.fromisoformat(str(day)) for day in calendar.sessions_between("2024-02-23", "2024-03-26")]
    assert sorted(set(days)) == listed
    assert all(due.next_try > start + timedelta(hours=hours) for hours, due in enumerate(seen))
