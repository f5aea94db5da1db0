"""The short form of the faults of files, publication and clocks; `make test-faults` is the long one."""

import subprocess
import sys
from pathlib import Path

from qa.faults.registry import known_faults

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["damaged", "publi", "two-publishers", "service-clock"]

STEP_BY_STEP = {"warehouse-life"}
"""In short form in tests/property/test_warehouse_life.py and qa/sim/test_life.py."""
UNDER_LOAD = {"redis-stopped", "redis-killed", "worker-killed", "sqlite-locked"}
"""In short form in qa/soak/test_soak.py and test_under_load.py."""
LONG_FORM_ALONE = {
    *("redis-paused", "redis-slow", "redis-full"),
    *("worker-restarted-on-empty-redis", "worker-stopped", "rolling-restart", "service-disk-full"),
}


def test_every_fault_has_a_short_form_or_is_known_to_have_none() -> None:
    elsewhere = {fault.name for fault in known_faults() if not fault.name.startswith(tuple(NAMES))}
    assert elsewhere == STEP_BY_STEP | UNDER_LOAD | LONG_FORM_ALONE


def test_a_sample_of_every_fault_is_survived() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qa", "faults", "--short", *NAMES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith(" passed, 0 failed")
