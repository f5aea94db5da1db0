"""What the sweeps of killed runs share: a fork per kill, and the calls before which it comes."""

import io
import os
import sys
from collections.abc import Callable

from core.contracts.errors import DataError

KILLED = 137
CALLS = ((os, "mkdir"), (os, "rename"), (os, "replace"), (os, "fsync"), (os, "unlink"), (io, "open"))


def child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its exit code."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except DataError as error:
            print(error.detail, file=sys.stderr, flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
