"""Mean, deviation and skewness against numpy and scipy."""

import numpy as np
import pytest
from scipy.stats import skew

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.spreads import Moments
from tests.unit.figures.small_features import define, view

NUMBER = define("number", "numeric", "percentage_distribution")
COUNT = define("count", "integer count", "percentage_distribution", value_range=(-2, 2))


def of(values: list[float], definition: FeatureDefinition = NUMBER) -> Moments:
    found = view(definition, values).matched.spread()
    return Moments(found.mean, found.deviation, found.skewness)


@pytest.mark.parametrize("n", [3, 4, 10, 100, 531])
def test_moments_agree_with_numpy_and_scipy(n: int) -> None:
    values = np.random.default_rng(n).lognormal(1, 0.7, n)
    ours = of(values.tolist())
    assert ours.mean == pytest.approx(values.mean(), rel=1e-12)
    assert ours.std == pytest.approx(values.std(ddof=1), rel=1e-12)
    assert ours.skewness == pytest.approx(skew(values, bias=False), rel=1e-9)


def test_moments_of_counts_are_those_of_the_values_they_stand_for() -> None:
    values = np.repeat(np.arange(5.0) - 2, [3, 0, 5, 1, 2])
    ours = of(values.tolist(), COUNT)
    assert (ours.mean, ours.std) == pytest.approx((values.mean(), values.std(ddof=1)))
    assert ours.skewness == pytest.approx(skew(values, bias=False))


def test_moments_need_one_two_and_three_days() -> None:
    assert of([]) == Moments(None, None, None)
    assert of([4.5]) == Moments(4.5, None, None)
    two = of([1.0, 3.0])
    assert two.std == pytest.approx(2**0.5)
    assert (two.mean, two.skewness) == (2.0, None)


def test_equal_values_have_no_spread_and_no_skewness() -> None:
    ours = of([0.1] * 7)
    assert ours.mean == pytest.approx(0.1)
    assert (ours.std, ours.skewness) == (0.0, None)


def test_values_that_differ_by_rounding_alone_have_no_skewness() -> None:
    assert of([1e9, 1e9, np.nextafter(1e9, 2e9), 1e9]).skewness is None


def test_values_too_small_for_a_cube_still_have_their_skewness() -> None:
    assert of([0.0, 0.0, 9e-157]).skewness == pytest.approx(of([0.0, 0.0, 9.0]).skewness)
