"""Dagster's shell of the nightly run: one job, partitioned by symbol, and the weekly purge."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg

from core.build.steps import StepReport
from core.storage.nights import Night
from core.storage.paths import Warehouse
from pipelines.assets import SYMBOLS
from pipelines.executors import chosen_executor
from pipelines.night_place import NightPlace, place_of, silent
from pipelines.nightly import refuse_unclaimed, run_night
from pipelines.retention import KEPT_RUNS, tidy

AGAIN = dg.RetryPolicy(max_retries=2, delay=60, backoff=dg.Backoff.EXPONENTIAL)
"""For what the run itself does not catch: another run at work, a full disk."""

TOLD = "almanac/told"
"""Run tag: the run's own code told of its failure, so that no sensor tells again."""

_NOT_AGAIN = {"dagster/retry_on_asset_or_op_failure": "false"}
"""Run tag: what this run found is the same when it is run again; what ends it from outside is not."""


def place_here(progress: Callable[[StepReport], None] = silent) -> NightPlace:
    """The place that this process's environment describes; ALMANAC_WAREHOUSE, else ./warehouse."""
    folder = Path(os.environ.get("ALMANAC_WAREHOUSE") or "warehouse")
    return place_of(Warehouse(folder), os.environ, progress)


def log_step(context: dg.OpExecutionContext, report: StepReport) -> None:
    """Show a build's step as a materialisation, and its checks with their verdicts and numbers."""
    numbers = {**report.numbers, "seconds": round(report.seconds, 3)}
    context.log_event(
        dg.AssetMaterialization(report.step, metadata=dict(numbers), partition=context.partition_key)
    )
    key = dg.AssetKey(report.step)
    for name, found in report.checked.items():
        evaluation = dg.AssetCheckEvaluation(
            key,
            name,
            found.passed,
            metadata=dict(found.numbers),
            severity=dg.AssetCheckSeverity.ERROR,
            description=None if found.passed else found.remedy,
            blocking=True,
            partition=context.partition_key,
        )
        # Accepted at run time; its annotation leaves evaluations out.
        context.log_event(evaluation)  # type: ignore[arg-type]


def not_again(context: dg.OpExecutionContext, **tags: str) -> None:
    """Keep Dagster from repeating this run for what its code is about to raise; `tags` go with it."""
    context.instance.add_run_tags(context.run_id, _NOT_AGAIN | tags)


@dg.op(retry_policy=AGAIN, description="Fetch, import, build, check, publish, record, alert.")
def night(context: dg.OpExecutionContext) -> None:
    """Run the symbol's night; a night that somebody has to look at is a failed run."""
    try:
        _night(context)
    except Exception:
        not_again(context, **{TOLD: "true"})
        raise


def _night(context: dg.OpExecutionContext) -> None:
    place = place_here(lambda report: log_step(context, report))
    refuse_unclaimed(place)
    done = run_night(place, context.partition_key)
    last = done.last
    if last is None:
        return
    context.add_output_metadata(_numbers(done))
    if last.result not in ("ok", "late") or last.refused:
        why = last.why or "; ".join(each.why for each in last.refused)
        raise dg.Failure(f"{done.symbol} {done.session}: {last.result}: {why}", allow_retries=False)


def _numbers(done: Night) -> dict[str, dg.MetadataValue]:
    last = done.tries[-1]
    added, replaced = sum(each.added for each in last.arrived), sum(each.replaced for each in last.arrived)
    return {
        "session": dg.MetadataValue.text(done.session),
        "result": dg.MetadataValue.text(str(last.result)),
        "files": dg.MetadataValue.int(len(last.arrived)),
        "bars_added": dg.MetadataValue.int(added),
        "bars_replaced": dg.MetadataValue.int(replaced),
        "snapshot_id": dg.MetadataValue.text(str(last.snapshot_id)),
    }


@dg.job(
    partitions_def=SYMBOLS,
    executor_def=chosen_executor(os.environ),
    description="One symbol's night, from the vendor to the published snapshot.",
)
def nightly() -> None:
    """Fetch to alert, for one symbol."""
    night()


@dg.op(description="Remove runs older than 90 days, snapshots beyond retention and files put away long ago.")
def purged(context: dg.OpExecutionContext) -> None:
    """Clear away what nights and runs leave behind."""
    tidied = tidy(place_here())
    runs = purge_runs(context.instance, datetime.now(UTC))
    context.add_output_metadata(
        {"runs": runs, "snapshots": tidied.snapshots, "files": tidied.files, "nights": tidied.nights}
    )


@dg.job(executor_def=dg.in_process_executor, description="The weekly purge.")
def purge() -> None:
    """Runs, snapshots, files."""
    purged()


def purge_runs(instance: dg.DagsterInstance, now: datetime) -> int:
    """Delete the finished runs that were created more than 90 days before `now`; how many."""
    old = dg.RunsFilter(statuses=list(_FINISHED), created_before=now - KEPT_RUNS)
    records = instance.get_run_records(filters=old)
    for record in records:
        instance.delete_run(record.dagster_run.run_id)
    return len(records)


_FINISHED = (dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED)
