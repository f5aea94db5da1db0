"""The middle streak of many features at once against the quantile of each alone."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.modules.order_statistics import counted, quantile
from core.modules.plan.in_order import Lengths, medians

WIDTH = 6
rows = st.lists(st.integers(0, 3), min_size=WIDTH - 1, max_size=WIDTH - 1).map(lambda row: [0, *row])


@given(st.lists(rows, min_size=1, max_size=5))
def test_the_middle_streak_is_the_quantile_of_its_lengths(by_length: list[list[int]]) -> None:
    counts = np.array(by_length)
    found = [None if np.isnan(x) else x for x in medians(Lengths(counts, counts)).tolist()]
    assert found == [quantile(counted(0, row), 0.5) for row in by_length]
