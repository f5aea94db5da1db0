"""Runs a module in a child process with a deadline, and kills it with everything that it started.

The child gets files, writes its answer to a pipe and prints into a file. Nothing of it runs here.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import BinaryIO, Generic, Self, TypeVar

import msgspec
import pyarrow as pa

from core.processes import supervisor
from core.processes.environment import child_environment

T = TypeVar("T")

_MOST_PRINTED = 300
_GRACE = 30.0
"""Seconds for the system to end a killed process."""

_NO_ANSWER = (OSError, EOFError, ValueError, KeyError, TypeError, msgspec.DecodeError, pa.ArrowException)
"""Errors for an answer that was truncated, or written by another process."""


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """How a child ended.

    `answer` is None unless complete. The exit code is negative for a signal; the last output is one line.
    """

    answer: T | None
    code: int
    is_late: bool
    printed: str


def run_module(
    module: str,
    write: Callable[[BinaryIO], None],
    read: Callable[[BinaryIO], T],
    *,
    seconds: float,
    files: Iterable[int] = (),
) -> Ended[T]:
    """Run `python -m module ANSWER TASK` in a folder of its own, at most `seconds` by the clock.

    ANSWER is the number of the pipe for the child's answer, which `read` reads meanwhile. TASK is a file
    that `write` writes. `files` are open files that the child inherits by their numbers.
    """
    with TemporaryDirectory(prefix="almanac-") as folder:
        task = Path(folder, ".task")
        with task.open("wb") as stream:
            write(stream)
        return _run([module, str(task)], read, Path(folder), seconds, files)


def _run(
    call: Sequence[str], read: Callable[[BinaryIO], T], folder: Path, seconds: float, files: Iterable[int]
) -> Ended[T]:
    answer_out, answer_in = os.pipe()
    life_out, life_in = os.pipe()
    said, (module, *arguments) = folder / ".printed", call
    command = [sys.executable, "-B", "-u", "-m", module, str(answer_in), *arguments]
    with said.open("wb") as printed:
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", supervisor.__file__, str(life_out), *command],
                cwd=folder,
                env=child_environment(),
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(life_out, answer_in, *files),
            )
        except BaseException:
            for each in (answer_out, life_in):
                os.close(each)
            raise
        finally:
            os.close(answer_in)
            os.close(life_out)
    answer: T | None = None
    with _Deadline(life_in, seconds) as deadline:
        try:
            with suppress(*_NO_ANSWER), os.fdopen(answer_out, "rb") as stream:
                answer = read(stream)
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds + _GRACE)
        finally:
            deadline.end()
            _wait(process)
    code = process.returncode
    return Ended(answer if code == 0 else None, code, deadline.is_over, _last_line(said))


class _Deadline:
    """Kills the child when its time is over; `end` does so at once."""

    def __init__(self, lifeline: int, seconds: float) -> None:
        self._lifeline, self._seconds = os.fdopen(lifeline, "wb"), seconds
        self._done, self.is_over = Event(), False
        self._watch = Thread(target=self._watched, daemon=True)

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _watched(self) -> None:
        self.is_over = not self._done.wait(self._seconds)
        self._lifeline.close()

    def end(self) -> None:
        self._done.set()
        self._watch.join()


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _last_line(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _MOST_PRINTED))
        text = " ".join(file.read().decode("utf-8", "replace").split())
    return "".join(each for each in text if each.isprintable())
