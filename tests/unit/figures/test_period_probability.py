"""Which third of the day: boundaries, denominators and ties."""

import pytest

from core.contracts.results.rates import Interval
from core.figures.kinds.rates import period_probability
from tests.unit.figures.asked import EVENT, view


@pytest.mark.parametrize(
    ("bar", "period"),
    [
        (1, "Morning"),
        (27, "Morning"),
        (28, "Mid-Session"),
        (54, "Mid-Session"),
        (55, "Late Session"),
        (81, "Late Session"),
    ],
)
def test_each_period_holds_its_first_and_last_bar(bar: int, period: str) -> None:
    answer = period_probability(view(EVENT, [bar]))
    assert answer.most_likely_period == period
    assert answer.periods[period].days == 1
    assert list(answer.periods) == ["Morning", "Mid-Session", "Late Session"]
    assert [each.bar_range for each in answer.periods.values()] == ["1-27", "28-54", "55-81"]


def test_probability_is_over_all_days_and_share_over_the_event_days() -> None:
    morning = period_probability(view(EVENT, [3, 60, 0, 0, None])).periods["Morning"]
    assert (morning.probability, morning.share_of_events) == (0.25, 0.5)


def test_the_earlier_of_two_equal_periods_is_most_likely() -> None:
    assert period_probability(view(EVENT, [60, 30])).most_likely_period == "Mid-Session"


def test_without_an_event_no_period_is_most_likely() -> None:
    answer = period_probability(view(EVENT, [0, 0]))
    assert answer.most_likely_period is None
    assert [(each.probability, each.share_of_events) for each in answer.periods.values()] == [(0, None)] * 3


def test_without_a_day_every_probability_is_unknown() -> None:
    for each in period_probability(view(EVENT, [None])).periods.values():
        assert (each.probability, each.confidence_interval) == (None, Interval(None, None))


def test_the_other_days_have_the_same_shape() -> None:
    answer = period_probability(view(EVENT, [5], [70, 0]))
    assert answer.others == period_probability(view(EVENT, [70, 0]))
