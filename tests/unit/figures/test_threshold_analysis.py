"""How far: ranges, reached edges and the sentence that reads them."""

from core.figures.kinds.spreads import threshold_analysis
from tests.unit.figures.asked import NUMERIC, SIGNED_NUMERIC, interval, view


def test_ranges_bear_days_percentage_interval_and_the_other_days() -> None:
    answer = threshold_analysis(view(NUMERIC, [0.0, 5.0, 5.0, 30.0], [30.0, None]))
    first, *_, top = answer.ranges
    assert (first.label, first.count, first.days, first.percentage) == ("0 %", 1, 4, 25.0)
    assert top.confidence_interval == interval(1, 4)
    assert [each.others_percentage for each in answer.ranges] == [0.0, 0.0, 0.0, 100.0]


def test_an_edge_is_reached_upwards_from_zero_on_and_downwards_below() -> None:
    reached = threshold_analysis(view(SIGNED_NUMERIC, [-9.0, -4.0, 0.0, 4.0, 9.0], [-4.0])).reached
    assert [(each.threshold, each.direction, each.count) for each in reached] == [
        (-4.0, "at_or_below", 2),
        (0.0, "at_or_above", 3),
        (4.0, "at_or_above", 2),
    ]
    assert [each.others_percentage for each in reached] == [100.0, 0.0, 0.0]


def test_the_hard_minimum_is_no_edge_to_reach() -> None:
    reached = threshold_analysis(view(NUMERIC, [0.0, 30.0])).reached
    assert [each.threshold for each in reached] == [10.0, 25.0]


def test_the_sentence_names_the_fullest_and_the_top_range() -> None:
    assert threshold_analysis(view(NUMERIC, [0.0, 5.0, 5.0, 30.0])).analysis == (
        "The range 0 to 10 % holds the most days: 2 of 4 (50.00%); "
        "the top range, >= 25 %, was reached on 1 of 4 (25.00%)."
    )
    assert threshold_analysis(view(NUMERIC, [30.0])).analysis == (
        "The top range, >= 25 %, holds the most days: 1 of 1 (100.00%)."
    )


def test_without_a_day_the_sentence_says_so_and_nothing_is_known() -> None:
    answer = threshold_analysis(view(NUMERIC, [None], []))
    assert answer.analysis == "No matching day has a value."
    assert (answer.full_range, answer.median) == (None, None)
    assert {each.percentage for each in answer.ranges} == {None}
    assert {each.others_percentage for each in answer.reached} == {None}
