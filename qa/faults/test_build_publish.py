"""The short form of the faults of build, publication, disk and clock; `make test-faults` is the long one."""

import subprocess
import sys
from pathlib import Path

import pytest

from qa.faults.registry import known_faults

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "build": [
        "kill",
        "power",
        "two-builds",
        "rollback",
        "build-beside",
        "verify",
        "backup",
        "restore",
        "import",
        "clock",
    ],
    "disk, Redis and clock": ["disk", "damaged", "file-system", "publi", "two-publishers", "service-clock"],
}

UNDER_LOAD = {"redis-stopped", "redis-killed", "worker-killed", "sqlite-locked"}
"""In short form in qa/soak/test_soak.py and test_under_load.py."""
LONG_FORM_ALONE = {
    *("redis-paused", "redis-slow", "redis-full"),
    *("worker-restarted-on-empty-redis", "worker-stopped", "rolling-restart", "service-disk-full"),
}


def test_every_fault_has_a_short_form_or_is_known_to_have_none() -> None:
    here = tuple(name for names in NAMES.values() for name in names)
    elsewhere = {fault.name for fault in known_faults() if not fault.name.startswith(here)}
    assert elsewhere == UNDER_LOAD | LONG_FORM_ALONE


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_a_sample_of_every_fault_is_survived(names: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qa", "faults", "--short", *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith(" passed, 0 failed")
