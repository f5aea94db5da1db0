"""The reference against published examples and what can be worked out by hand."""

import gc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import chi2_contingency, fisher_exact

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


def test_fisher_s_tea_tasting_has_its_p_value() -> None:
    assert reference.fisher(days(3), days(4), days(1), days(4)) == pytest.approx(34 / 70)


SIDES = st.tuples(st.integers(1, 60), st.integers(1, 400)).flatmap(
    lambda n: st.tuples(st.integers(0, n[0]), st.just(n[0]), st.integers(0, n[1]), st.just(n[1]))
)


@settings(deadline=None)
@given(st.lists(SIDES, min_size=1, max_size=12))
def test_many_tables_have_the_p_values_that_scipy_gives_each(tables: list[tuple[int, ...]]) -> None:
    mirrored = [(other, m, own, n) for own, n, other, m in tables]
    asked = [*tables, *mirrored, tables[0]]
    expected = [
        fisher_exact(np.array([[own, n - own], [other, m - other]])).pvalue for own, n, other, m in asked
    ]
    assert reference.fisher(*np.array(asked).T) == pytest.approx(expected, rel=1e-12)


LABELS = arrays(np.int64, st.tuples(st.just(2), st.integers(2, 6)), elements=st.integers(30, 300))
"""Counts of which none is expected below 5, so that none is pooled."""


@settings(deadline=None)
@given(st.lists(LABELS, max_size=6))
def test_many_labels_have_the_p_values_that_scipy_gives_each(tables: list[IntArray]) -> None:
    expected = [chi2_contingency(table, correction=False).pvalue for table in tables]
    found = reference.chi_squares([(matched, others) for matched, others in tables])
    assert found == pytest.approx(expected, rel=1e-12)


def chi_square(matched: IntArray, others: IntArray) -> float | None:
    return reference.chi_squares([(matched, others)])[0]


def test_small_labels_are_pooled_and_a_pool_still_small_joins_the_smallest_other() -> None:
    pooled = chi_square(days(40, 10, 2, 1), days(20, 30, 4, 3))
    assert pooled == chi_square(days(40, 10, 3), days(20, 30, 7))
    assert chi_square(days(40, 12, 1), days(20, 30, 1)) == chi_square(days(40, 13), days(20, 31))
    assert chi_square(days(40, 0), days(20, 0)) is None
    assert chi_square(days(3, 2), days(4, 1)) is None
    assert chi_square(days(0, 0), days(4, 9)) is None


def test_holm_leaves_nulls_outside_and_the_collector_as_it_was() -> None:
    frozen = gc.get_freeze_count()
    assert reference.holm({"a": 0.01, "b": None, "c": 0.04}) == {"a": 0.02, "b": None, "c": 0.04}
    assert reference.holm({"a": None}) == {"a": None}
    assert gc.get_freeze_count() == frozen


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
