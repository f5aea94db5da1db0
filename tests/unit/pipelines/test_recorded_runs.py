"""Builds and nights of the command are runs in the instance of DAGSTER_HOME, which Dagster's page shows."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from core.build.steps import STEPS
from core.contracts.errors import DataError
from core.warehouse.due import NEW_YORK
from pipelines.jobs import KEPT_RUNS
from pipelines.runs import build_snapshot
from tests.support.night_stage import Stage

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the project's own dagster.yaml, and its storage."""
    shutil.copy(ROOT / "dagster.yaml", tmp_path)
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    monkeypatch.setenv("DAGSTER_STORAGE_DIR", str(tmp_path / "storage"))
    return tmp_path


def test_a_build_and_a_night_of_the_command_are_runs_that_dagsters_page_shows(
    night: Stage, home: Path
) -> None:
    build_snapshot(night.warehouse, "ES")
    night.run()
    with dg.DagsterInstance.get() as instance:
        runs = {run.job_name: run for run in instance.get_runs()}
        assert {name: run.status for name, run in runs.items()} == {
            "build_symbol": dg.DagsterRunStatus.SUCCESS,
            "nightly": dg.DagsterRunStatus.SUCCESS,
        }
        for run in runs.values():
            assert run.tags["dagster/partition"] == "ES"
            assert run.tags["dagster/max_retries"] == "0"
        for step in STEPS:
            event = instance.get_latest_materialization_event(dg.AssetKey(step.name))
            assert event is not None, step.name
            assert event.run_id == runs["nightly"].run_id


def test_a_build_that_fails_is_a_failed_run(night: Stage, home: Path) -> None:
    shutil.rmtree(night.warehouse.bars("ES"))
    with pytest.raises(DataError):
        build_snapshot(night.warehouse, "ES")
    with dg.DagsterInstance.get() as instance:
        assert [run.status for run in instance.get_runs()] == [dg.DagsterRunStatus.FAILURE]


def test_a_night_removes_runs_that_are_older_than_ninety_days(night: Stage, home: Path) -> None:
    build_snapshot(night.warehouse, "ES")
    night.moment = datetime.now(NEW_YORK) + KEPT_RUNS + timedelta(days=1)
    night.run()
    with dg.DagsterInstance.get() as instance:
        assert [run.job_name for run in instance.get_runs()] == ["nightly"]


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (None, "is no folder"),
        ("storages: {}", 'unexpected config entry "storages"'),
        ((ROOT / "dagster.yaml").read_text(), "DAGSTER_STORAGE_DIR"),
    ],
)
def test_a_dagster_home_that_cannot_be_opened_is_refused_by_name(
    settings: str | None, found: str, night: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAGSTER_STORAGE_DIR", raising=False)
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    if settings is not None:
        (tmp_path / "home").mkdir()
        (tmp_path / "home" / "dagster.yaml").write_text(settings)
    with pytest.raises(DataError, match=f"DAGSTER_HOME=.*home: .*{found}.*expected a folder") as refused:
        build_snapshot(night.warehouse, "ES")
    assert refused.value.code == "bad_setting"
