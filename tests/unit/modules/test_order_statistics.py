"""Quantiles and the median's interval against numpy and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from core.contracts.results import Interval
from core.modules.order_statistics import (
    SortedValues,
    counted,
    ends,
    median_interval,
    median_rank,
    quantile,
)

PROBABILITIES = (0, 0.025, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 10, 77, 531])
def test_quantiles_of_values_are_numpy_s_to_the_last_bit(n: int) -> None:
    values = np.sort(np.random.default_rng(n).normal(3, 40, n))
    for probability in PROBABILITIES:
        assert quantile(SortedValues(values), probability) == np.quantile(values, probability)


@pytest.mark.parametrize("first", [-3, 0, 1])
def test_quantiles_of_counts_are_those_of_the_values_they_stand_for(first: int) -> None:
    rng = np.random.default_rng(first + 10)
    for _ in range(50):
        counts = rng.integers(0, 4, 12) * rng.integers(0, 2, 12)
        values = np.repeat(np.arange(12.0) + first, counts)
        for probability in PROBABILITIES:
            expected = float(np.quantile(values, probability)) if len(values) else None
            assert quantile(counted(first, counts.tolist()), probability) == expected


def test_without_a_day_there_is_no_quantile() -> None:
    nothing = SortedValues(np.zeros(0))
    assert quantile(nothing, 0.5) is None
    assert quantile(counted(0, []), 0.5) is None
    assert quantile(counted(0, [0, 0]), 0.5) is None
    assert ends(nothing, 0, 1) is None
    assert median_interval(nothing) == Interval(None, None)


def test_median_rank_is_scipy_s_for_one_to_five_thousand_days() -> None:
    days = np.arange(1, 5001)
    theirs = np.asarray(binom.ppf(0.025, days, 0.5), dtype=int)
    assert [median_rank(n) for n in days.tolist()] == theirs.tolist()
    assert median_rank(0) == 0


def test_median_interval_needs_six_days() -> None:
    assert median_interval(SortedValues(np.arange(5.0))) == Interval(None, None)
    assert median_interval(SortedValues(np.arange(6.0))) == Interval(0.0, 5.0)


def test_median_interval_covers_the_true_median_in_95_percent_of_samples() -> None:
    samples = np.sort(np.random.default_rng(5).random((4000, 41)), axis=1)
    intervals = [median_interval(SortedValues(sample)) for sample in samples]
    covered = [(i.lower or 0) <= 0.5 <= (i.upper or 0) for i in intervals]
    assert 0.94 < np.mean(covered) < 0.985
