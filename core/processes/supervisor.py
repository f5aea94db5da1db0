"""Runs one command and, when that ends or the caller lets go, ends everything that the command started.

A script of the standard library alone: `python supervisor.py LIFELINE COMMAND...`. LIFELINE is the number of
a pipe's read end. The caller keeps the write end open as long as the command may run, so that a kill of the
caller closes it too. On Linux this process adopts orphaned descendants (PR_SET_CHILD_SUBREAPER): a process
that began a session of its own is still found and killed. It ends with the command's status.
"""

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36


def main(lifeline: int, command: list[str]) -> int:
    """Run the command to its end or the caller's; returns its status as `os.waitpid` does."""
    with suppress(OSError, AttributeError):  # another system than Linux
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    os.set_inheritable(lifeline, False)
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        os.execv(command[0], command)
    status = None
    while status is None:
        ready, _, _ = select.select([lifeline, ended], [], [])
        if lifeline in ready:
            break
        os.read(ended, 512)
        status = _reaped(child)
    return _end_all(child) if status is None else (_end_all(child), status)[1]


def _reaped(child: int) -> int | None:
    """The status of the command if it has ended; drops the status of any other child."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == child:
                return status
            if pid == 0:
                return None
    return None


def _end_all(child: int) -> int:
    """Kill the command's session and every descendant until none is left; returns the command's status."""
    found = int(signal.SIGKILL)
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            for pid in _children():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            pid, status = os.waitpid(-1, 0)
            found = status if pid == child else found
    return found


def _children() -> list[int]:
    """The children of this process, adopted ones included."""
    own, found = os.getpid(), list[int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError):
            if int(stat.read_text(errors="replace").rpartition(")")[2].split()[1]) == own:
                found.append(int(stat.parent.name))
    return found


def end_as(status: int) -> None:
    """End this process as another one ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    end_as(main(int(sys.argv[1]), sys.argv[2:]))
