"""Ctrl-C: nothing is half written, the exit code is 130, and one line says what is done and what was left."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from tests.support.small_warehouse import saved, small_bars

ROOT = Path(__file__).resolve().parents[2]
Run = dict[str, Any]


COMMANDS = (
    (4, 0, ["build"]),
    (5, 0, ["import", "ES.parquet"]),
    (4, 2, ["backup", "another"]),
    (3, 12, ["restore", "saved", "--replace"]),
    (3, 0, ["nightly", "ES"]),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a warehouse whose snapshot is behind its bars, a file of more bars, and a backup from
    before something changed in the state folder."""
    base = tmp_path_factory.mktemp("stopped") / "base"
    (base / "state").mkdir(parents=True)
    (base / "state" / "note").write_text("kept")
    place = ["--warehouse", str(base / "warehouse")]
    assert main(["import", str(saved(small_bars(last="2024-06-06"), base / "ES.parquet")), *place]) == 0
    assert main(["build", *place]) == 0
    assert main(["import", str(saved(small_bars(last="2024-06-11"), base / "ES.parquet")), *place]) == 0
    assert main(["backup", str(base / "saved"), *place, "--state", str(base / "state")]) == 0
    (base / "state" / "note").write_text("changed")
    saved(small_bars(last="2024-06-20"), base / "ES.parquet")
    return base


@pytest.fixture(scope="module")
def told(base: Path) -> dict[str, list[Run]]:
    """Every command's runs, the one that was not stopped first."""
    command = [sys.executable, "-m", "tests.integration.stopped_runs", str(base.parent)]
    asked = json.dumps([{"moments": some, "late": late, "command": each} for some, late, each in COMMANDS])
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, input=asked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    runs: dict[str, list[Run]] = {}
    for run in map(json.loads, done.stdout.splitlines()):
        runs.setdefault(run["command"], []).append(run)
    return runs


def runs(told: dict[str, list[Run]], command: str, ends: tuple[int, ...] = (0,)) -> tuple[Run, list[Run]]:
    """The run that was not stopped, and those that were; each said so in one line and ended with 130."""
    whole, *stopped = told[command]
    assert whole["code"] in ends, whole["err"]
    stopped = [run for run in stopped if "files brought back" not in run["out"]]  # it was too late
    for run in stopped:
        assert run["code"] == 130, run
        *others, run["err"] = run["err"].splitlines(keepends=True)
        assert run["err"].startswith("almanac: stopped"), run
        assert not [line for line in others if "almanac:" in line or "Traceback" in line], run
    return whole, stopped


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def of(folder: str, run: Run) -> dict[str, str]:
    return {path: digest for path, digest in run["files"].items() if path.startswith(folder)}


def test_a_build_that_is_stopped_leaves_what_was_served_or_the_new_one(
    base: Path, told: dict[str, list[Run]]
) -> None:
    before = str(current_id(Warehouse(base / "warehouse").snapshots("ES")))
    whole, stopped = runs(told, "build")
    pointer, at = "warehouse/snapshots/ES/CURRENT", "warehouse/snapshots/ES/"
    (new,) = {path.split("/")[3] for path in of(at, whole)} - {"CURRENT", before}
    outcomes = set()
    for run in stopped:
        is_new = run["files"][pointer] == whole["files"][pointer]
        outcomes.add(is_new)
        assert not [path for path in run["files"] if "/.building-" in path]
        served = f"{at}{new if is_new else before}/"
        wholly = {path for path in of(served, whole) if not path.endswith("manifest.json")}
        assert wholly <= of(served, run).keys()
        assert all(run["files"][path] == whole["files"][path] for path in wholly)
        said = run["err"].removeprefix("almanac: stopped")
        if said != ".\n":
            kept = f"; ES was not built, {before} stays served.\n"
            assert said == ("; ES was built and is served.\n" if is_new else kept)
    assert False in outcomes


def test_an_import_that_is_stopped_leaves_the_old_bars_or_the_new_ones(
    base: Path, told: dict[str, list[Run]]
) -> None:
    whole, stopped = runs(told, "import")
    year = "warehouse/bars/symbol=ES/year=2024/part-0.parquet"
    old = digest(base / year)
    assert whole["files"][year] != old
    for run in stopped:
        found = [path for path in run["files"] if path.endswith("year=2024/part-0.parquet")]
        state = {run["files"][path] for path in found if ".incoming" not in path}
        assert state <= {old, whole["files"][year]}
        assert state  # a second of them is put right by the next who reads
        said = run["err"].removeprefix("almanac: stopped")
        if run["files"].get(year) == old:
            assert said in (".\n", "; ES.parquet was not imported.\n")
        elif year in run["files"]:
            assert said in (".\n", "; ES.parquet was brought in.\n")


def test_a_backup_that_is_stopped_is_not_there(base: Path, told: dict[str, list[Run]]) -> None:
    whole, stopped = runs(told, "backup")
    for run in stopped:
        is_there = any(path.startswith("another/") for path in run["files"])
        assert not [path for path in run["files"] if path.startswith(".another")]
        assert of("another/warehouse", run) == (of("another/warehouse", whole) if is_there else {})
        assert ("nothing was copied" in run["err"]) is not is_there or "stopped.\n" in run["err"]


def test_a_restore_that_is_stopped_brings_back_all_or_nothing(base: Path, told: dict[str, list[Run]]) -> None:
    before = {path: digest(base / path) for path in ("state/note", "warehouse/bars/symbol=ES/_bars.json")}
    whole, stopped = runs(told, "restore")
    assert whole["files"]["state/note"] != before["state/note"]
    for run in stopped:
        assert not [path for path in run["files"] if "/.restoring" in path]
        is_back = run["files"]["state/note"] == whole["files"]["state/note"]
        assert any("/.replaced-" in path for path in run["files"]) is is_back
        assert is_back or {path: run["files"][path] for path in before} == before
        assert ("nothing was brought back" in run["err"] or run["err"].endswith("stopped.\n")) is not is_back


def test_a_night_that_is_stopped_says_which_symbols_are_done(base: Path, told: dict[str, list[Run]]) -> None:
    # The latest session is not there: somebody has to look, or until 02:30 New York it may still come.
    whole, stopped = runs(told, "nightly", ends=(1, 3))
    assert "ES  " in whole["out"]
    for run in stopped:
        assert not [path for path in run["files"] if "/.building-" in path]
        if "the night of ES" in run["err"]:
            assert "was cut off. The next run does what is left." in run["err"]
