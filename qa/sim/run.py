"""Runs the state machine with a seed, for a number of steps: the same seed takes the same steps."""

import time
from unittest import SkipTest

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from qa.sim.machine import Life


class TimeIsOver(SkipTest):
    """The steps that are left would begin too late; Hypothesis ends at once."""


def run(number: int, steps: int, until: float = float("inf"), *, of_a_life: int = 25) -> str:
    """Take `steps` steps, so many with each warehouse, as long as it is not `until` yet.

    What failed, with the steps that led there; "" where nothing did.
    """

    class Timed(Life):
        def __init__(self) -> None:
            if time.time() > until:
                raise TimeIsOver("no time is left")
            super().__init__()

    how = settings(
        max_examples=-(-steps // of_a_life),
        stateful_step_count=of_a_life,
        phases=(Phase.generate,),
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(seed(number)(Timed), settings=how)
    except TimeIsOver:
        return ""
    except Exception as error:
        return "\n".join((f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())))
    return ""
