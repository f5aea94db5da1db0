"""The jobs, each a selection of the same assets: a symbol's build, its night, and the weekly purge."""

import os
from datetime import UTC, datetime

import dagster as dg

from pipelines.assets import ASSETS
from pipelines.executors import chosen_executor
from pipelines.failures import not_repeated, well_again
from pipelines.night_assets import imported, night, night_failed
from pipelines.nightly_context import place_here
from pipelines.retention import KEPT_RUNS, tidy

AGAIN = dg.RetryPolicy(max_retries=2, delay=60, backoff=dg.Backoff.EXPONENTIAL)
"""For what a step does not find itself: another run at work, a full disk."""

_ALL_AGAIN = {"dagster/retry_strategy": "ALL_STEPS"}
"""Run tag: a run that is repeated begins with the bars there are then."""

BUILD = dg.AssetSelection.assets(*ASSETS)
NIGHT = dg.AssetSelection.assets(imported, *ASSETS, night)

build_symbol = dg.define_asset_job(
    "build_symbol",
    BUILD,
    description="One symbol's bars to its published snapshot, in the warehouse and in Redis.",
    executor_def=chosen_executor(os.environ),
    op_retry_policy=AGAIN,
    hooks={not_repeated, well_again},
    tags=_ALL_AGAIN,
)

nightly = dg.define_asset_job(
    "nightly",
    NIGHT,
    description="One symbol's night: fetch, import, build, check, publish, record, alert.",
    executor_def=chosen_executor(os.environ),
    op_retry_policy=AGAIN,
    hooks={night_failed},
    tags=_ALL_AGAIN,
)


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
