"""What the page reads from addresses and storages, fuzzed by fast-check next to the targets in Python."""

import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from qa.fuzz.outcome import Outcome

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ["npx", "vitest", "run", "--config", "qa/fuzz/web/vitest.config.ts"]


def page_outcomes(seconds: float = 0) -> list[Outcome]:
    """The outcome of each target of the page, after so many seconds each; without any the short form.

    Raises AssertionError where the run ended without an outcome.
    """
    with TemporaryDirectory() as folder:
        told = Path(folder) / "outcomes"
        environment = os.environ | {"FUZZ_OUT": str(told), "FUZZ_SECONDS": str(seconds)}
        done = subprocess.run(COMMAND, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert told.exists(), done.stdout + done.stderr
        outcomes = [Outcome(**json.loads(line)) for line in told.read_text().splitlines()]
    assert done.returncode == 0 or any(outcome.failure for outcome in outcomes), done.stdout + done.stderr
    return outcomes
