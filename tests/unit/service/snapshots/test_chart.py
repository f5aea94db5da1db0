"""Steps among the matching days, as the day navigator takes them."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from core.contracts.errors import InvalidRequest, UnknownName
from core.contracts.requests import Direction
from core.question.filters import parse_date
from service.snapshots.chart import adr10_before, chosen_day, navigation, price_decimals, stepped, time_labels

DAYS = ["2024-05-01", "2024-05-03", "2024-05-06"]


@pytest.mark.parametrize(
    ("current", "direction", "expected"),
    [
        ("2024-05-03", "previous", "2024-05-01"),
        ("2024-05-03", "next", "2024-05-06"),
        ("2024-05-03", "first", "2024-05-01"),
        ("2024-05-03", "last", "2024-05-06"),
        ("2024-05-01", "previous", "2024-05-01"),
        ("2024-05-06", "next", "2024-05-06"),
        (None, "previous", "2024-05-03"),
        (None, "next", "2024-05-06"),
        ("2024-05-02", "previous", "2024-05-01"),
        ("2024-05-02", "next", "2024-05-03"),
        ("2024-01-01", "previous", "2024-05-01"),
        ("2024-12-31", "next", "2024-05-06"),
    ],
)
def test_a_step_leads_to_the_neighbour_and_stays_at_the_ends(
    current: str | None, direction: Direction, expected: str
) -> None:
    assert stepped(DAYS, current, direction) == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2024-05-01", None),
        ("2024-05-02", 12.5),
        ("2024-05-03", 12.5),
        ("2024-05-06", 14.0),
        ("2024-05-07", None),
    ],
)
def test_adr10_is_of_the_full_sessions_before_the_day(day: str, expected: float | None) -> None:
    snapshot: Any = SimpleNamespace(days=DAYS, index=SimpleNamespace(adr10=np.array([np.nan, 12.5, 14.0])))
    assert adr10_before(snapshot, day) == expected


def test_without_days_no_step_leads_anywhere() -> None:
    assert stepped([], "2024-05-03", "next") is None


@pytest.mark.parametrize(
    ("current", "index", "has_previous", "has_next"),
    [
        ("2024-05-01", 0, False, True),
        ("2024-05-03", 1, True, True),
        ("2024-05-06", 2, True, False),
        ("2024-05-02", -1, True, True),
        ("2024-04-30", -1, False, True),
        ("2024-05-07", -1, True, False),
        (None, -1, False, False),
    ],
)
def test_the_place_among_the_days_says_which_way_is_open(
    current: str | None, index: int, has_previous: bool, has_next: bool
) -> None:
    found = navigation(DAYS, current)
    assert (found.currentDate, found.currentIndex, found.totalDates) == (current, index, 3)
    assert (found.has_previous, found.has_next) == (has_previous, has_next)


def test_one_day_has_no_neighbours() -> None:
    found = navigation(["2024-05-03"], "2024-05-03")
    assert (found.currentIndex, found.has_previous, found.has_next) == (0, False, False)


@pytest.mark.parametrize(
    ("selected", "why"),
    [
        ("2024-05-02", " is missing"),
        ("2024-05-04", ": the exchange was closed"),
        ("2024-04-30", " is before the data, which begin on 2024-05-01"),
        ("2024-05-07", " is after the data, which end on 2024-05-06"),
        ("2024-05-06", " is not among the 2 matching days"),
    ],
)
def test_a_day_that_cannot_be_shown_is_told_why(selected: str, why: str) -> None:
    manifest = SimpleNamespace(first_session=DAYS[0], last_session=DAYS[-1], missing_sessions=["2024-05-02"])
    snapshot: Any = SimpleNamespace(days=DAYS, manifest=manifest, is_outside_filters=lambda day: False)
    with pytest.raises(UnknownName) as refused:
        chosen_day(snapshot, DAYS[:2], selected)
    assert refused.value.detail.startswith(f"selected_date: {selected}{why}; nearest: 2024-05-0")


@pytest.mark.parametrize("text", ["", "2024-02-30", "yesterday", "2024-05-03T09:30", "20240503"])
def test_what_is_no_date_is_refused_by_its_field(text: str) -> None:
    with pytest.raises(InvalidRequest, match=r"options\.selected_date: .* is not a date") as refused:
        parse_date("options.selected_date", text)
    assert refused.value.code == "date_format"


@pytest.mark.parametrize(("tick", "decimals"), [(0.25, 2), (0.1, 1), (1.0, 0), (0.005, 3)])
def test_prices_have_the_decimals_of_their_tick(tick: float, decimals: int) -> None:
    assert price_decimals(tick) == decimals


def test_time_labels_are_the_twelve_hour_clock_of_new_york() -> None:
    labels = time_labels()
    assert [labels[bar - 1] for bar in (1, 13, 25, 37, 49, 61, 73)] == [
        "9:30",
        "10:30",
        "11:30",
        "12:30",
        "1:30",
        "2:30",
        "3:30",
    ]
    assert (len(labels), labels[30], labels[80]) == (81, "12:00", "4:10")
