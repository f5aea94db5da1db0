"""The kernel's streaks and runs across sessions against those of the plain path."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.contracts.known_at import LAST_BAR
from core.kernel.library import loaded
from core.modules.plan.in_order import Running, Streaking
from core.query.streak_counts import RunCounts, StreakCounts

pytestmark = pytest.mark.skipif(not loaded(), reason="no kernel: python -m core.kernel.build")

Flags = NDArray[np.bool_]
Days = tuple[np.random.Generator, Flags, Flags, list[Flags]]

shares = st.sampled_from([0.0, 0.1, 0.5, 0.9, 0.99, 1.0])


@st.composite
def days(draw: st.DrawFn) -> Days:
    """A draw, days with a value (F, N), those that follow the day before (N - 1,), and selections."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    features, sessions = draw(st.integers(1, 4)), draw(st.sampled_from([1, 2, 63, 64, 65, 128, 700]))
    known = random.random((features, sessions)) < draw(shares)
    linked = random.random(sessions - 1) < draw(shares)
    matched = [random.random(sessions) < share for share in draw(st.lists(shares, min_size=2, max_size=3))]
    return random, known, linked, matched


@settings(max_examples=200)
@given(days(), shares)
def test_streaks_are_those_of_the_plain_path(drawn: Days, share: float) -> None:
    random, known, linked, selections = drawn
    streaking = Streaking(known & (random.random(known.shape) < share), known, linked)
    counts = StreakCounts(streaking)
    for matched in selections:
        assert counts.count(matched)
        expected = streaking.lengths(matched)
        for row, (start, longest) in enumerate(zip(counts.starts, counts.longest, strict=True)):
            own = slice(start, start + longest + 1)
            assert longest == np.max(np.flatnonzero(expected.by_length[row]), initial=0)
            assert counts.by_length[own].tolist() == expected.by_length[row, : longest + 1].tolist()
            assert counts.followed[own].tolist() == expected.followed[row, : longest + 1].tolist()


@settings(max_examples=200)
@given(days(), shares)
def test_longest_runs_are_those_of_the_plain_path(drawn: Days, share: float) -> None:
    random, known, linked, selections = drawn
    full = random.random(known.shape) < share
    runs = random.integers(0, LAST_BAR, (3, *known.shape), dtype=np.uint8)
    runs[:, full] = LAST_BAR
    running = Running(runs, full, known, known[:, 1:] & known[:, :-1] & linked)
    counts = RunCounts(running)
    for matched in selections:
        assert counts.count(matched)
        assert counts.longest.tolist() == running.longest(matched).tolist()
