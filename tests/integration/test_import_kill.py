"""A kill at any instant of an import leaves the old bars, sources and changes or the new ones, whole."""

import json
import subprocess
import sys
from pathlib import Path

from core.importing.importer import import_file
from core.importing.sources import SourceOverrides
from core.warehouse.paths import Warehouse
from tests.unit.market.bar_builder import csv_text, joined, rth

ROOT = Path(__file__).resolve().parents[2]


def test_a_kill_at_any_step_leaves_all_of_the_old_or_all_of_the_new(tmp_path: Path) -> None:
    friday = rth("2024-03-08", 5000, "ESM4")
    (tmp_path / "ES_1.csv").write_text(csv_text(friday))
    (tmp_path / "ES_2.csv").write_text(
        csv_text(joined([friday.assign(close=5000.5), rth("2024-03-11", 5050, "ESM4")]))
    )
    warehouse = Warehouse(tmp_path / "warehouse")
    import_file(tmp_path / "ES_1.csv", warehouse=warehouse, source=SourceOverrides("first", 1))

    done = subprocess.run(
        [sys.executable, "-m", "tests.integration.kill_import", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    trials = [json.loads(line) for line in done.stdout.splitlines()]
    old, new = trials[0]["found"], trials[-1]["found"]

    assert trials[-1]["code"] == 0
    assert all(trial["code"] == 137 for trial in trials[:-1])
    assert len(trials) > 20
    assert old[:3] != new[:3]
    assert new[2] == [5000.5] * 81
    flip = next(n for n, trial in enumerate(trials) if trial["found"][:3] == new[:3])
    assert [trial["found"][:3] for trial in trials] == [old[:3]] * flip + [new[:3]] * (len(trials) - flip)
    assert 10 < flip < len(trials) - 1
    assert all(trial["found"][3] in (["first"], ["first", "second"]) for trial in trials)
    repeated = [trial for trial in trials if "again" in trial]
    assert len(repeated) > len(trials) // 3
    assert all(trial["again"] == 0 and trial["then"] == new and trial["left"] == [] for trial in repeated)
