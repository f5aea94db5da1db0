"""A run that cannot tell of itself is told of by Dagster's run-failure sensor, once."""

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from pipelines.definitions import defs, run_failures
from pipelines.jobs import NOTIFIED, not_again

ROOT = Path(__file__).resolve().parents[3]
PARTITION = {"dagster/partition": "ES"}
build_symbol, nightly = (defs.resolve_job_def(name) for name in ("build_symbol", "nightly"))


@dg.op
def breaking() -> None:
    raise dg.Failure("the bars are bad", allow_retries=False)


@dg.job
def failing() -> None:
    breaking()


@dg.op
def telling(context: dg.OpExecutionContext) -> None:
    not_again(context, **{NOTIFIED: "true"})
    raise dg.Failure("told", allow_retries=False)


@dg.job
def marked() -> None:
    telling()


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ALMANAC_DROP", "ALMANAC_PROVIDER", "ALERT_WEBHOOK", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ALMANAC_WAREHOUSE", str(tmp_path / "warehouse"))
    return tmp_path


def told(instance: dg.DagsterInstance, run_id: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the sensor says of a failed run."""
    run = instance.get_run_by_id(run_id)
    assert run is not None
    assert run.status is dg.DagsterRunStatus.FAILURE
    records = instance.get_records_for_run(run_id, of_type=dg.DagsterEventType.RUN_FAILURE).records
    event = records[-1].event_log_entry.dagster_event
    assert event is not None
    caplog.clear()
    context = dg.build_run_status_sensor_context("run_failures", event, instance, run)
    with caplog.at_level(logging.WARNING, logger="almanac.nightly"):
        run_failures(context.for_run_failure())
    return [record.message for record in caplog.records if record.name == "almanac.nightly"]


def test_the_sensor_runs_from_the_start() -> None:
    (found,) = (each for each in defs.get_repository_def().sensor_defs if each.name == "run_failures")
    assert found.default_status is dg.DefaultSensorStatus.RUNNING


@pytest.mark.parametrize(
    "why",
    [
        "Run execution process for it unexpectedly exited with exit code -9.",
        "Exceeded maximum runtime of 3600 seconds.",
        "Run worker failed to start: no such image.",
    ],
)
@pytest.mark.parametrize("job", [nightly, build_symbol])
def test_a_run_that_was_ended_from_outside_is_told(
    caplog: pytest.LogCaptureFixture, why: str, job: dg.JobDefinition
) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        run = instance.create_run_for_job(job, status=dg.DagsterRunStatus.STARTED, tags=PARTITION)
        instance.report_run_failed(run, message=why)
        assert told(instance, run.run_id, caplog) == [f"ES: {job.name} failed: {why} (run {run.run_id[:8]})"]


def test_a_step_that_failed_is_told_in_its_own_words(caplog: pytest.LogCaptureFixture) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        broken = failing.execute_in_process(instance=instance, raise_on_error=False)
        (text,) = told(instance, broken.run_id, caplog)
    assert text.startswith("failing failed: the bars are bad (run ")


def test_what_told_itself_is_not_told_again(caplog: pytest.LogCaptureFixture) -> None:
    with dg.DagsterInstance.ephemeral() as instance:
        failed = marked.execute_in_process(instance=instance, raise_on_error=False)
        assert told(instance, failed.run_id, caplog) == []


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dg.DagsterInstance]:
    """An instance as dagster.yaml makes it, with run retries."""
    shutil.copy(ROOT / "dagster.yaml", tmp_path)
    monkeypatch.setenv("DAGSTER_STORAGE_DIR", str(tmp_path))
    with dg.DagsterInstance.from_config(str(tmp_path)) as made:
        yield made


def is_repeated(instance: dg.DagsterInstance, run_id: str) -> bool:
    """Whether Dagster said at the end of a failed run that it will run it again."""
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.tags["dagster/will_retry"] == "true"


@pytest.mark.parametrize(("job", "expected"), [(failing, True), (marked, False)])
def test_what_a_runs_own_code_found_and_marked_is_not_repeated(
    instance: dg.DagsterInstance, job: dg.JobDefinition, expected: bool
) -> None:
    ended = job.execute_in_process(instance=instance, raise_on_error=False)
    assert is_repeated(instance, ended.run_id) is expected


@pytest.mark.parametrize("job", [nightly, build_symbol, marked])
def test_what_ends_a_run_from_outside_is_repeated(
    instance: dg.DagsterInstance, job: dg.JobDefinition
) -> None:
    tags = dict(PARTITION)
    if job is marked:
        ended = instance.get_run_by_id(job.execute_in_process(instance=instance, raise_on_error=False).run_id)
        assert ended is not None
        tags = {name: ended.tags[name] for name in (NOTIFIED, "dagster/retry_on_asset_or_op_failure")}
    run = instance.create_run_for_job(job, status=dg.DagsterRunStatus.STARTED, tags=tags)
    instance.report_run_failed(run)
    assert is_repeated(instance, run.run_id)
