"""Which hour: seven hours, the last one of nine bars."""

import pytest

from core.figures.kinds.rates import time_distribution
from tests.unit.figures.asked import EVENT, view


@pytest.mark.parametrize(
    ("first", "last", "label"),
    [(1, 12, "9:30"), (13, 24, "10:30"), (37, 48, "12:30"), (61, 72, "14:30"), (73, 81, "15:30")],
)
def test_each_hour_holds_its_first_and_last_bar(first: int, last: int, label: str) -> None:
    hours = time_distribution(view(EVENT, [first, last])).hours
    assert [(hour.label, hour.bar_range) for hour in hours if hour.days == 2] == [(label, f"{first}-{last}")]
    assert len(hours) == 7


def test_percentages_are_of_the_event_days() -> None:
    hours = time_distribution(view(EVENT, [1, 2, 13, 81, 0, 0, None])).hours
    assert [hour.pct for hour in hours] == [50.0, 25.0, 0.0, 0.0, 0.0, 0.0, 25.0]


def test_without_an_event_there_are_no_percentages() -> None:
    hours = time_distribution(view(EVENT, [0, None])).hours
    assert {(hour.days, hour.pct) for hour in hours} == {(0, None)}


def test_the_other_days_have_the_same_shape() -> None:
    answer = time_distribution(view(EVENT, [5], [70, 0]))
    assert answer.others == time_distribution(view(EVENT, [70, 0]))
