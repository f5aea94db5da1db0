"""The exchange's days against lists kept by hand (design: market-data B.3), not against the library."""

from pathlib import Path

import numpy as np
import pytest

from core.contracts.errors import DataError
from core.market.calendar import exchange_calendar, with_overrides
from core.market.market import DateArray

CLOSED_WEEKDAYS = [
    "2020-01-01",
    "2020-01-20",
    "2020-02-17",
    "2020-04-10",
    "2020-05-25",
    "2020-07-03",
    "2020-09-07",
    "2020-11-26",
    "2020-12-25",
    "2021-01-01",
    "2021-01-18",
    "2021-02-15",
    "2021-04-02",
    "2021-05-31",
    "2021-07-05",
    "2021-09-06",
    "2021-11-25",
    "2021-12-24",
    "2022-01-17",
    "2022-02-21",
    "2022-04-15",
    "2022-05-30",
    "2022-06-20",
    "2022-07-04",
    "2022-09-05",
    "2022-11-24",
    "2022-12-26",
    "2023-01-02",
    "2023-01-16",
    "2023-02-20",
    "2023-04-07",
    "2023-05-29",
    "2023-06-19",
    "2023-07-04",
    "2023-09-04",
    "2023-11-23",
    "2023-12-25",
    "2024-01-01",
    "2024-01-15",
    "2024-02-19",
    "2024-03-29",
    "2024-05-27",
    "2024-06-19",
    "2024-07-04",
    "2024-09-02",
    "2024-11-28",
    "2024-12-25",
    "2025-01-01",
    "2025-01-09",
    "2025-01-20",
    "2025-02-17",
    "2025-04-18",
    "2025-05-26",
    "2025-06-19",
    "2025-07-04",
    "2025-09-01",
    "2025-11-27",
    "2025-12-25",
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-04-03",
    "2026-05-25",
    "2026-06-19",
    "2026-07-03",
    "2026-09-07",
    "2026-11-26",
    "2026-12-25",
]


def one(day: str) -> DateArray:
    return np.array([day], dtype="datetime64[D]")


def test_closed_weekdays_of_2020_to_2026_are_the_listed_ones() -> None:
    weekdays = np.arange(np.datetime64("2020-01-01"), np.datetime64("2027-01-01"))
    weekdays = weekdays[np.is_busday(weekdays)]
    closed = weekdays[~exchange_calendar().are_sessions(weekdays)]
    assert closed.astype(str).tolist() == CLOSED_WEEKDAYS


@pytest.mark.parametrize(
    ("day", "previous", "following"),
    [
        ("2024-07-05", "2024-07-03", "2024-07-08"),
        ("2024-07-04", "2024-07-03", "2024-07-05"),
        ("2025-01-10", "2025-01-08", "2025-01-13"),
        ("2024-07-06", "2024-07-05", "2024-07-08"),
    ],
)
def test_neighbours_skip_weekends_and_holidays(day: str, previous: str, following: str) -> None:
    assert exchange_calendar().previous_session(day) == np.datetime64(previous)
    assert exchange_calendar().next_session(day) == np.datetime64(following)


def test_a_date_outside_the_calendar_is_named_with_what_is_covered() -> None:
    with pytest.raises(DataError, match=r"covers 2000-01-03 to .*; 1999-12-31 is outside") as caught:
        exchange_calendar().are_sessions(one("1999-12-31"))
    assert caught.value.code == "date_not_covered"


def test_overrides_close_a_day_and_shorten_another(tmp_path: Path) -> None:
    file = tmp_path / "calendar_overrides.toml"
    file.write_text("[XNYS]\nclosures = [2024-07-08]\nearly_closes = [2024-07-09]\n")
    calendar = with_overrides(exchange_calendar(), file)
    assert not calendar.are_sessions(one("2024-07-08"))
    assert calendar.are_short(one("2024-07-09"))
    assert calendar.previous_session("2024-07-09") == np.datetime64("2024-07-05")
    assert exchange_calendar().are_sessions(one("2024-07-08"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[XNYS\n", "not readable as TOML"),
        ("[XNYS]\nholidays = []\n", "unknown entry 'holidays' under"),
        ('[XNYS]\nclosures = ["soon"]\n', "Write dates as 2031-01-09"),
    ],
)
def test_a_broken_overrides_file_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "calendar_overrides.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=message) as caught:
        with_overrides(exchange_calendar(), file)
    assert str(file) in caught.value.detail
