"""Two at once: a build stands still at each touch of the disk while another command does all its work."""

import os
import pickle
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from qa.faults import broken, broken_files
from qa.faults.apart import code_of, ended, forked
from qa.faults.moments import REFUSES, Moments, touch_words, touches_of
from qa.faults.registry import Fault, Outcome, Size
from qa.faults.sign_ins import faults_of_state, fill_state, sign_up
from qa.faults.stage import SYMBOL, Stage, prepare, stage_in
from qa.faults.tampers import killed_before
from qa.faults.touches import Tamper, Touch, Watch

_LONGEST = 60.0
_BACKUP, BROUGHT, _STATE = "backup", ("brought", "brought-state"), "state"


@dataclass(frozen=True, slots=True)
class Together:
    """`other` does its work while `first` stands still at a touch.

    `wrong` judges from how both ended, `recovered` what comes next. Of the touches of `first`, those below
    `root` count, those that are `always` taken in the sample besides; what is served in the end `may` be one
    of these. With another `watch` the touches are what that sees. The long form takes one touch in `every`.
    """

    first: Callable[[Stage], None]
    other: Callable[[Stage], None]
    wrong: Callable[[Stage, int, int], list[str]]
    sample: int
    root: str = "warehouse"
    may: Callable[[Stage], tuple[str, ...]] = lambda stage: stage.may_serve
    recovered: Callable[[Stage], list[str]] = Stage.recovered
    always: Callable[[Touch], bool] = lambda touch: False
    watch: Callable[[Path, Tamper], object] = Watch
    every: int = 1

    def __call__(self, folder: Path, size: Size) -> Outcome:
        """At every touch, or a sample."""
        stage = stage_in(folder)
        stage = replace(stage, may_serve=self.may(stage))
        fill_state(folder / _STATE)
        touches = touches_of(stage, self.first, folder / self.root, self.watch)
        self._clear(folder)
        chosen = Moments(killed_before, (), self.sample, self.always).chosen(touches, size)
        chosen = chosen[:: self.every] if size == "long" else chosen
        wrong = [f"{touch_words(each)}: {one}" for each in chosen for one in self._injected(stage, each)]
        return Outcome(len(chosen), stage.compared.number, wrong=tuple(wrong))

    def _injected(self, stage: Stage, touch: Touch) -> list[str]:
        stage.reset()
        folder = stage.trial.root.parent
        told = folder / "told"
        ours = code_of(lambda: self._paused(stage, touch.number, told))
        theirs = pickle.loads(told.read_bytes()) if told.exists() else None
        told.unlink(missing_ok=True)
        if theirs is None:
            return [f"it ended with {ours} before it came to that touch"]
        wrong = [] if ours in REFUSES else [f"it ended with {ours}"]
        wrong += self.wrong(stage, ours, theirs)
        self._clear(folder)
        return wrong + stage.judged() + self.recovered(stage)

    def _paused(self, stage: Stage, number: int, told: Path) -> None:
        """Work; at that touch wait until the other has ended or waits for us, and tell how it ended."""
        others: list[int] = []
        watching = True

        def tamper(touch: Touch) -> bytes:
            nonlocal watching
            if watching and touch.number == number:
                watching = False
                others.append(forked(lambda: self._without_our_locks(stage)))
                if not _waited_for(others[0]):
                    os.kill(others[0], signal.SIGKILL)
            return touch.content

        self.watch(stage.trial.root.parent / self.root, tamper)
        try:
            self.first(stage)
        finally:
            if others:
                told.write_bytes(pickle.dumps(ended(others[0])))

    def _without_our_locks(self, stage: Stage) -> None:
        """A lock is let go only when every process that inherited its file has closed it."""
        os.closerange(3, 1024)
        self.other(stage)

    def _clear(self, folder: Path) -> None:
        for name in (_BACKUP, f".{_BACKUP}.partial", *BROUGHT):
            shutil.rmtree(folder / name, ignore_errors=True)


def _waited_for(pid: int) -> bool:
    """Whether the process comes to an end in time, or to wait for a lock that we hold."""
    until = time.monotonic() + _LONGEST
    while time.monotonic() < until and not _is_over(pid) and not _waits(pid):
        time.sleep(0.005)
    return time.monotonic() < until


def _is_over(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _waits(pid: int) -> bool:
    lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    return any("->" in line and f" {pid} " in line for line in lines)


def _both_done(stage: Stage, ours: int, theirs: int) -> list[str]:
    return [f"two builds of the same bars ended with {ours} and {theirs}"] if ours or theirs else []


def _roll_back(stage: Stage) -> None:
    stage.run("rollback", SYMBOL, "--to", stage.earlier)


def _rolled_back(stage: Stage, ours: int, theirs: int) -> list[str]:
    served = current_id(stage.directory)
    lost = theirs == 0 and served != stage.earlier
    return [f"the rollback said it was done, and {served} is served"] if lost else []


def back_up(stage: Stage) -> None:
    target = stage.trial.root.with_name(_BACKUP)
    stage.run("backup", str(target), "--state", str(target.with_name(_STATE)))


def _build_and_sign_up(stage: Stage) -> None:
    stage.build()
    sign_up(stage.trial.root.with_name(_STATE), f"{os.getpid()}@example.com")


def backed_up(stage: Stage, backup_code: int, other_code: int) -> list[str]:
    """What is wrong with a warehouse that is made of the backup."""
    folder = stage.trial.root.parent
    brought = replace(stage, trial=Warehouse(folder / BROUGHT[0]))
    state = str(folder / BROUGHT[1])
    code = backup_code or code_of(lambda: brought.run("restore", str(folder / _BACKUP), "--state", state))
    code = code or code_of(lambda: brought.run("verify", "--state", state))
    if code or other_code:
        return [f"backup, restore or verify ended with {code}, the other with {other_code}"]
    return brought.faults_of(brought.fresh_reader()) + faults_of_state(folder / BROUGHT[1])


_WHOLE = "both end or say why not; what is served is whole; the next build leaves nothing"

FAULTS = (
    Fault(
        "two-builds",
        "a second build of the same bars, all of it, at a file call of the first",
        f"both succeed; {_WHOLE}",
        Together(Stage.build, Stage.build, _both_done, 5),
        {"builds share one folder to write in": broken.one_building_folder},
        prepare,
    ),
    Fault(
        "rollback-beside-build",
        "a rollback at a file call of a build",
        f"a rollback that said it was done is not undone by the build; {_WHOLE}",
        Together(Stage.build, _roll_back, _rolled_back, 4, may=lambda stage: tuple(stage.contents)),
        {"the pointer is not compared before it moves": broken.pointer_not_compared},
        prepare,
    ),
    Fault(
        "build-beside-backup",
        "a build, all of it, and an account made, at every eighth file call of a backup",
        "the backup, restored elsewhere, verifies, serves the old or the new snapshot, whole, and has every "
        "account and key from before",
        Together(back_up, _build_and_sign_up, backed_up, 5, root=".", every=8),
        {
            "the backup does not hold the pointer": broken_files.backup_unheld,
            "databases are copied as files": broken_files.databases_as_files,
        },
        prepare,
    ),
)
