"""The kernel's tests of many features against the plain path's: the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernel.library import loaded
from core.modules import chi_squares, fisher
from core.query import tier_tests
from core.query.conditions import FilterQuery
from core.query.tier_tests import TierPlan
from tests.property.test_answer_plan import questions, snapshot

pytestmark = pytest.mark.skipif(not loaded(), reason="no kernel: python -m core.kernel.build")

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Table = tuple[int, int, int, int]

sizes = st.integers(1, 12) | st.integers(1, 3000) | st.integers(1, 30_000)
days = st.integers(0, 4) | st.integers(0, 60) | st.integers(0, 100_000)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Days of two sides: anything, shares that are almost alike, or all and none."""
    n, other_n = draw(sizes), draw(sizes)
    here = draw(st.sampled_from([0, n]) | st.integers(0, n))
    alike = min(other_n, max(0, here * other_n // n + draw(st.integers(-40, 40))))
    return here, n, draw(st.just(alike) | st.sampled_from([0, other_n]) | st.integers(0, other_n)), other_n


@st.composite
def label_days(draw: st.DrawFn) -> tuple[Ints, Ints]:
    """Days by label of several enums on two sides."""
    shape = draw(st.integers(1, 5)), draw(st.integers(1, 12))
    rows = st.lists(days, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    return np.array(draw(rows)).reshape(shape), np.array(draw(rows)).reshape(shape)


def same_bits(found: Floats, expected: Floats) -> bool:
    """Equal to the last bit, any NaN like any other."""
    nothing = np.isnan(expected)
    both = np.where(nothing, 0.0, found), np.where(nothing, 0.0, expected)
    return bool((np.isnan(found) == nothing).all()) and both[0].tobytes() == both[1].tobytes()


@settings(max_examples=200)
@given(st.lists(tables(), min_size=1, max_size=8))
def test_fisher_s_p_values_have_the_same_bits(drawn: list[Table]) -> None:
    asked = np.array(drawn, dtype=np.int64).T
    found = fisher.fisher_exact(*asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fisher, "_FISHER_EXACT", None)
        assert same_bits(found, fisher.fisher_exact(*asked))


@settings(max_examples=200)
@given(label_days())
def test_chi_square_p_values_have_the_same_bits(sides: tuple[Ints, Ints]) -> None:
    found = chi_squares.chi_squares(*sides)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chi_squares, "_CHI_SQUARES", None)
        assert same_bits(found, chi_squares.chi_squares(*sides))


@settings(max_examples=40)
@given(questions())
def test_a_tier_s_figures_have_the_same_bits(question: tuple[int, FilterQuery, list[str]]) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    selection = index.select(query)
    plan = TierPlan(index, tuple(names))
    found = plan.tests(index, query, selection)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tier_tests, "_TIER_TESTS", None)
        expected = plan.tests(index, query, selection)
    assert same_bits(found.figures, expected.figures)
    assert found.q_values == expected.q_values
