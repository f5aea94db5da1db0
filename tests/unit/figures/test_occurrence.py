"""How often: what counts as active, and the comparison with the other days."""

from typing import Any

import pytest

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.rates import Interval, Rate
from core.figures.kinds.rates import occurrence
from tests.unit.figures.asked import BOOLEAN, COUNT, EVENT, SIDES, SIGNED, view


@pytest.mark.parametrize(
    ("definition", "values", "active"),
    [
        (BOOLEAN, [True, False, None, True], 2),
        (EVENT, [0, 1, 81, 0, None], 2),
        (COUNT, [0, 0, 1, 5], 2),
        (SIGNED, [-3, 0, 1, 3, -1], 2),
        (SIDES, ["none", "both", "up_only", None, "none"], 2),
    ],
)
def test_active_is_true_above_zero_or_not_the_neutral_label(
    definition: FeatureDefinition, values: list[Any], active: int
) -> None:
    answer = occurrence(view(definition, values))
    n = len(values) - values.count(None)
    assert (answer.occurrence_days, answer.total_days, answer.occurrence) == (active, n, active / n)


def test_matched_days_stand_beside_the_others_and_the_baseline() -> None:
    answer = occurrence(view(BOOLEAN, [True] * 3 + [False, None], [True] * 2 + [False] * 6 + [None]))
    assert answer.others == Rate(0.25, 2, 8)
    assert answer.baseline == Rate(5 / 12, 5, 12)
    assert answer.lift == 3.0
    assert answer.difference is not None
    assert answer.difference.value == 0.5


def test_only_the_baseline_stands_beside_it_when_nothing_is_filtered() -> None:
    answer = occurrence(view(BOOLEAN, [True, False]))
    assert answer.baseline == Rate(0.5, 1, 2)
    assert (answer.others, answer.lift, answer.difference) == (None, None, None)


@pytest.mark.parametrize(("matched", "others"), [([True], [None, None]), ([], [True]), ([None], [True])])
def test_only_the_baseline_stands_beside_it_where_a_side_has_no_day(
    matched: list[bool | None], others: list[bool | None]
) -> None:
    answer = occurrence(view(BOOLEAN, matched, others))
    assert (answer.others, answer.lift, answer.difference) == (None, None, None)


def test_nothing_active_on_the_others_leaves_no_lift_but_a_difference() -> None:
    answer = occurrence(view(BOOLEAN, [True], [False, False]))
    assert answer.lift is None
    assert answer.difference is not None


def test_without_a_matched_day_the_rate_is_unknown_not_zero() -> None:
    answer = occurrence(view(EVENT, [None], [3]))
    assert (answer.occurrence, answer.occurrence_days, answer.total_days) == (None, 0, 0)
    assert answer.confidence_interval == Interval(None, None)
