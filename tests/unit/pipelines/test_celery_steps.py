"""A Celery worker carries out a step again that its retry policy repeats, or that Dagster's storage broke."""

import os
from pathlib import Path

import dagster as dg
import pytest

from pipelines.jobs import chosen_executor
from tests.support.celery_workers import celery_workers

pytestmark = pytest.mark.filterwarnings("ignore:Task name 'execute_plan' is already registered")


@dg.op(retry_policy=dg.RetryPolicy(max_retries=2))
def fails_once() -> None:
    """Fails where its file is not there yet, which it then is."""
    marker = Path(os.environ["FAILED_ONCE"])
    if not marker.exists():
        marker.touch()
        raise OSError(28, "No space left on device")


@dg.graph
def fragile() -> None:
    fails_once()


def fragile_job() -> dg.JobDefinition:
    """The job, carried out where this process's environment says."""
    return fragile.to_job(executor_def=chosen_executor(os.environ))


def test_a_worker_carries_out_again_what_failed_once_or_found_dagsters_storage_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed, locked, log = (tmp_path / name for name in ("failed", "locked", "log"))
    monkeypatch.setenv("FAILED_ONCE", str(failed))
    monkeypatch.setenv("LOCKED_ONCE", str(locked))
    with (
        celery_workers(monkeypatch, log, "tests.support.locked_once"),
        dg.instance_for_test(temp_dir=str(tmp_path)) as instance,
    ):
        done = dg.execute_job(dg.reconstructable(fragile_job), instance)
        assert done.success, log.read_text()
        kinds = [event.event_type for event in done.all_events]
    assert locked.exists()
    assert failed.exists()
    assert kinds.count(dg.DagsterEventType.STEP_UP_FOR_RETRY) == 1
    assert kinds.count(dg.DagsterEventType.STEP_RESTARTED) == 1
    assert kinds.count(dg.DagsterEventType.STEP_SUCCESS) == 1
