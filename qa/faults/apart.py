"""Runs things in forked processes: what is imported stays imported, what is broken there stays there."""

import atexit
import os
import pickle
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from qa.faults.registry import Fault, Outcome, Size

Result = TypeVar("Result")

_MEMORY = Path("/dev/shm")
_ENOUGH = 1 << 30


def run_apart(fault: Fault, size: Size, mutate: Callable[[], None] | None = None) -> Outcome:
    """The outcome of a fault, injected in a forked process with a folder of its own."""
    folder = scratch_folder()
    try:
        return answer_of(lambda: _injected(fault, size, mutate, folder))
    except RuntimeError as error:
        return Outcome(0, wrong=(str(error),))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _injected(fault: Fault, size: Size, mutate: Callable[[], None] | None, folder: Path) -> Outcome:
    if mutate is not None:
        mutate()
    try:
        return fault.inject(folder, size)
    except AssertionError as error:
        traceback.print_exc()
        return Outcome(1, wrong=(f"assertion: {error}",))


def scratch_folder() -> Path:
    """An empty folder, in memory where there is room: thousands of fsyncs cost nothing there."""
    roomy = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH
    return Path(tempfile.mkdtemp(prefix="almanac-faults-", dir=_MEMORY if roomy else None))


def lasting_folder() -> Path:
    """A scratch folder that forks of this process read; it is removed when this process ends."""
    folder = scratch_folder()
    atexit.register(_remove, folder, os.getpid())
    return folder


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def forked(work: Callable[[], None]) -> int:
    """The process id of a fork that does `work` and ends: 0, 1 where it raises, 137 where it is killed."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    os._exit(code_here(work))


def code_here(work: Callable[[], None]) -> int:
    """Do `work` in this process; the exit code that a fork would end with."""
    try:
        work()
    except SystemExit as error:
        return int(error.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def ended(pid: int) -> int:
    """How a fork ended: its exit code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def code_of(work: Callable[[], None]) -> int:
    """Do `work` in a fork; its exit code."""
    return ended(forked(work))


def answer_of(work: Callable[[], Result]) -> Result:
    """What `work` returns in a fork; RuntimeError where it returns nothing."""
    readable, writable = os.pipe()

    def write_result() -> None:
        os.close(readable)
        with os.fdopen(writable, "wb") as pipe:
            pickle.dump(work(), pipe)

    pid = forked(write_result)
    os.close(writable)
    with os.fdopen(readable, "rb") as pipe:
        content = pipe.read()
    code = ended(pid)
    if code or not content:
        raise RuntimeError(f"the process that injected it ended with {code}; see what it wrote above")
    result: Result = pickle.loads(content)
    return result
