"""Has own files run in a process of their own, ended when its time is over; nothing of them runs here."""

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from core.build.own import child
from core.build.own.task import Found, Task

WALL = 4
"""A process may take so many times its seconds of a processor by the clock."""

_KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
"""No address and no key is handed on."""


def run_apart(task: Task) -> Found | str:
    """What a task came to, or why its process ended before it was done, with what it printed."""
    with TemporaryDirectory(prefix="almanac-own-") as folder:
        task_path, found_path, said_path = (Path(folder, name) for name in ("task", "found", "said"))
        task_path.write_bytes(pickle.dumps(task, protocol=pickle.HIGHEST_PROTOCOL))
        with said_path.open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "-B", "-u", "-m", child.__name__, str(task_path), str(found_path)],
                cwd=folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            code: int | None = process.wait(task.cpu_seconds * WALL)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
        if code == 0:
            with suppress(OSError, EOFError, AttributeError, pickle.UnpicklingError):
                found = _read(found_path)
                found.printed = _printed(said_path)
                return found
        said_last = _printed(said_path)
        return _reason(code, task.cpu_seconds) + (f" It printed: {said_last}" if said_last else "")


def _read(path: Path) -> Found:
    with path.open("rb") as file:
        found: Found = pickle.load(file)
    return found


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it began."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _environment() -> dict[str, str]:
    """This process's modules, and one thread for a matrix."""
    found = [str(Path(place or ".").resolve()) for place in sys.path]
    threads = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return kept | threads | {"PYTHONPATH": os.pathsep.join(found)}


def _reason(code: int | None, seconds: int) -> str:
    if code is None:
        waited = f"is not done in {seconds * WALL} seconds by the clock"
        return f"{waited}; look for what it waits for or does without an end."
    if code == -signal.SIGKILL:
        return "was killed from outside; look whether the machine had no memory left."
    if code == -signal.SIGXCPU:
        return f"is not done in {seconds} seconds; look for a loop without an end."
    if code < 0:
        return f"ends its process by {signal.Signals(-code).name}."
    return f"ends its process with exit code {code} before it is done."


def _printed(path: Path) -> str:
    """What was printed last, as one line."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 300))
        return " ".join(file.read().decode("utf-8", "replace").split())
