"""DAYDATE on dates that anybody can look up."""

import numpy as np
import pytest

from core.features.compute import compute_features
from core.features.registry import FEATURES, catalogue, catalogue_of
from tests.property.markets import random_market
from tests.support.one_feature import compute_feature
from tests.support.wire import wire_of
from tests.unit.features.one_session import ENTRIES, answer, on_day


def on(day: str, name: str) -> object:
    return answer(name, on_day(day))


@pytest.mark.parametrize(
    ("day", "weekday", "month", "of_month"),
    [
        ("2024-01-02", "Tue", "1", 1),
        ("2024-01-31", "Wed", "1", 21),
        ("2024-07-05", "Fri", "7", 4),
        ("2024-12-30", "Mon", "12", 20),
        ("2025-01-10", "Fri", "1", 6),
    ],
)
def test_weekday_month_and_trading_day(day: str, weekday: str, month: str, of_month: int) -> None:
    """2024-07-03 was a half day and counts; 2025-01-09, a day of mourning, was no session and does not."""
    assert on(day, "weekday") == weekday
    assert on(day, "month") == month
    assert on(day, "trading_day_of_month") == of_month


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2024-06-20", False), ("2024-06-21", True), ("2025-04-17", True), ("2025-04-16", False)],
)
def test_option_expiry_moves_before_a_holiday(day: str, expected: bool) -> None:
    """2025-04-18 was Good Friday."""
    assert on(day, "is_opex_friday") is expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2024-06-17", True),
        ("2024-06-21", True),
        ("2024-06-24", False),
        ("2024-06-14", False),
        ("2024-05-17", False),
    ],
)
def test_expiry_week_is_that_of_the_quarterly_third_friday(day: str, expected: bool) -> None:
    assert on(day, "is_expiry_week") is expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2024-03-28", True),
        ("2024-07-03", True),
        ("2024-11-27", True),
        ("2024-01-12", True),
        ("2024-11-29", False),
        ("2024-03-27", False),
    ],
)
def test_the_session_before_a_holiday(day: str, expected: bool) -> None:
    """Good Friday, Independence Day, Thanksgiving and the Monday of Martin Luther King follow."""
    assert on(day, "is_pre_holiday") is expected


@pytest.mark.parametrize(
    ("day", "apart", "short"),
    [
        ("2024-01-03", 1, False),
        ("2024-01-08", 3, False),
        ("2024-01-16", 4, False),
        ("2024-07-05", 2, True),
        ("2024-12-02", 3, True),
    ],
)
def test_days_since_the_session_before_and_whether_it_was_short(day: str, apart: int, short: bool) -> None:
    assert on(day, "days_since_prev_session") == apart
    assert on(day, "prev_short_session") is short


def test_the_longest_closure_is_longer_than_its_hint_and_stays_a_value() -> None:
    """The exchange was shut from 2001-09-11 to 2001-09-14."""
    assert on("2001-09-17", "days_since_prev_session") == 7
    assert ENTRIES["days_since_prev_session"].definition.value_range == (1, 6)


def test_a_day_outside_the_event_tables_is_neither() -> None:
    assert [on("2002-01-02", f"is_{name}_day") for name in ("fomc", "nfp", "cpi")] == [None, None, None]


def test_the_trade_date_is_days_since_1970() -> None:
    dates = compute_feature(ENTRIES["trade_date"], on_day("2024-01-02")).values.astype("datetime64[D]")
    assert dates.tolist() == [np.datetime64("2024-01-02").astype(object)]


def test_years_are_the_market_s_own() -> None:
    market = random_market(seed=1, sessions=400, first=np.datetime64("2022-10-03"))
    labels = catalogue_of(market).by_name["year"].labels
    assert labels == ("2022", "2023", "2024")
    codes = compute_feature(ENTRIES["year"], market).values.astype(int)
    assert [labels[code] for code in codes] == [str(day)[:4] for day in market.session_date]
    wire = wire_of(catalogue_of(market).by_name["year"])
    assert wire["ui_schema"]["filter_component"]["validation"]["enum"] == list(labels)


def test_only_the_year_differs_from_market_to_market() -> None:
    market = random_market(seed=1, sessions=30)
    filled = catalogue_of(market).by_name
    assert [name for name, static in catalogue().by_name.items() if filled[name] != static] == ["year"]


def test_no_day_date_feature_has_a_twin_and_every_other_one_does() -> None:
    assert all(d.has_prev_twin == (d.category != "DAYDATE") for d in catalogue().features)


def test_day_dates_need_no_bar_at_all() -> None:
    market = random_market(seed=2, sessions=60)
    entries = tuple(entry for entry in FEATURES if entry.definition.category == "DAYDATE")
    events = {"is_fomc_day", "is_nfp_day", "is_cpi_day"}
    columns = compute_features(market, entries)
    assert not any(np.isnan(column.values).any() for name, column in columns.items() if name not in events)
