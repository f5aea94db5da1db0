"""Faults of a running system: two workers, students who ask all the while, every answer checked."""

from collections.abc import Callable
from pathlib import Path

from qa.faults.registry import Outcome, Size
from qa.soak.asking import Patience
from qa.soak.disturbances import Disturbance, publication
from qa.soak.stage import school_of, staged, students_at_work
from qa.soak.workers import break_workers

STUDENTS = 12
ANSWERS = 80
"""Right answers of each worker before and after each injection: enough to show what is broken."""
PATIENCE = Patience(20.0, 60.0)
_TIMES: dict[Size, int] = {"short": 1, "long": 12}


def under_load(disturb: Disturbance, *, with_redis: bool = True) -> Callable[[Path, Size], Outcome]:
    """Inject it while a class works, waiting each time until both workers answer rightly again.

    A publication comes before it. What is wrong by then is not due to the fault, which is then not
    injected any more.
    """

    def inject(folder: Path, size: Size) -> Outcome:
        injected = 0
        with staged(folder, snapshots=2, with_redis=with_redis) as stage:
            stage.enough = ANSWERS
            school = school_of(stage, students=STUDENTS, pace=0.5, refreshes=10, lessons=1, patience=PATIENCE)
            with students_at_work(stage, 1, school) as found:
                stage.recovered("at the start")
                publication(stage)
                stage.recovered("a publication alone")
                while injected < _TIMES[size] and not stage.found_something:
                    disturb(stage)
                    injected += 1
                    stage.recovered(f"time {injected}")
        total = stage.world.total
        wrong = tuple([*found, *stage.problems])
        return Outcome(injected, 0, total("checked"), total("refused"), wrong, total("lost"))

    return inject


def broken_service(how: str) -> Callable[[], None]:
    return lambda: break_workers(how)
