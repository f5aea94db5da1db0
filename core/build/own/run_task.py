"""Runs own files in a process of their own with a deadline; nothing of them runs here."""

import signal

from core.build.own import child
from core.build.own.task import Found, Task, read_found, write_task
from core.processes.subprocess_runner import Ended, run_module

WALL = 4
"""Limit by the clock, as a multiple of the limit of processor seconds."""


def run_task(task: Task) -> Found | str:
    """The result of a task, or why its process ended early, with what it printed."""
    ended = run_module(
        child.__name__,
        lambda stream: write_task(stream, task),
        lambda stream: read_found(stream, task),
        seconds=task.cpu_seconds * WALL,
    )
    if ended.answer is not None:
        ended.answer.printed = ended.printed
        return ended.answer
    return _reason(ended, task.cpu_seconds) + (f" It printed: {ended.printed}" if ended.printed else "")


def _reason(ended: Ended[Found], seconds: int) -> str:
    if ended.is_late:
        waited = f"is not done in {seconds * WALL} seconds by the clock"
        return f"{waited}; look for what it waits for or does without an end."
    if ended.code == -signal.SIGKILL:
        return "was killed from outside; look whether the machine had no memory left."
    if ended.code == -signal.SIGXCPU:
        return f"is not done in {seconds} seconds; look for a loop without an end."
    if ended.code < 0:
        return f"ends its process by {signal.Signals(-ended.code).name}."
    return f"ends its process with exit code {ended.code} before it is done."
