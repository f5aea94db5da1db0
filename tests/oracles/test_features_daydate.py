"""DAYDATE answers against dates looked up by hand, one trap of the definitions each."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.golden.handmade import bars
from tests.oracles.days import Row, Value, read
from tests.oracles.events import announced, read_table, read_tables
from tests.oracles.features import ANSWERS
from tests.oracles.hand_days import day_of


def tell(name: str, day: str) -> Value:
    return ANSWERS[name](replace(day_of(), date=date.fromisoformat(day)))


def test_a_date_names_itself() -> None:
    names = ("trade_date", "weekday", "month", "year")
    assert [tell(name, "2024-07-05") for name in names] == ["2024-07-05", "Fri", "7", "2024"]


@pytest.mark.parametrize(
    ("day", "number"),
    [("2024-07-05", 4), ("2025-01-02", 1), ("2025-01-10", 6), ("2024-06-27", 18), ("2024-12-31", 21)],
    ids=["after a half day", "first", "after a day of mourning", "after one without bars", "last of a year"],
)
def test_trading_days_of_the_month_are_the_exchanges(day: str, number: int) -> None:
    assert tell("trading_day_of_month", day) == number


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        ("2024-06-21", True),
        ("2024-06-14", False),
        ("2024-11-15", True),
        ("2024-11-22", False),
        ("2025-04-17", True),
        ("2026-06-18", True),
        ("2025-04-25", False),
        ("2024-03-14", False),
    ],
)
def test_expiry_is_on_the_third_friday_or_the_session_before(day: str, wanted: bool) -> None:
    assert tell("is_opex_friday", day) is wanted


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        ("2024-06-17", True),
        ("2024-06-21", True),
        ("2024-06-14", False),
        ("2024-06-24", False),
        ("2026-06-18", True),
        ("2024-07-19", False),
        ("2024-12-16", True),
    ],
)
def test_expiry_weeks_are_quarterly_from_monday_on(day: str, wanted: bool) -> None:
    assert tell("is_expiry_week", day) is wanted


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        ("2024-07-02", False),
        ("2024-06-18", True),
        ("2025-01-08", True),
        ("2025-04-17", True),
        ("2024-08-30", True),
        ("2024-12-31", True),
        ("2024-11-27", True),
        ("2024-06-21", False),
    ],
    ids=["half", "Juneteenth", "mourning", "Good Friday", "Monday", "New Year", "Thanksgiving", "weekend"],
)
def test_a_pre_holiday_has_a_closed_next_weekday(day: str, wanted: bool) -> None:
    assert tell("is_pre_holiday", day) is wanted


@pytest.mark.parametrize(
    ("day", "days", "short"),
    [
        ("2024-06-27", 1, False),
        ("2024-07-05", 2, True),
        ("2024-07-08", 3, False),
        ("2024-09-03", 4, False),
        ("2024-12-02", 3, True),
        ("2024-12-26", 2, True),
        ("2025-01-10", 2, False),
    ],
)
def test_the_session_before_is_the_exchanges(day: str, days: int, short: bool) -> None:
    assert tell("days_since_prev_session", day) == days
    assert tell("prev_short_session", day) is short


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fomc.csv").write_text("date,source\n2024-06-18,key\n2024-06-24,key\n")
    (tmp_path / "cpi.csv").write_text("date,source\n2024-06-14,key\n")
    (tmp_path / "coverage.toml").write_text(
        '[fomc]\nfirst = 2024-06-17\nlast = 2024-06-20\n[cpi]\nfirst = "2024-06-14"\nlast = "2024-06-14"\n'
    )
    return tmp_path


def test_events_are_false_inside_coverage_and_null_outside(folder: Path) -> None:
    table = read_table(folder / "fomc.csv", date(2024, 6, 17), date(2024, 6, 20))
    days = [date(2024, 6, number) for number in (16, 17, 18, 20, 21, 24)]
    assert [table.holds(day) for day in days] == [None, False, True, False, None, None]


def test_each_day_is_read_with_its_events(folder: Path) -> None:
    rows = [Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in bars()]
    days = read(rows, read_tables(folder)).days
    names = ("is_fomc_day", "is_nfp_day", "is_cpi_day")
    told = {str(day.date): [ANSWERS[name](day) for name in names] for day in days}
    assert told["2024-06-14"] == [None, None, True]
    assert told["2024-06-18"] == [True, None, None]
    assert told["2024-06-20"] == [False, None, None]
    assert announced(date(2024, 6, 18), {}).fomc is None
