"""A step that asks to be done again is, by the Dask worker that has it."""

import os
from pathlib import Path

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
    with (
        LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        dg.instance_for_test(temp_dir=str(tmp_path)) as instance,
    ):
        done = dg.execute_job(
            dg.reconstructable(fragile),
            instance,
            run_config={"execution": {"config": {"address": cluster.scheduler_address}}},
        )
        kinds = [event.event_type for event in done.all_events]
        assert done.success
    assert dg.DagsterEventType.STEP_UP_FOR_RETRY in kinds
    assert dg.DagsterEventType.STEP_RESTARTED in kinds
