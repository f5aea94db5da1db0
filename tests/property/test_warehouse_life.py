"""A few steps of a warehouse's life; `make sim` takes thousands, qa/sim/test_life.py some hundred."""

from qa.sim.test_life import live


def test_whatever_happens_a_reader_sees_one_whole_snapshot() -> None:
    counts = live("--seed", "1", "--steps", "24", "--life", "6")
    assert counts["mishaps"] > 3
    assert counts["readers compared"] > 10
