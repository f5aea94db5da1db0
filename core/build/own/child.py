"""The process that runs own files: `python -m` this module, a task's file and a file for what is found.

It reads the task, bounds itself, and only then runs a line of a maintainer's file.
"""

import os
import pickle
import sys
from pathlib import Path

from core.build.own.compute_file import compute_file
from core.build.own.guard import confine
from core.build.own.load_file import load_file
from core.build.own.task import Found, Task
from core.market.market import Market


def found_by(task: Task) -> Found:
    """Do the task, in this process."""
    return _checked(task) if task.compute is None else _computed(task, task.compute)


def _checked(task: Task) -> Found:
    from core.build.own.check_features import check_file  # what answers a question, for new files alone

    found = Found()
    confine(task.cpu_seconds)
    for file in task.files:
        entries, wrong = load_file(file)
        checked = check_file(file, entries, task.markets, task.real)
        found.definitions += [entry.definition for entry in checked.entries]
        found.mistakes += [*wrong, *checked.mistakes]
        found.seconds |= checked.seconds
    return found


def _computed(task: Task, market: Market) -> Found:
    found = Found()
    confine(task.cpu_seconds)
    for file, names in zip(task.files, task.wanted, strict=True):
        entries, _ = load_file(file)
        done = compute_file(file, [each for each in entries if each.definition.name in names], market)
        found.columns |= done.columns
        found.coin |= done.coin
        found.mistakes += done.mistakes
    return found


def main(task_path: str, found_path: str) -> None:
    """Do the task of a file, write what is found, and leave whatever still runs."""
    task: Task = pickle.loads(Path(task_path).read_bytes())
    with Path(found_path).open("wb") as file:
        pickle.dump(found_by(task), file, protocol=pickle.HIGHEST_PROTOCOL)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
