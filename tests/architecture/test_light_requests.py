"""A request never reaches the heavy half: measured in a fresh interpreter, and held by import contracts."""

import configparser
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.answer_once import HEAVY
from tests.support.snapshots import publish_random

ROOT = Path(__file__).resolve().parents[2]


def test_a_compute_leaves_the_heavy_half_unimported(tmp_path: Path) -> None:
    publish_random(tmp_path / "warehouse")
    command = [sys.executable, "-m", "tests.architecture.answer_once", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["total_days"] > 0
    assert answer["features"] > 0
    assert answer["heavy"] == answer["heavy_by_next"] == []


@pytest.mark.parametrize("planted", ["pandas", "scipy.stats"])
def test_the_measurement_sees_a_heavy_import(planted: str) -> None:
    code = (
        f"import {planted}; from tests.architecture.answer_once import heavy_modules; print(heavy_modules())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert planted in done.stdout


def test_the_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_part_of_core_is_declared_light_or_heavy() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    light = contracts["importlinter:contract:light"]
    declared = {
        name.removeprefix("core.")
        for key in ("source_modules", "forbidden_modules")
        for name in light[key].split()
        if name.startswith("core.")
    }
    parts = {path.parent.name for path in (ROOT / "core").glob("*/__init__.py")} - {"warehouse", "market"}
    below = {f"warehouse.{path.stem}" for path in (ROOT / "core/warehouse").glob("[!_]*")}
    below |= {f"market.{path.stem}" for path in (ROOT / "core/market").glob("[!_]*.py")}
    assert declared == parts | below
    assert "pandas" in HEAVY
