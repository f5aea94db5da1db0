"""Quantiles and the median's interval against numpy and scipy."""

import numpy as np
import pytest
from scipy.stats import binom

from core.contracts.catalogue import FeatureDefinition
from core.figures.counting import Spread
from core.figures.formulas import median_ranks
from tests.unit.figures.small_features import define, view

PROBABILITIES = (0, 0.25, 0.5, 0.75, 1)
NUMBER = define("number", "numeric", "basic_distribution")


def of(values: list[float], definition: FeatureDefinition = NUMBER) -> Spread:
    return view(definition, values).matched.spread()


def five(spread: Spread) -> tuple[float | None, ...]:
    return spread.least, spread.q1, spread.median, spread.q3, spread.most


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 10, 77, 531])
def test_quantiles_of_values_are_numpy_s_to_the_last_bit(n: int) -> None:
    values = np.random.default_rng(n).normal(3, 40, n)
    assert five(of(values.tolist())) == tuple(np.quantile(values, PROBABILITIES))


@pytest.mark.parametrize("first", [-3, 0, 1])
def test_quantiles_of_counts_are_those_of_the_values_they_stand_for(first: int) -> None:
    definition = define("count", "integer count", "basic_distribution", value_range=(first, first + 11))
    rng = np.random.default_rng(first + 10)
    for _ in range(50):
        counts = rng.integers(0, 4, 12) * rng.integers(0, 2, 12)
        values = np.repeat(np.arange(12.0) + first, counts)
        expected = tuple(np.quantile(values, PROBABILITIES)) if len(values) else (None,) * 5
        assert five(of(values.tolist(), definition)) == expected


def test_without_a_day_there_is_no_quantile() -> None:
    assert of([]) == Spread(0, *[None] * 11)


def test_median_rank_is_scipy_s_for_one_to_five_thousand_days() -> None:
    days = np.arange(1, 5001)
    theirs = np.asarray(binom.ppf(0.025, days, 0.5), dtype=int)
    assert median_ranks(5000)[1:].tolist() == theirs.tolist()
    assert median_ranks(5000)[0] == 0


def test_median_interval_needs_six_days() -> None:
    few, enough = of([0.0, 1, 2, 3, 4]), of([0.0, 1, 2, 3, 4, 5])
    assert (few.low, few.high) == (None, None)
    assert (enough.low, enough.high) == (0.0, 5.0)


def test_median_interval_covers_the_true_median_in_95_percent_of_samples() -> None:
    samples = np.random.default_rng(5).random((1000, 41))
    intervals = [of(sample.tolist()) for sample in samples]
    covered = [(each.low or 0) <= 0.5 <= (each.high or 0) for each in intervals]
    assert 0.94 < np.mean(covered) < 0.985
