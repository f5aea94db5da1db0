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
def night(served: Path, tmp_path: Path) -> Stage:
    """A copy of it, on Tuesday evening."""
    made = empty_stage(Warehouse(shutil.copytree(served, tmp_path / "warehouse")))
    made.at(EVENING)
    return made
