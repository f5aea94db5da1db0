"""A nightly run that is killed anywhere is finished by the next one, and serves nothing wrong meanwhile."""

import json
import subprocess
import sys
from pathlib import Path

from core.warehouse.snapshots import current_id
from tests.support.night_stage import bars_of_sessions, stage

ROOT = Path(__file__).resolve().parents[2]
MOMENT = "2024-06-11 18:30"


def test_a_kill_anywhere_is_finished_by_the_next_run(tmp_path: Path) -> None:
    made = stage(tmp_path, last="2024-06-10")
    old = current_id(made.warehouse.snapshots("ES"))
    made.drop(bars_of_sessions("2024-06-11"))

    command = [
        sys.executable,
        "-m",
        "tests.integration.killed_nights",
        str(tmp_path),
        MOMENT,
        "17",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    trials = [json.loads(line) for line in done.stdout.splitlines()]

    new = trials[-1]["served"]
    assert new.startswith("2024-06-11")
    assert trials[-1]["code"] == 0
    assert all(trial["code"] == 137 for trial in trials[:-1])
    assert len(trials) > 4
    assert all(trial["whole"] for trial in trials)
    assert {trial["served"] for trial in trials} == {old, new}
    assert all((trial["again"], trial["then"], trial["left"]) == ("ok", new, []) for trial in trials)
