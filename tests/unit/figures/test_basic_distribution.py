"""The other days' histogram, which the answer book leaves out."""

from core.contracts.results.spreads import NumberDistribution
from core.figures.kinds import Feature
from core.figures.kinds.spreads import basic_distribution
from tests.unit.figures.small_features import COUNT, view


def numbers(feature: Feature) -> NumberDistribution:
    answer = basic_distribution(feature)
    assert isinstance(answer, NumberDistribution)
    return answer


def test_the_others_have_the_same_bins() -> None:
    assert numbers(view(COUNT, [0, 1], [1, 3, 5, None])).others_histogram == [0, 1, 0, 1, 0, 1]


def test_an_integer_with_edges_is_binned_by_them() -> None:
    binned = numbers(view(COUNT, [0, 1, 2, 5], [4], histogram_edges=[0.0, 2.0, 4.0]))
    assert [each.count for each in binned.histogram] == [2, 2]
    assert binned.others_histogram == [0, 1]
    assert binned.mean == numbers(view(COUNT, [0, 1, 2, 5], [4])).mean


def test_nothing_filtered_has_no_others() -> None:
    assert numbers(view(COUNT, [0, 1])).others_histogram is None
