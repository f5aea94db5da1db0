"""The event tables: every day has its source, and the calendars keep their publishers' rhythm."""

import csv
from datetime import date
from itertools import pairwise

import numpy as np
import pytest

from core.market.calendar import exchange_calendar
from core.market.event_calendars import EVENT_NAMES, EVENTS_FOLDER, EventName, event_table
from core.market.market import DateArray
from tests.unit.market.event_dates_second import FIRST, LAST, second_dates

GOOD_FRIDAYS_WITH_A_REPORT = {
    "nfp": ["2012-04-06", "2015-04-03", "2021-04-02", "2023-04-07", "2026-04-03"],
    "cpi": ["2017-04-14", "2020-04-10"],
    "fomc": [],
}
HOLIDAY_JOBS_REPORTS = ["2014-07-03", "2015-07-02", "2020-07-02", "2025-07-03", "2026-07-02"]
SHUTDOWN_JOBS_REPORTS = ["2013-10-22", "2025-11-20", "2025-12-16", "2026-02-11"]


def days_of(name: EventName) -> list[date]:
    return [date.fromisoformat(str(day)) for day in event_table(name).dates]


def months(days: DateArray) -> list[str]:
    return [str(month) for month in days.astype("datetime64[M]")]


def months_covered(name: EventName) -> list[str]:
    table = event_table(name)
    first, last = (np.datetime64(day, "M") for day in (table.first, table.last))
    return months(np.arange(first, last + 1))


def rows_of(file: str) -> list[dict[str, str]]:
    with (EVENTS_FOLDER / file).open(encoding="utf-8", newline="") as open_file:
        return list(csv.DictReader(open_file))


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_every_day_names_a_source_that_says_where_it_stands_and_covers_it(name: EventName) -> None:
    sources = {row["key"]: row for row in rows_of("sources.csv")}
    for row in rows_of(f"{name}.csv"):
        source = sources[row["source"]]
        assert source["address"]
        assert source["says"]
        assert source["first"] <= row["date"] <= source["last"], row


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_two_witnesses_give_the_same_days(name: EventName) -> None:
    dates = event_table(name).dates
    ours = dates[(dates >= FIRST) & (dates <= LAST)]
    np.testing.assert_array_equal(ours, second_dates(name))


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_every_day_is_covered_and_a_session_but_for_reports_on_good_friday(name: EventName) -> None:
    table, calendar = event_table(name), exchange_calendar()
    assert np.all(table.marks(table.dates) == 1)
    known = table.dates[table.dates <= calendar.sessions[-1]]
    closed = [str(day) for day in known[~calendar.are_sessions(known)]]
    assert closed == GOOD_FRIDAYS_WITH_A_REPORT[name]


def test_the_committee_decides_eight_times_a_year_but_for_the_meeting_cancelled_in_2020() -> None:
    years = [day.year for day in days_of("fomc")]
    assert {year: years.count(year) for year in years} == {
        year: 7 if year == 2020 else 8 for year in range(2011, 2028)
    }


def test_decisions_come_midweek_five_to_eight_weeks_apart() -> None:
    days = days_of("fomc")
    assert {day.isoweekday() for day in days} == {2, 3, 4}
    gaps = {later: (later - day).days for day, later in pairwise(days)}
    assert gaps.pop(date(2020, 4, 29)) == 91
    assert min(gaps.values()) >= 35
    assert max(gaps.values()) <= 56


def test_unscheduled_decisions_are_no_decision_days() -> None:
    unscheduled = {"2019-10-11", "2020-03-03", "2020-03-15", "2020-03-18", "2020-03-23"}
    assert not unscheduled & {f"{day}" for day in days_of("fomc")}


@pytest.mark.parametrize(("name", "skipped"), [("nfp", "2025-10"), ("cpi", "2025-11")])
def test_a_report_comes_once_a_month_but_for_the_one_cancelled_in_2025(name: EventName, skipped: str) -> None:
    expected = [month for month in months_covered(name) if month != skipped]
    assert months(event_table(name).dates) == expected


def test_the_jobs_report_comes_on_a_friday_within_the_first_ten_days() -> None:
    days = days_of("nfp")
    assert [f"{day}" for day in days if day.isoweekday() != 5] == sorted(
        HOLIDAY_JOBS_REPORTS + SHUTDOWN_JOBS_REPORTS
    )
    assert [f"{day}" for day in days if day.day > 10] == SHUTDOWN_JOBS_REPORTS


def test_consumer_prices_come_on_a_weekday_in_the_second_third_of_the_month_or_soon_after() -> None:
    days = days_of("cpi")
    assert all(day.isoweekday() <= 5 for day in days)
    late = [f"{day}" for day in days if not 10 <= day.day <= 24]
    assert late == ["2013-10-30", "2015-02-26"]


@pytest.mark.parametrize("name", EVENT_NAMES)
def test_days_outside_the_coverage_are_neither_event_nor_not(name: EventName) -> None:
    table = event_table(name)
    assert table.first is not None
    assert table.last is not None
    edges = np.array([table.first, table.last], dtype="datetime64[D]")
    assert np.isnan(table.marks(edges + np.array([-1, 1]))).all()
    assert not np.isnan(table.marks(edges)).any()
