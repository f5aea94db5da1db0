"""A kill at any instant of build or publish leaves the old snapshot served and whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from core.market.importer import import_file
from core.warehouse.steps import build_snapshot
from tests.small_warehouse import saved, small_bars, small_warehouse

ROOT = Path(__file__).resolve().parents[2]


def test_a_kill_at_any_step_leaves_a_whole_snapshot_and_the_next_build_cleans_up(
    tmp_path: Path,
) -> None:
    warehouse = small_warehouse(tmp_path, last="2024-07-10")
    old = build_snapshot(warehouse, "ES").snapshot_id
    import_file(saved(small_bars(), tmp_path / "ES_2.parquet"), warehouse=warehouse)

    done = subprocess.run(
        [sys.executable, "-m", "tests.integration.kill_sweep", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    trials = [json.loads(line) for line in done.stdout.splitlines()]
    new = trials[-1]["served"]

    assert trials[-1]["code"] == 0
    assert all(trial["code"] == 137 for trial in trials[:-1])
    assert len(trials) > 30
    assert all(trial["whole"] for trial in trials)
    served = [trial["served"] for trial in trials]
    flip = served.index(new)
    assert served == [old] * flip + [new] * (len(trials) - flip)
    assert 20 < flip < len(trials) - 1
    assert all((trial["again"], trial["then"], trial["leftovers"]) == (0, new, []) for trial in trials)
