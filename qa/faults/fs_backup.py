"""Death at every touch of the disk that a backup and a restore make."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from core.warehouse.paths import Warehouse
from qa.faults import broken_files
from qa.faults.apart import code_of
from qa.faults.moments import KILLED, Moments, touch_words, touches_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.sign_ins import faults_of_state, fill_state
from qa.faults.stage import Stage, prepare, stage_in
from qa.faults.tampers import killed_before
from qa.faults.touches import Watch

_BACKUP, _BROUGHT, _STATE = "backup", "brought", "brought-state"


def _back_up(stage: Stage) -> None:
    folder = stage.trial.root.parent
    stage.run("backup", str(folder / _BACKUP), "--state", str(folder / "state"))


def _restore(stage: Stage, *more: str) -> None:
    folder = stage.trial.root.parent
    brought = replace(stage, trial=Warehouse(folder / _BROUGHT))
    brought.run("restore", str(folder / _BACKUP), "--state", str(folder / _STATE), *more)


def _again(stage: Stage) -> None:
    _restore(stage, "--replace")


@dataclass(frozen=True, slots=True)
class Killed:
    """`work` killed at each touch below `root`; `after` then has to succeed, in order."""

    work: Callable[[Stage], None]
    before: tuple[Callable[[Stage], None], ...]
    after: tuple[Callable[[Stage], None], ...]
    root: str
    sample: int

    def __call__(self, folder: Path, size: Size) -> Outcome:
        """At every touch, or a sample."""
        stage = stage_in(folder)
        fill_state(folder / "state")
        self._begin(stage)
        touches = touches_of(stage, self.work, folder / self.root)
        chosen = Moments(killed_before, (), self.sample).chosen(touches, size)
        wrong = [
            f"{touch_words(each)}: {one}" for each in chosen for one in self._injected(stage, each.number)
        ]
        return Outcome(len(chosen), stage.compared.number, wrong=tuple(wrong))

    def _begin(self, stage: Stage) -> None:
        folder = stage.trial.root.parent
        for name in (_BACKUP, f".{_BACKUP}.partial", _BROUGHT, _STATE):
            shutil.rmtree(folder / name, ignore_errors=True)
        for step in self.before:
            assert code_of(lambda: step(stage)) == 0  # noqa: B023

    def _injected(self, stage: Stage, number: int) -> list[str]:
        self._begin(stage)
        folder = stage.trial.root.parent

        def die() -> None:
            Watch(folder / self.root, killed_before(number))
            self.work(stage)

        code = code_of(die)
        wrong = [] if code == KILLED else [f"it ended with {code}"]
        steps = self.after[1:] if (folder / _BACKUP).exists() and len(self.after) > 1 else self.after
        for step in steps:
            code = code_of(lambda: step(stage))  # noqa: B023
            wrong += [f"what came next ended with {code}"] if code else []
        brought = replace(stage, trial=Warehouse(folder / _BROUGHT))
        return wrong or [*brought.faults_of(brought.fresh_reader()), *faults_of_state(folder / _STATE)]


FAULTS = (
    Fault(
        "backup-killed",
        "SIGKILL instead of a file call of a backup",
        "there is no backup, or a whole one; the next backup succeeds and restores",
        Killed(_back_up, (), (_back_up, _restore), ".", 4),
        {
            "a backup is written under its name": broken_files.backup_in_place,
            "databases are copied as files": broken_files.databases_as_files,
        },
        prepare,
    ),
    Fault(
        "restore-killed",
        "SIGKILL instead of a file call of a restore",
        "the next restore succeeds, and serves what was backed up",
        Killed(_restore, (_back_up,), (_again,), _BROUGHT, 4),
        {"a killed restore is taken for done": broken_files.restore_believed},
        prepare,
    ),
)
