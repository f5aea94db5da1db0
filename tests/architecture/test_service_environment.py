"""The service runs where only the group of its own packages is installed."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.support.installed import ROOT, locked
from tests.support.snapshots import publish_random


@pytest.mark.large
def test_a_compute_is_answered_with_the_light_group_alone(tmp_path: Path) -> None:
    python = str(locked(tmp_path / "venv", "--only-group", "light"))
    assert subprocess.run([python, "-c", "import pandas"], capture_output=True, check=False).returncode != 0
    with_redis = [python, "-c", "import service.snapshots.redis_source"]
    subprocess.run(with_redis, cwd=ROOT, check=True)
    publish_random(tmp_path / "warehouse")
    answering = [python, "-m", "tests.architecture.answer_once", str(tmp_path)]
    done = subprocess.run(answering, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["total_days"] > 0


def test_the_light_group_names_packages_of_the_project_and_no_version() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*told["project"]["dependencies"], *told["project"]["optional-dependencies"]["service"]]
    names = {each.partition(">")[0].partition("=")[0] for each in wanted}
    assert set(told["dependency-groups"]["light"]) < names
