"""The reference against published examples and what can be worked out by hand."""

import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from core.evidence import reference
from core.market.market import IntArray


def days(*counts: int) -> IntArray:
    return np.array(counts, dtype=np.int64)


def test_wilson_s_limits_touch_the_ends_and_are_absent_without_a_day() -> None:
    lower, upper = reference.wilson(days(0, 5, 3, 0), days(10, 5, 4, 0))
    assert (lower[0], upper[1]) == (0.0, 1.0)
    assert (lower[2], upper[2]) == (pytest.approx(0.300642, abs=1e-6), pytest.approx(0.954413, abs=1e-6))
    assert np.isnan([lower[3], upper[3]]).all()


def test_newcombe_s_own_example_has_his_limits() -> None:
    """Newcombe (1998), table II (a), method 10: 56 of 70 minus 48 of 80."""
    value, lower, upper = reference.newcombe(days(56), days(70), days(48), days(80))
    assert value[0] == pytest.approx(0.2)
    assert (lower[0], upper[0]) == (pytest.approx(0.0524, abs=5e-5), pytest.approx(0.3339, abs=5e-5))


def test_one_year_has_newcombe_s_limits_and_mantel_haenszel_s_difference_is_that_of_each_year() -> None:
    """Newcombe's example again; then two years of one difference and far rates."""
    one, same = days(56, 70, 48, 80)[None], np.array([[8, 10, 60, 100], [20, 100, 0, 10]])
    found = np.array(reference.differences_by_year([one, same, days(1, 2, 0, 0)[None]]))
    assert found[:, 0] == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)
    assert found[0, 1] == pytest.approx(0.2)
    assert np.isnan(found[:, 2]).all()


SIDES = st.tuples(st.integers(1, 60), st.integers(1, 400)).flatmap(
    lambda n: st.tuples(st.integers(0, n[0]), st.just(n[0]), st.integers(0, n[1]), st.just(n[1]))
)


@settings(deadline=None)
@given(SIDES)
def test_one_year_is_tested_exactly_where_its_variance_is_small(sides: tuple[int, ...]) -> None:
    came, n, other_came, other_n = sides
    total, active = n + other_n, came + other_came
    variance = n * other_n * active * (total - active) / (total**2 * (total - 1))
    found = reference.mantel_haenszel(np.array([sides]))
    if variance == 0:
        assert found is None
        return
    chances = hypergeom(total, active, n)
    tails = [sum(chances.pmf(k) for k in range(n + 1) if sign * k < sign * came) for sign in (1, -1)]
    exact = min(1.0, 2 * min(tails) + chances.pmf(came))
    assert found == pytest.approx(exact, abs=1e-9 if variance < 10 else 0.02)


def test_katz_s_limits_are_those_of_his_formula() -> None:
    deviation = np.sqrt(1 / 30 - 1 / 40 + 1 / 50 - 1 / 100)
    expected = [1.5, *(1.5 * np.exp(sign * 1.959963984540054 * deviation) for sign in (-1, 1))]
    assert reference.katz(30, 40, 50, 100) == pytest.approx(expected)
    assert reference.katz(0, 40, 50, 100) == (0.0, None, None)


def test_holm_leaves_nulls_outside_and_the_collector_as_it_was() -> None:
    gc.unfreeze()  # what a test before may have frozen
    assert reference.holm({"a": 0.01, "b": None, "c": 0.04}) == {"a": 0.02, "b": None, "c": 0.04}
    assert reference.holm({"a": None}) == {"a": None}
    assert gc.get_freeze_count() == 0


def test_the_median_s_limits_need_six_days() -> None:
    samples = [np.arange(1.0, 6.0), np.arange(1.0, 7.0), np.arange(0.0)]
    assert reference.median_limits(samples) == [None, (1.0, 6.0), None]
    assert reference.median_limits([]) == []


def test_heterogeneity_pools_a_year_of_too_few_days_with_its_neighbour() -> None:
    """Two years of 50 at 0.5 and 0.7: chi-square 100 * (25 * 15 - 25 * 35)^2 / (50 * 50 * 60 * 40)."""
    statistic = 100 * (25 * 15 - 25 * 35) ** 2 / (50 * 50 * 60 * 40)
    assert statistic == pytest.approx(4.166667, abs=1e-6)
    asked = [
        (days(25, 35), days(50, 50)),
        (days(2, 23, 33, 2), days(4, 46, 47, 3)),
        (days(25, 3, 32, 0), days(50, 6, 44, 0)),
    ]
    assert reference.heterogeneities(asked) == [pytest.approx(0.041227, abs=1e-6)] * 3
    unasked = [(days(25), days(50)), (days(0, 0), days(50, 50)), (days(), days())]
    assert reference.heterogeneities(unasked) == [None] * 3
