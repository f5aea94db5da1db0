"""`make test-security`: every attack, many cases of the OpenAPI document, and the browser's walk.

Its short form is part of scripts/test.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from qa.harness.machine import ROOT
from qa.harness.report import Record
from qa.harness.run import Harness, Part, RunOptions

CASES = 20_000
COMMANDS = {
    "attacks": [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", "qa/security"],
    "browser": ["npx", "playwright", "test", "--config", "tests/e2e/playwright.config.ts", "hostile"],
}


def _run(options: RunOptions) -> Iterator[Part]:
    cases = options.size if options.size is not None else None if options.short else CASES
    environment = os.environ | ({} if cases is None else {"SECURITY_CASES": f"{cases:.0f}"})
    for name in options.names:
        print(f"{name}: {' '.join(COMMANDS[name])}", flush=True)
        done = subprocess.run(COMMANDS[name], cwd=ROOT, env=environment, check=False)
        passed = done.returncode == 0
        yield Part(name, passed, f"{name}: {'passed' if passed else 'FAILED'}", {"cases": cases})


def summary(records: Sequence[Record]) -> str:
    passed = sum(record["passed"] for record in records)
    return f"{passed} passed, {len(records) - passed} failed"


HARNESS = Harness(name="security", parts=lambda: list(COMMANDS), run=_run, summary=summary)
