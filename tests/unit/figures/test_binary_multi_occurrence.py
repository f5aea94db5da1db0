"""Never, once or more often, by hand (statistics.md, binary_multi_occurrence)."""

from core.contracts.results.sessions import BinaryMultiOccurrence, DayShare
from core.figures.kinds.sessions import binary_multi_occurrence
from tests.unit.figures.asked import COUNT, view


def test_days_are_sorted_into_never_once_and_more() -> None:
    answer = binary_multi_occurrence(view(COUNT, [0, 1, 1, 3, 5, None, 0, 2]))
    assert answer == BinaryMultiOccurrence(
        days_none=DayShare(2, 100 * 2 / 7),
        days_once=DayShare(2, 100 * 2 / 7),
        days_multiple=DayShare(3, 100 * 3 / 7),
        average_when_active=12 / 5,
        max=5,
    )


def test_a_count_that_never_came_has_no_average() -> None:
    answer = binary_multi_occurrence(view(COUNT, [0, 0]))
    assert (answer.average_when_active, answer.max) == (None, 0)
    assert answer.days_none == DayShare(2, 100.0)


def test_without_a_day_there_are_no_shares() -> None:
    nothing = DayShare(0, None)
    answer = binary_multi_occurrence(view(COUNT, [None]))
    assert answer == BinaryMultiOccurrence(nothing, nothing, nothing, None, None)


def test_the_others_stand_beside_the_matched_days() -> None:
    asked = binary_multi_occurrence(view(COUNT, [1, 4], [0, 0, 1]))
    assert asked.others == binary_multi_occurrence(view(COUNT, [0, 0, 1]))
    assert asked.days_multiple == DayShare(1, 50.0)
