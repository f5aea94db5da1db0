"""Some hundred steps of a warehouse's life, others each time."""

import re
import subprocess
import sys

from qa.harness.machine import ROOT

STEPS = 300


def live(*options: str) -> dict[str, int]:
    """What was counted of steps taken in a process of their own: they replace what a build reads and logs."""
    command = [sys.executable, "-m", "qa.sim", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    counted = re.findall(r"([\d,]+) ([a-z ]+)", done.stdout.splitlines()[-1])
    return {name: int(count.replace(",", "")) for count, name in counted}


def test_whatever_happens_a_reader_sees_one_whole_snapshot() -> None:
    assert live("--steps", str(STEPS))["steps"] > 0
