"""A step that asks to be done again is, by its Dask worker; so is one that Dagster's storage broke."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from distributed import LocalCluster

from pipelines.dask_runs import dask_runs


@dg.op(retry_policy=dg.RetryPolicy(max_retries=2))
def fails_once() -> None:
    """Fails where its file is not there yet, which it then is."""
    marker = Path(os.environ["FAILED_ONCE"])
    if not marker.exists():
        marker.touch()
        raise OSError(28, "No space left on device")


@dg.job(executor_def=dask_runs)
def fragile() -> None:
    fails_once()


def test_a_step_that_failed_once_is_done_again_on_its_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAILED_ONCE", str(tmp_path / "failed"))
    kinds = run_on_a_worker(tmp_path)
    assert dg.DagsterEventType.STEP_UP_FOR_RETRY in kinds
    assert dg.DagsterEventType.STEP_RESTARTED in kinds


def test_a_worker_that_found_dagsters_storage_locked_is_sent_the_step_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAILED_ONCE", str(tmp_path))
    opened, locked = dg.DagsterInstance.from_ref, [sqlite3.OperationalError("database is locked")]

    def from_ref(ref: Any) -> dg.DagsterInstance:
        if locked:
            raise locked.pop()
        return opened(ref)

    monkeypatch.setattr(dg.DagsterInstance, "from_ref", staticmethod(from_ref))
    assert dg.DagsterEventType.STEP_SUCCESS in run_on_a_worker(tmp_path)
    assert not locked


def run_on_a_worker(tmp_path: Path) -> list[dg.DagsterEventType]:
    """The kinds of events of a run of `fragile` that succeeds."""
    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address=":0") as cluster,  # type: ignore[no-untyped-call]
        dg.instance_for_test(temp_dir=str(tmp_path)) as instance,
    ):
        done = dg.execute_job(
            dg.reconstructable(fragile),
            instance,
            run_config={"execution": {"config": {"address": cluster.scheduler_address}}},
        )
        assert done.success
        return [event.event_type for event in done.all_events]
