"""The short form of the faults of build, publication, disk and clock; `make test-faults` is the long one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "build": ["kill", "power", "two-builds", "rollback", "build-beside", "backup", "restore", "clock"],
    "disk and Redis": ["disk", "damaged", "file-system", "publi", "two-publishers"],
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_a_sample_of_every_fault_is_survived(names: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--short", *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith(" passed, 0 failed")
