"""`make mutants`: mutmut or Stryker plants small faults into a room's code, and its tests have to fail.

A seed chooses which mutants are tried, so that two runs on the same code try the same ones.
"""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import rmtree

from qa.harness.machine import ROOT
from qa.harness.report import Record
from qa.harness.run import Harness, Part, RunOptions
from qa.mutants.rooms import ROOMS, Room
from qa.mutants.stryker import try_page_mutants
from tests.architecture.recipe import fresh_copy

MUTANTS, SHORT = 1000, 20
SEED = 1
SOURCES = ("core", "service")
NOTICED = {"killed", "timeout", "segfault", "suspicious"}
"""What mutmut calls a mutant on which a test failed, or did not end."""


def try_mutants(room: Room, folder: Path, number: int) -> dict[str, str]:
    """The status of so many mutants of a room by their names, tried in a copy of the repository.

    Raises:
        RuntimeError: the tests fail without a mutant.
    """
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if room.is_page:
        return try_page_mutants(room, folder, number, SEED)
    fresh_copy(folder)
    _configure(room, folder)
    # mutmut makes the mutants and finds the tests of each before it looks for the name.
    made = _mutmut(folder, "run", "none")
    names = sorted(_statuses(folder))
    if not names or "nothing matches" not in made:
        raise RuntimeError(made[-4000:])
    chosen = chosen_of(names, number)
    _mutmut(folder, "run", *chosen)
    found = _statuses(folder)
    return {name: found[name] for name in sorted(chosen)}


def chosen_of(names: Sequence[str], number: int) -> list[str]:
    """So many of the names, chosen by the seed."""
    return random.Random(SEED).sample(names, min(number, len(names)))


def _configure(room: Room, folder: Path) -> None:
    copied = [path.name for path in folder.iterdir() if path.name not in SOURCES]
    options = ["-p", "no:cacheprovider", "-m", "not large"]
    options += ["--hypothesis-profile=small", "--hypothesis-seed=0"]
    settings: Mapping[str, str | Sequence[str]] = {
        # The tests start threads: a mutant is forked from a process that has run none of them.
        "process_isolation": "forkserver",
        "source_paths": SOURCES,
        "only_mutate": room.code,
        "also_copy": copied,
        "pytest_add_cli_args": options,
        "pytest_add_cli_args_test_selection": room.tests,
    }
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n")
        file.writelines(f"{name} = {_toml(value)}\n" for name, value in settings.items())


def _toml(value: str | Sequence[str]) -> str:
    return repr(value if isinstance(value, str) else list(value))


def _mutmut(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def _statuses(folder: Path) -> dict[str, str]:
    """Every mutant's status, as `mutmut results` prints it: `core.a.x_b__mutmut_1: killed`."""
    lines = _mutmut(folder, "results", "--all", "true").splitlines()
    parts = (line.strip().rpartition(": ") for line in lines)
    return {name: status for name, _, status in parts if "__mutmut_" in name}


def _run(options: RunOptions) -> Iterator[Part]:
    number = int(options.size) if options.size is not None else SHORT if options.short else MUTANTS
    for name in options.names:
        found = try_mutants(ROOMS[name], ROOT / "build" / "mutants" / name, number)
        counts = Counter(found.values())
        noticed = sum(counts[status] for status in NOTICED)
        told = (
            f"{name}: {noticed:,} of {len(found):,} mutants noticed ({noticed / len(found):.1%}), "
            f"{counts['survived']} survived, {counts['no tests']} reached by no test"
        )
        left = {mutant: status for mutant, status in found.items() if status not in NOTICED}
        record = {"noticed": noticed, "tried": len(found), "left": left}
        yield Part(name, "not checked" not in counts, told, record)


def summary(records: Sequence[Record]) -> str:
    noticed, tried = (sum(record[name] for record in records) for name in ("noticed", "tried"))
    return f"{noticed:,} of {tried:,} mutants noticed"


HARNESS = Harness(name="mutants", parts=lambda: list(ROOMS), run=_run, summary=summary, packages=("mutmut",))
