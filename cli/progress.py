"""A line on standard error while a command takes long."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SECONDS = 1.0
_SECONDS_OF_LOGS = 30.0
"""How often the line is told where standard error is no terminal."""


@contextmanager
def told(what: str, every: float | None = None) -> Iterator[Callable[[str], None]]:
    """Tell `what` is done and for how long, `every` so many seconds; nothing where it is done before.

    What is handed over takes the place where it is now, which the line names. A terminal has one line that is
    written over and taken away at the end, a log a line each.
    """
    shows = sys.stderr.isatty()
    wait = every if every is not None else _SECONDS if shows else _SECONDS_OF_LOGS
    done, lines = threading.Event(), [what]
    teller = threading.Thread(target=_tell, args=(lines, wait, done), kwargs={"shows": shows}, daemon=True)
    teller.start()
    try:
        yield lambda place: lines.append(f"{what}: {place}")
    finally:
        done.set()
        teller.join()


def _tell(lines: list[str], wait: float, done: threading.Event, *, shows: bool) -> None:
    began = time.monotonic()
    line = ""
    while not done.wait(wait):
        earlier, line = line, f"{lines[-1]}, {time.monotonic() - began:.0f} s"
        print(
            f"\r{line:<{len(earlier)}}" if shows else line,
            end="" if shows else "\n",
            file=sys.stderr,
            flush=True,
        )
    if shows and line:
        print(f"\r{' ' * len(line)}\r", end="", file=sys.stderr, flush=True)
