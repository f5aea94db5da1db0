"""Positions: keyed by the label as it is read, in the feature's own order."""

from core.contracts.results.spreads import LabelShare
from core.figures.kinds.spreads import categorical_distribution
from tests.unit.figures.asked import PLACE, interval, view


def test_distribution_is_keyed_by_the_displayed_label_in_the_feature_s_order() -> None:
    answer = categorical_distribution(view(PLACE, ["below", "above", "below", "below", None]))
    assert list(answer.distribution.items()) == [
        ("Above", [1, 25.0]),
        ("Inside", [0, 0.0]),
        ("Below", [3, 75.0]),
    ]
    assert answer.total_observations == 4


def test_each_label_has_its_interval_and_the_other_days() -> None:
    below = categorical_distribution(view(PLACE, ["below", "above"], ["below", "inside"])).labels[2]
    assert (below.label, below.value, below.count, below.pct) == ("Below", "below", 1, 50.0)
    assert below.confidence_interval == interval(1, 2)
    assert below.others == LabelShare(1, 50.0)


def test_without_a_day_percentages_are_unknown() -> None:
    answer = categorical_distribution(view(PLACE, [None], [None]))
    assert list(answer.distribution.values()) == [[0, None]] * 3
    assert answer.labels[0].others == LabelShare(0, None)


def test_the_other_days_have_the_same_shape() -> None:
    answer = categorical_distribution(view(PLACE, ["above"], ["below", "inside", None]))
    assert answer.others == categorical_distribution(view(PLACE, ["below", "inside", None]))
    assert categorical_distribution(view(PLACE, ["above"])).others is None
