"""Spread of numbers, counts and labels."""

from core.contracts.results.rates import Interval
from core.contracts.results.spreads import (
    HistogramBin,
    LabelDistribution,
    LabelShare,
    NumberDistribution,
    Quartiles,
)
from core.figures.kinds import Feature
from core.figures.kinds.spreads import basic_distribution
from tests.unit.figures.asked import COUNT, NUMERIC, SIDES, SIGNED, view


def numbers(asked: Feature) -> NumberDistribution:
    answer = basic_distribution(asked)
    assert isinstance(answer, NumberDistribution)
    return answer


def test_a_numeric_is_read_from_its_values() -> None:
    answer = numbers(view(NUMERIC, [4.0, 1.0, None, 2.0, 3.0]))
    assert (answer.n, answer.mean, answer.min, answer.max) == (4, 2.5, 1.0, 4.0)
    assert (answer.q1, answer.median, answer.q3) == (1.75, 2.5, 3.25)


def test_histogram_bins_hold_their_lower_edge_and_the_outer_ones_are_open() -> None:
    answer = numbers(view(NUMERIC, [0.0, 9.9, 10.0, 20.0, 30.0, 500.0], histogram_edges=[5, 10, 20, 30]))
    assert answer.histogram == [
        HistogramBin(None, 10.0, 2),
        HistogramBin(10.0, 20.0, 1),
        HistogramBin(20.0, None, 3),
    ]


def test_an_integer_has_one_bin_for_every_value_it_may_take() -> None:
    answer = numbers(view(SIGNED, [-3, 0, 0, 3]))
    assert [(each.lower, each.upper) for each in answer.histogram] == [(v, v) for v in range(-3, 4)]
    assert [each.count for each in answer.histogram] == [1, 0, 0, 2, 0, 0, 1]
    assert (answer.min, answer.median, answer.max) == (-3, 0, 3)


def test_an_integer_with_edges_is_binned_by_them() -> None:
    binned = numbers(view(COUNT, [0, 1, 2, 5], [4], histogram_edges=[0.0, 2.0, 4.0]))
    assert [each.count for each in binned.histogram] == [2, 2]
    assert binned.others_histogram == [0, 1]
    assert binned.mean == numbers(view(COUNT, [0, 1, 2, 5], [4])).mean


def test_the_others_have_the_same_bins_and_their_quartiles() -> None:
    answer = numbers(view(COUNT, [0, 1], [1, 3, 5, None]))
    assert answer.others_histogram == [0, 1, 0, 1, 0, 1]
    assert answer.others == Quartiles(n=3, median=3.0, q1=2.0, q3=4.0)


def test_nothing_filtered_has_no_others() -> None:
    answer = numbers(view(COUNT, [0, 1]))
    assert (answer.others, answer.others_histogram) == (None, None)


def test_without_a_day_every_figure_is_unknown_and_every_bin_empty() -> None:
    answer = numbers(view(NUMERIC, [None]))
    assert answer.n == 0
    assert (answer.mean, answer.std, answer.min, answer.median, answer.max) == (None,) * 5
    assert answer.median_interval == Interval(None, None)
    assert {each.count for each in answer.histogram} == {0}


def test_labels_come_in_the_feature_s_order_with_the_neutral_one_last() -> None:
    answer = basic_distribution(view(SIDES, ["none", "both", "both", None], ["up_only"]))
    assert isinstance(answer, LabelDistribution)
    assert [label.value for label in answer.labels] == ["up_only", "down_only", "both", "none"]
    assert [label.label for label in answer.labels] == ["Up only", "Down only", "Both", "None"]
    assert [label.count for label in answer.labels] == [0, 0, 2, 1]
    assert answer.labels[0].others == LabelShare(1, 100.0)
    assert answer.n == 3
