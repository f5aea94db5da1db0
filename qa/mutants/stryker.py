"""Mutants of the page's code: Stryker makes them and runs the page's tests."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from qa.mutants.rooms import Room
from tests.architecture.recipe import fresh_copy, fresh_page

REPORT = "mutants.json"
LEFT_OUT = {"CompileError", "Ignored"}
"""Statuses of a mutant that `sample.mjs` has not chosen, and of a static one."""
STATUSES = {"Killed": "killed", "Timeout": "timeout", "Survived": "survived", "NoCoverage": "no tests"}
"""Stryker's statuses, and mutmut's words for them."""


def try_page_mutants(room: Room, folder: Path, number: int, seed: int) -> dict[str, str]:
    """The status of so many mutants of the page's room by their names, tried in a copy of the repository.

    Raises:
        RuntimeError: the tests fail without a mutant.
    """
    fresh_copy(folder)
    fresh_page(folder)
    settings = {
        "testRunner": "vitest",
        "vitest": {"configFile": "qa/mutants/vitest.config.mjs"},
        "plugins": ["@stryker-mutator/vitest-runner", "./qa/mutants/sample.mjs"],
        "checkers": ["sample"],
        "sample": {"number": number, "seed": seed},
        "mutate": [*room.code, "!**/*.test.*"],
        "testFiles": [f"{tests}/**/*.test.*" for tests in room.tests],
        "inPlace": True,
        # What a module does as it loads shows a mutant only in a worker that has not loaded it.
        "ignoreStatic": True,
        # A busy machine is no endless loop; Stryker counts the rounds of loops.
        "timeoutMS": 60_000,
        "reporters": ["json"],
        "jsonReporter": {"fileName": REPORT},
    }
    (folder / "stryker.config.json").write_text(json.dumps(settings), encoding="utf-8")
    command = ["npx", "stryker", "run"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if not (folder / REPORT).exists():
        raise RuntimeError((done.stdout + done.stderr)[-4000:])
    return dict(_statuses(folder / REPORT))


def _statuses(report: Path) -> Iterator[tuple[str, str]]:
    """Each chosen mutant's name, such as `web/src/a.ts:12:3-12:8 BooleanLiteral: true`, and its status."""
    for file, found in json.loads(report.read_text(encoding="utf-8"))["files"].items():
        for mutant in found["mutants"]:
            status, place = mutant["status"], mutant["location"]
            if status not in LEFT_OUT:
                start, end = (f"{place[side]['line']}:{place[side]['column']}" for side in ("start", "end"))
                name = f"{file}:{start}-{end} {mutant['mutatorName']}: {mutant.get('replacement', '')}"
                yield name, STATUSES.get(status, status)
