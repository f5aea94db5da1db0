"""The process that runs own files: `python -m` this module, the pipe for its answer, and a task's file.

It reads the task, limits itself, and only then runs a line of a maintainer's file.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from core.build.own.compute_file import compute_file
from core.build.own.guard import confine
from core.build.own.load_file import load_file
from core.build.own.task import Found, OwnFile, Task, plain_features, read_task, write_found
from core.claims.read_claims import Mistake
from core.contracts.catalogue import FeatureDefinition
from core.features.entries import Feature
from core.market.market import Market

_CHANGED = "is not stated as it was when the file was checked; let the file do the same each time it runs."


def found_by(task: Task) -> Found:
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
    for file, wanted in zip(task.files, task.wanted, strict=True):
        entries, wrong = load_file(file)
        same = [entry for entry in entries if _is_stated(entry, wanted)]
        found.mistakes += _gone(file, {each.name for each in wanted}, same, wrong)
        done = compute_file(file, same, market)
        found.columns |= done.columns
        found.coin |= done.coin
        found.mistakes += done.mistakes
    return found


def _is_stated(entry: Feature, wanted: tuple[FeatureDefinition, ...]) -> bool:
    return plain_features([entry.definition])[0] in plain_features(wanted)


def _gone(file: OwnFile, wanted: set[str], same: list[Feature], wrong: list[Mistake]) -> Iterator[Mistake]:
    """Why valid features are missing now; for a file that does not run, its one mistake."""
    gone = wanted - {entry.definition.name for entry in same}
    told = [each for each in wrong if gone and (each.id is None or each.id in gone)]
    yield from told
    if all(each.id is not None for each in told):
        for name in sorted(gone - {each.id for each in told}):
            yield Mistake(file.path, 1, name, _CHANGED)


def main(answer: str, task_path: str) -> None:
    """Do the task of a file, write the answer, and exit even if threads still run."""
    with Path(task_path).open("rb") as stream:
        task = read_task(stream)
    with os.fdopen(int(answer), "wb") as pipe:
        write_found(pipe, found_by(task))
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
