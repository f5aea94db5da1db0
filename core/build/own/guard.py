"""What keeps a mistake in an own file from reaching beyond its process: limits, and no way out of it.

A guard against mistakes, such as a loop without an end or a file written by accident. It is no sandbox: who
may write into the folder of own features may run any code as the user who builds.
"""

import os
import resource
import sys
import time
from contextlib import suppress
from typing import Any

MEMORY = 6 * 1024**3
"""Bytes of address space."""

WRITTEN = 1024**3
"""Bytes of one file, what is printed among them."""

_REFUSED = (
    "socket.",
    "subprocess.",
    "shutil.",
    "os.system",
    "os.exec",
    "os.spawn",
    "os.posix_spawn",
    "os.fork",
    "os.kill",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.chown",
    "signal.pthread_kill",
)
"""Python's audit events, or how their names begin: the network, other processes, changes of files."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def confine(cpu_seconds: int) -> None:
    """From now on: so many seconds of a processor, bounded memory, no network, process or written file.

    A second too many is SIGXCPU, so that SIGKILL tells of somebody else.
    """
    _limit(cpu_seconds)
    sys.addaudithook(_refuse)


def _limit(cpu_seconds: int) -> None:
    used = int(time.process_time()) + 1
    for what, most in (
        (resource.RLIMIT_CPU, used + cpu_seconds),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, WRITTEN),
        (resource.RLIMIT_CORE, 0),
    ):
        _, highest = resource.getrlimit(what)
        bounded, last = (
            (each if highest == resource.RLIM_INFINITY else min(each, highest)) for each in (most, most + 1)
        )
        with suppress(ValueError, OSError):  # a system that does not have this limit
            resource.setrlimit(what, (bounded, last))


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"{event}: an own feature reads the market alone, no network and no process")
    if event == "open" and not isinstance(arguments[0], int):
        _, mode, flags = arguments
        if set(mode or "") & set("wax+") or (flags or 0) & _WRITING:
            raise PermissionError(f"open {arguments[0]}: an own feature writes no file")
