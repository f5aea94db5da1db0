"""Where a run's step is carried out is one setting, the same for every job of one step."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from core.build.steps import STEPS
from core.contracts.errors import DataError
from pipelines.celery_steps import worker_of
from pipelines.definitions import defs
from pipelines.jobs import chosen_executor

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ("", "in_process"), ("in_process", "in_process"), (" multiprocess ", "multiprocess"),
        ("celery", "celery"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("redis_url", ["", "rediss://nights:secret@10.0.0.5:6379/0"])
def test_the_setting_chooses_the_executor(chosen: str, name: str, redis_url: str) -> None:
    assert chosen_executor({"ALMANAC_EXECUTOR": chosen, "REDIS_URL": redis_url}).name == name


def test_a_broker_over_tls_has_to_show_its_certificate() -> None:
    app = worker_of("rediss://nights:secret@10.0.0.5:6379/0")
    assert app.connection_for_read().ssl == {"ssl_cert_reqs": "required"}
    assert app.conf.redis_backend_use_ssl == {"ssl_cert_reqs": "required"}


@pytest.mark.parametrize("redis_url", ["", "amqp://10.0.0.5"])
def test_a_worker_without_a_redis_ends_and_says_so(redis_url: str) -> None:
    command = [sys.executable, "-m", "celery", "-A", "pipelines.celery_steps", "worker"]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"REDIS_URL": redis_url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("REDIS_URL: expected the address of the runs' Redis")


def test_another_word_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        DataError, match="ALMANAC_EXECUTOR=cellery: expected one of in_process, multiprocess, celery"
    ):
        chosen_executor({"ALMANAC_EXECUTOR": "cellery"})


@dg.op
def not_reached() -> None:
    """A step that no worker is there for."""


@dg.graph
def alone() -> None:
    not_reached()


def alone_job() -> dg.JobDefinition:
    """The job, carried out where this process's environment says."""
    return alone.to_job(executor_def=chosen_executor(os.environ))


@pytest.mark.parametrize("redis_url", ["", "unix:///run/redis.sock"])
def test_celery_without_a_redis_that_workers_reach_fails_the_run_and_says_so(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALMANAC_EXECUTOR", "celery")
    monkeypatch.setenv("REDIS_URL", redis_url)
    with dg.instance_for_test(temp_dir=str(tmp_path)) as instance:
        done = dg.execute_job(dg.reconstructable(alone_job), instance)
    (failure,) = [event.job_failure_data for event in done.all_events if event.is_run_failure]
    assert failure.error is not None
    assert "REDIS_URL: expected an address that every worker reaches" in failure.error.message


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
