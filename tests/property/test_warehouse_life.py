"""A few steps of a warehouse's life; `make sim` takes thousands, qa/sim/test_life.py as many as it can."""

from qa.sim.machine import Life
from qa.sim.run import run


def test_whatever_happens_a_reader_sees_one_whole_snapshot() -> None:
    assert run(1, 24, of_a_life=6) == ""
    assert Life.counts["mishaps"] > 3
    assert Life.counts["readers compared"] > 10
