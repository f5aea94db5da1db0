"""What the kernel counts of a question against numpy's arrays."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings

from core.kernel.library import loaded
from core.query.conditions import FilterQuery
from core.query.parting import Parting, RunningSums
from core.query.plan_layout import Layout
from core.query.views import parted
from tests.property.test_answer_plan import questions, snapshot

pytestmark = pytest.mark.skipif(not loaded(), reason="no kernel: python -m core.kernel.build")


@lru_cache
def read_by(sessions: int, names: tuple[str, ...]) -> tuple[Layout, Parting, RunningSums]:
    index = snapshot(sessions)
    layout = Layout.of(index, names)
    return layout, Parting(index, layout.table), RunningSums(layout, sessions)


@settings(max_examples=40)
@given(questions())
def test_sides_and_running_sum_are_those_of_numpy(question: tuple[int, FilterQuery, list[str]]) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    layout, parting, sums = read_by(sessions, tuple(names))
    selection = index.select(query)
    expected = parted(index, layout.table, query, selection)
    sides = parting.of(index, query, selection)
    np.testing.assert_array_equal(sides.counts, expected.counts)
    np.testing.assert_array_equal(sides.masks, expected.masks)
    running, numbers = sums.of(sides)
    plain_running, plain_numbers = layout.running(expected)
    assert running.tobytes() == plain_running.tobytes()
    for found, plain in zip(numbers, plain_numbers, strict=True):
        assert found[: len(plain)].tobytes() == plain.tobytes()


def test_arrays_that_do_not_fit_are_refused() -> None:
    index = snapshot(41)
    layout = Layout.of(index, ("gap_size_pct_adr", "gap_up"))
    slots, ordinals = layout.table.slots.copy(), layout.ordinals.copy()
    slots[3, 1], ordinals[5] = len(layout.table.whole), 41
    with pytest.raises(ValueError, match="slots"):
        Parting(index, replace(layout.table, slots=slots))
    with pytest.raises(ValueError, match=r"ordinals: .* expected 0 to 40"):
        RunningSums(replace(layout, ordinals=ordinals), 41)
