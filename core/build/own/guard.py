"""Confines mistakes of an own file to its process: limits, and Python's audit events.

It guards against mistakes, such as an endless loop or a file written by accident. It is not a sandbox: who
may write into the folder of own features may run any code as the user who builds. Code in C raises no audit
event.
"""

import os
import sys
from typing import Any

from core.processes.limits import limit_process

MEMORY = 6 * 1024**3
"""Bytes of address space."""

WRITTEN = 1024**3
"""Bytes of one file, printed output included."""

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
    "os.utime",
    "os.setxattr",
    "os.removexattr",
    "os.chflags",
    "sqlite3.",
    "signal.pthread_kill",
)
"""Python's audit events, or prefixes of their names: the network, other processes, changes of files."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def confine(cpu_seconds: int) -> None:
    """Limit this process: processor seconds, memory, and no network, subprocess or written file."""
    limit_process(memory=MEMORY, cpu_seconds=cpu_seconds, file_bytes=WRITTEN)
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"{event}: an own feature reads the market alone, no network and no process")
    if event == "open" and not isinstance(arguments[0], int):
        _, mode, flags = arguments
        if set(mode or "") & set("wax+") or (flags or 0) & _WRITING:
            raise PermissionError(f"open {arguments[0]}: an own feature writes no file")
