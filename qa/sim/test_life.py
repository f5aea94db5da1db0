"""As much of a warehouse's life as there is time for, another one each time."""

import secrets

from qa.sim.run import run
from tests.support.sizes import UNTIL


def test_whatever_happens_a_reader_sees_one_whole_snapshot() -> None:
    seed = secrets.randbelow(10**6)
    failure = run(seed, 10_000, UNTIL)
    assert not failure, f"make sim SEED={seed}\n{failure}"
