"""Runs the state machine with a seed, for a number of steps: the same seed takes the same steps."""

import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from qa.sim.machine import Life

LIFE = 25
"""Steps with each warehouse."""

LIVES_AT_ONCE = 10
"""Warehouses until the next look at the clock."""


def run(number: int, steps: int, until: float = float("inf"), *, of_a_life: int = LIFE) -> str:
    """Take `steps` steps, so many with each warehouse, until the time `until`.

    Returns the failure with the steps that led there; "" without one.
    """
    lives = -(-steps // of_a_life)
    for first in range(0, lives, LIVES_AT_ONCE):
        if time.time() > until:
            break
        chosen = settings(
            max_examples=min(LIVES_AT_ONCE, lives - first),
            stateful_step_count=of_a_life,
            phases=(Phase.generate,),
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            run_state_machine_as_test(seed(f"{number} {first}")(Life), settings=chosen)
        except Exception as error:
            return "\n".join((f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())))
    return ""
