"""A command stands still at a touch of the disk while another does all its work."""

import os
import pickle
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from qa.faults.apart import ended, forked
from qa.faults.touches import Tamper, Touch
from qa.sim.mishaps import Moment
from qa.sim.world import World

_LONGEST = 120.0

Work = Callable[[], None]


def _work_paused(
    first: Work, other: Work, moment: Moment, watch: Callable[[Tamper], object], outcome: Path
) -> None:
    """Do `first` in this process; at the moment wait until `other` has ended or waits for a lock of ours.

    The exit code of `other` is left in the file `outcome`; there is none where the moment never came.
    """
    others: list[int] = []
    meets = moment.meets()

    def tamper(touch: Touch) -> bytes:
        if not others and meets(touch):
            others.append(forked(lambda: _without_our_locks(other)))
            if not _has_ended_or_waits(others[0]):
                os.kill(others[0], signal.SIGKILL)
        return touch.content

    watch(tamper)
    try:
        first()
    finally:
        if others:
            outcome.write_bytes(pickle.dumps(ended(others[0])))


def _without_our_locks(work: Work) -> None:
    """A lock is let go only when every process that inherited its file has closed it."""
    os.closerange(3, 1024)
    work()


def _has_ended_or_waits(pid: int) -> bool:
    until = time.monotonic() + _LONGEST
    while time.monotonic() < until and not _is_over(pid) and not _waits(pid):
        time.sleep(0.002)
    return time.monotonic() < until


def _is_over(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _waits(pid: int) -> bool:
    lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    return any("->" in line and f" {pid} " in line for line in lines)


def both_ended(
    world: World,
    first: Work,
    other: Work,
    moment: Moment,
    watch: Callable[[Path, Tamper], object],
) -> tuple[int, int]:
    """Do `first` in a fork and `other` at that moment of it, or after it; returns both exit codes."""
    outcome = world.root / "outcome"
    watched = partial(watch, world.root)
    ours = world.run(lambda: _work_paused(first, other, moment, watched, outcome))
    theirs = pickle.loads(outcome.read_bytes()) if outcome.exists() else world.run(other)
    outcome.unlink(missing_ok=True)
    return ours, theirs
