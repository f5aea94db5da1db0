"""A warehouse on the evening of a night."""

import shutil
from pathlib import Path

import pytest

from core.warehouse.paths import Warehouse
from tests.support.night_stage import Stage, empty_stage, stage
from tests.unit.pipelines.night_parts import EVENING


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse that serves the market up to Monday 2024-06-10."""
    return stage(tmp_path_factory.mktemp("served"), last="2024-06-10").warehouse.root


@pytest.fixture
def dagster_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds and nights are runs of Dagster's."""
    (tmp_path / "dagster").mkdir()
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "dagster"))


@pytest.fixture(params=[False, True], ids=["plain", "recorded"])
def both_ways(request: pytest.FixtureRequest) -> None:
    """Once as a loop of steps, once as a run of Dagster's."""
    if request.param:
        request.getfixturevalue("dagster_home")


@pytest.fixture
def night(served: Path, tmp_path: Path) -> Stage:
    """A copy of it, on Tuesday evening."""
    made = empty_stage(Warehouse(shutil.copytree(served, tmp_path / "warehouse")))
    made.at(EVENING)
    return made
