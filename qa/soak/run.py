"""The soak: students ask, things go wrong in turn, until so many answers were checked."""

import itertools
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from qa.soak.asking import PATIENCE, Patience
from qa.soak.disturbances import DISTURBANCES
from qa.soak.stage import RECOVERY_SECONDS, Stage, school_of, staged, students_at_work
from qa.soak.world import COUNTS

_TOLD_EVERY = 10.0


@dataclass(frozen=True, slots=True)
class Size:
    """How many answers, at least so many faults, seconds between them, the students, and their patience."""

    answers: int
    faults: int
    between: float
    generators: int = 2
    students: int = 64
    snapshots: int = 4
    lessons: int = 8
    pace: float = 1.0
    patience: Patience = PATIENCE
    recovery: float = RECOVERY_SECONDS


LONG = Size(1_000_000, faults=90, between=6.0)
SHORT = Size(2_000, faults=3, between=0.2, generators=1, students=24, snapshots=2, lessons=2, pace=0.5)


@dataclass(frozen=True, slots=True)
class Soaked:
    """The outcome; `faults` counts each kind that was survived, `told` has the first findings."""

    seconds: float
    counts: dict[str, int]
    by_call: dict[str, int]
    publications: int
    faults: dict[str, int]
    told: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong or lost, and everything recovered."""
        return not (self.counts["wrong"] or self.counts["lost"] or self.told)

    @property
    def line(self) -> str:
        counts, survived = self.counts, sum(self.faults.values())
        return (
            f"{counts['checked']:,} answers checked, {counts['wrong']:,} wrong, "
            f"{counts['lost']:,} lost, {survived:,} faults survived"
        )


def soak(size: Size, names: tuple[str, ...] = tuple(DISTURBANCES)) -> Soaked:
    with tempfile.TemporaryDirectory(prefix="almanac-soak-") as folder:
        return soak_in(Path(folder), size, names)


def soak_in(folder: Path, size: Size, names: tuple[str, ...]) -> Soaked:
    """Run it; ends when answers and faults are enough, or at the first sign that something is wrong."""
    began = time.monotonic()
    with staged(folder, snapshots=size.snapshots, generators=size.generators) as stage:
        stage.patience = size.recovery
        school = school_of(
            stage,
            students=size.students,
            pace=size.pace,
            lessons=size.lessons,
            patience=size.patience,
        )
        with students_at_work(stage, size.generators, school) as found:
            stage.recovered("at the start")
            survived = _disturbed(stage, size, names)
    counts: dict[str, int] = {name: stage.world.total(name) for name in COUNTS}
    told = [*found, *stage.problems]
    return Soaked(
        time.monotonic() - began, counts, stage.world.by_call(), stage.publications, dict(survived), told
    )


def _disturbed(stage: Stage, size: Size, names: tuple[str, ...]) -> Counter[str]:
    survived, next_line = Counter[str](), time.monotonic()
    for number, name in enumerate(itertools.cycle(names)):
        if _is_enough(stage, size, number):
            break
        DISTURBANCES[name](stage)
        if stage.recovered(name):
            survived[name] += 1
        if time.monotonic() >= next_line:
            next_line = time.monotonic() + _TOLD_EVERY
            _say(stage, survived.total())
        time.sleep(size.between)
    return survived


def _is_enough(stage: Stage, size: Size, faults: int) -> bool:
    if stage.found_something:
        return True
    return faults >= size.faults and stage.world.total("checked") >= size.answers


def _say(stage: Stage, survived: int) -> None:
    world = stage.world
    print(
        f"{world.total('checked'):>9,} answers checked, {world.total('wrong')} wrong, "
        f"{world.total('lost')} lost, {survived} faults survived, "
        f"{world.total('refused'):,} told to wait, {stage.publications} publications",
        file=sys.stderr,
        flush=True,
    )
