"""The tests of a tier from counts alone against those of its features one by one: the same bits."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.modules.chi_squares import chi_squares
from core.modules.results import selection_p_values
from core.modules.selection_tests import selection_tests
from core.modules.significance import adjust, chi_square
from core.query.conditions import FilterQuery
from core.query.tier_tests import TierPlan, TierTests
from core.query.views import views
from tests.property.test_answer_plan import questions, snapshot

counts = st.integers(0, 4) | st.integers(0, 400)


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[list[int], list[int]]]:
    """Enums of different numbers of labels on two sides."""
    sizes = draw(st.lists(st.integers(1, 7), min_size=1, max_size=6))
    return [
        (draw(st.lists(counts, min_size=k, max_size=k)), draw(st.lists(counts, min_size=k, max_size=k)))
        for k in sizes
    ]


@settings(max_examples=400)
@given(tables())
def test_chi_squares_of_many_enums_are_those_of_each_alone(enums: list[tuple[list[int], list[int]]]) -> None:
    sides = np.zeros((2, len(enums), 7), dtype=np.int64)
    for row, enum in enumerate(enums):
        for side, days in enumerate(enum):
            sides[side, row, : len(days)] = days
    found = [None if np.isnan(p) else p for p in chi_squares(*sides).tolist()]
    assert found == [chi_square(*enum) for enum in enums]


@settings(max_examples=60)
@given(questions())
def test_a_tier_s_tests_are_those_of_its_features(question: tuple[int, FilterQuery, list[str]]) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    selection = index.select(query)
    asked = views(index, query, selection, names)
    planned = TierPlan(index, tuple(names)).tests(index, query, selection)
    plain = TierTests.one_by_one(asked)
    assert {name: planned.of(name) for name in names} == selection_tests(asked)
    assert planned.q_values == plain.q_values == adjust(selection_p_values(asked))
    assert all(plain.of(name) == planned.of(name) for name in names)
