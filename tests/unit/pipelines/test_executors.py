"""Where a run's step is carried out is one setting, the same for every job of one step."""

import shutil
from pathlib import Path
from unittest.mock import Mock

import dagster as dg
import pytest

from core.build.steps import STEPS
from core.contracts.errors import DataError
from pipelines.dask_runs import DaskRuns
from pipelines.definitions import defs
from pipelines.jobs import chosen_executor

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("said", "name"),
    [("", "in_process"), ("in_process", "in_process"), (" multiprocess ", "multiprocess"), ("dask", "dask")],
)
def test_the_setting_chooses_the_executor(said: str, name: str) -> None:
    assert chosen_executor({"ALMANAC_EXECUTOR": said}).name == name


def test_another_word_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        DataError, match="ALMANAC_EXECUTOR=celery: expected one of in_process, multiprocess, dask"
    ):
        chosen_executor({"ALMANAC_EXECUTOR": "celery"})


def test_dask_without_a_scheduler_fails_the_run_and_says_what_is_missing() -> None:
    with pytest.raises(DataError, match="DASK_SCHEDULER: expected the scheduler's address"):
        next(DaskRuns("").execute(Mock(), Mock()))


def test_builds_and_nights_are_by_symbol_and_carried_out_where_the_setting_says() -> None:
    job = defs.resolve_job_def("build_symbol")
    assert {node.name for node in job.nodes} == {"redis_publish", *(step.name for step in STEPS)}
    assert job.partitions_def is not None
    assert job.executor_def.name == defs.resolve_job_def("nightly").executor_def.name == "in_process"


def test_the_queue_runs_several_symbols_and_each_symbol_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "deploy" / "queue" / "dagster.yaml", tmp_path)
    monkeypatch.setenv("DAGSTER_STORAGE_DIR", str(tmp_path / "storage"))
    (tmp_path / "storage").mkdir()
    with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
        queue = instance.get_concurrency_config().run_queue_config
        assert queue is not None
        assert queue.max_concurrent_runs == 4
        assert queue.tag_concurrency_limits == [
            {"key": "dagster/partition", "value": {"applyLimitPerUniqueValue": True}, "limit": 1}
        ]
        assert instance.run_retries_max_retries == 2
        assert instance.telemetry_enabled is False
