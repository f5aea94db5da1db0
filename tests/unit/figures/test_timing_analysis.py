"""When: quartiles and counts of the event days' bars."""

from core.figures.kinds.rates import timing_analysis
from tests.unit.figures.asked import EVENT, POSITION_BAR, view


def test_days_without_the_event_leave_its_bars_alone() -> None:
    answer = timing_analysis(view(EVENT, [0, 0, 0, 2, 4, 4, 10, None]))
    assert answer.total_occurrences == 4
    assert (answer.median_bar, answer.mean_bar) == (4.0, 5.0)
    assert (answer.q1, answer.q3, answer.iqr) == (3.5, 5.5, 2.0)
    assert answer.distribution == {"2": 1, "4": 2, "10": 1}


def test_by_bar_days_count_events_at_or_before_each_of_the_81_bars() -> None:
    curve = timing_analysis(view(EVENT, [1, 3, 81, 0])).by_bar_days
    assert curve == [1, 1] + [2] * 78 + [3]


def test_a_bar_that_always_exists_starts_at_its_own_first_value() -> None:
    answer = timing_analysis(view(POSITION_BAR, [1, 12, 12]))
    assert answer.distribution == {"1": 1, "12": 2}
    assert answer.by_bar_days == [1] * 11 + [3] * 70


def test_the_other_days_have_the_same_shape() -> None:
    answer = timing_analysis(view(EVENT, [5], [7, 9, 0]))
    assert answer.others == timing_analysis(view(EVENT, [7, 9, 0]))
    assert timing_analysis(view(EVENT, [5])).others is None


def test_without_an_event_there_is_no_bar_to_speak_of() -> None:
    answer = timing_analysis(view(EVENT, [0, None]))
    assert (answer.total_occurrences, answer.distribution) == (0, {})
    figures = (answer.median_bar, answer.mean_bar, answer.q1, answer.q3, answer.iqr)
    assert figures == (None,) * 5
    assert answer.by_bar_days == [0] * 81
