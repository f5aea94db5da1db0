"""Dagster's jobs run in the process of the `almanac` command, recorded in the instance of DAGSTER_HOME."""

import os
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import dagster as dg

from core.build.steps import StepReport
from core.contracts.errors import AlmanacError, DataError
from core.importing.drop import DropFolder
from core.warehouse.due import due_session
from core.warehouse.nights import Night, read_attempt, read_night
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import Overtaken
from pipelines.alerts import Alerts
from pipelines.assets.selections import NIGHT_ASSETS
from pipelines.assets.steps import STEP_ASSETS
from pipelines.assets.work_folder import work_folder
from pipelines.jobs import INTERRUPTS, NOTIFIED, night_failed, purge_runs
from pipelines.nightly import calendar_of, conclude
from pipelines.nightly_context import NightlyContext
from pipelines.runs import Unrecorded

QUIET: dict[str, Any] = {
    "telemetry": {"enabled": False},
    "compute_logs": {
        "module": "dagster.core.storage.noop_compute_log_manager",
        "class": "NoOpComputeLogManager",
    },
}
"""Settings of an instance for runs of the command: they print where it prints."""

_BY_COMMAND = {"dagster/max_retries": "0", NOTIFIED: "true"}
"""Run tags: the command repeats its own runs and reports their failures."""


def recording_instance() -> dg.DagsterInstance:
    """The instance of DAGSTER_HOME; DataError `bad_setting` where it cannot be opened."""
    home = Path(os.environ["DAGSTER_HOME"]).expanduser()
    expected = "expected a folder with Dagster's dagster.yaml, or leave it empty to record nothing"
    if not home.is_dir():
        raise DataError(f"DAGSTER_HOME={home}: is no folder; {expected}.", code="bad_setting")
    try:
        return dg.DagsterInstance.local_temp(str(home.resolve()), overrides=QUIET)
    except (dg.DagsterError, OSError) as error:
        found = " ".join(str(error).partition(" Expected:")[0].split())  # the rest is Dagster's whole schema
        raise DataError(f"DAGSTER_HOME={home}: {found} {expected}.", code="bad_setting") from error


def record_build(warehouse: Warehouse, symbol: str, progress: Callable[[StepReport], None]) -> None:
    """Run the job of a build; it raises what the loop of steps raises."""
    drop, alerts = DropFolder(warehouse.drop), Alerts(warehouse.open_alerts)
    context = NightlyContext(warehouse, drop, None, alerts, progress=progress)
    try:
        _run("build_symbol", context, symbol, raise_on_error=True)
    except dg.Failure as failure:
        if isinstance(failure.__cause__, AlmanacError):
            raise failure.__cause__ from None
        raise


def record_night(context: NightlyContext, symbol: str) -> Night:
    """The night's job; a run that was overtaken, or that Dagster itself ended, is repeated once."""
    session = due_session(context.now(), calendar_of(symbol)).session
    with recording_instance() as instance:
        purge_runs(instance, context.now())
    trouble = _trouble(context, symbol, session) and _trouble(context, symbol, session)
    if trouble:
        return conclude(context, symbol, read_attempt(context.warehouse, symbol), trouble)
    found = read_night(context.warehouse, symbol, session)
    if found is None:
        raise DataError(f"{symbol}: the night's run left no record. Run: almanac nightly {symbol}")
    return found


def _trouble(context: NightlyContext, symbol: str, session: date) -> str:
    """Run the night's job; returns why its record is still open, "" where it is not.

    DataError where Dagster ended the run before the record began. Unrecorded where a step failed and the
    record could not be closed.
    """
    before = read_night(context.warehouse, symbol, session)
    done = _run("nightly", context, symbol, raise_on_error=False)
    failed = done.filter_events(lambda event: event.is_step_failure)
    for event in failed:
        error = event.step_failure_data.error
        if error and error.cause and error.cause.cls_name == Overtaken.__name__:
            return error.cause.message.partition(": ")[2].strip()
    night = read_night(context.warehouse, symbol, session)
    if done.success or (night and night != before and night.last and night.last.ended):
        return ""
    if failed:
        raise Unrecorded(_why(failed[0]))
    errors = [
        event.job_failure_data.error for event in done.filter_events(lambda event: event.is_run_failure)
    ]
    why = "; ".join(error.message.strip() for error in errors if error)
    if night == before:
        raise DataError(f"{symbol}: Dagster ended the run: {why}. Run: almanac nightly {symbol}")
    return f"Dagster ended the run: {why}"


def _why(event: dg.DagsterEvent) -> str:
    """Why a step failed: in its code's own sentence, or in Dagster's words."""
    found, error = event.step_failure_data.user_failure_data, event.step_failure_data.error
    cause = error.cause if error and error.cause else error
    return (found and found.description) or (cause.message.strip() if cause else "no reason is known")


def _run(
    job: str, context: NightlyContext, symbol: str, *, raise_on_error: bool
) -> dg.ExecuteInProcessResult:
    """Run a job in this process; KeyboardInterrupt where it was stopped."""
    with recording_instance() as instance:
        try:
            done = (
                _jobs()
                .resolve_job_def(job)
                .execute_in_process(
                    run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
                    instance=instance,
                    partition_key=symbol,
                    resources={"nightly_context": context},
                    raise_on_error=raise_on_error,
                    tags=_BY_COMMAND,
                )
            )
        except INTERRUPTS:
            raise KeyboardInterrupt from None
    if done.filter_events(is_interrupt):
        raise KeyboardInterrupt
    return done


def is_interrupt(event: dg.DagsterEvent) -> bool:
    """Whether a run was ended from outside, and not by what it found."""
    if event.is_step_failure:
        source = event.step_failure_data.error_source
        return source is not None and source.name == "INTERRUPT"
    reason = event.job_failure_data.failure_reason if event.is_run_failure else None
    return reason is not None and reason.name == "UNEXPECTED_TERMINATION"


@cache
def _jobs() -> dg.Definitions:
    """The same assets without retries, as a person waits for the command.

    A build by `almanac build` has no Redis to publish in: the command does that itself.
    """
    nothing = dg.ResourceDefinition.none_resource()
    return dg.Definitions(
        assets=NIGHT_ASSETS,
        jobs=[
            dg.define_asset_job("build_symbol", dg.AssetSelection.assets(*STEP_ASSETS)),
            dg.define_asset_job("nightly", dg.AssetSelection.assets(*NIGHT_ASSETS), hooks={night_failed}),
        ],
        resources={
            "work_folder": work_folder,
            "io_manager": work_folder,  # Dagster's own is not used and a quarter second to import
            "nightly_context": nothing,
            "night_lock": nothing,
        },
        executor=dg.in_process_executor,
    )
