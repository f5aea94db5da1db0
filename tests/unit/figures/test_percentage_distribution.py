"""Ranges of a numeric: edges, hard limits, spread."""

from core.contracts.results.spreads import Moments, RangeSummary
from core.figures.kinds.spreads import percentage_distribution
from tests.unit.figures.asked import NUMERIC, view


def test_ranges_hold_their_lower_edge_and_the_hard_minimum_stands_alone() -> None:
    answer = percentage_distribution(view(NUMERIC, [0.0, 0.0, 0.1, 9.99, 10.0, 25.0, 900.0, None]))
    assert {label: days[0] for label, days in answer.distribution.items()} == {
        "0 %": 2,
        "0 to 10 %": 2,
        "10 to 25 %": 1,
        ">= 25 %": 2,
    }
    assert answer.distribution["0 %"][1] == 100 * 2 / 7


def test_summary_is_the_spread_of_the_values() -> None:
    answer = percentage_distribution(view(NUMERIC, [1.0, 2.0, 3.0, 4.0, 10.0]))
    assert answer.summary == RangeSummary([1.0, 10.0], 3.0, [2.0, 4.0])
    assert answer.stats.mean == 4.0


def test_the_other_days_have_the_same_shape() -> None:
    answer = percentage_distribution(view(NUMERIC, [1.0], [2.0, 30.0, 31.0]))
    assert answer.others == percentage_distribution(view(NUMERIC, [2.0, 30.0, 31.0]))


def test_without_a_day_nothing_is_known() -> None:
    answer = percentage_distribution(view(NUMERIC, [None], [None]))
    assert answer.summary == RangeSummary(None, None, None)
    assert answer.stats == Moments(None, None, None)
    assert set(map(tuple, answer.distribution.values())) == {(0, None)}
