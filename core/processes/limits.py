"""Limits that a child process sets on itself before it works."""

import resource
import time
from contextlib import suppress
from pathlib import Path


def limit_process(*, memory: int, cpu_seconds: int | None = None, file_bytes: int | None = None) -> None:
    """Limit this process from now on: address space, further processor seconds, size of a file.

    Exceeding the seconds is SIGXCPU, so that SIGKILL has another cause. If the machine runs out of memory,
    the system ends this process first.
    """
    used = int(time.process_time()) + 1
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: None if cpu_seconds is None else used + cpu_seconds,
        resource.RLIMIT_FSIZE: file_bytes,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        if most is None:
            continue
        _, highest = resource.getrlimit(what)
        bounded, last = (
            (each if highest == resource.RLIM_INFINITY else min(each, highest)) for each in (most, most + 1)
        )
        with suppress(ValueError, OSError):  # a system that does not have this limit
            resource.setrlimit(what, (bounded, last))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
