"""The jobs: a symbol's build and its night, selections of the same assets, its day so far, the weekly purge.

With them: where their steps are carried out, and what becomes of a run that fails.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import dagster as dg

from core.contracts.errors import DataError
from core.warehouse.snapshots import Overtaken
from pipelines.assets.night import NightFailed
from pipelines.assets.selections import BUILD_ASSETS, NIGHT_ASSETS
from pipelines.assets.today import session_so_far
from pipelines.nightly import tidy
from pipelines.nightly_context import context_here
from pipelines.runs import Unrecorded, conclude_failed

KEPT_RUNS = timedelta(days=90)
"""How long Dagster's runs stay."""

RETRY_POLICY = dg.RetryPolicy(max_retries=2, delay=60, backoff=dg.Backoff.EXPONENTIAL)
"""For what a step does not find itself: another run at work, a full disk."""

INTERRUPTS = (KeyboardInterrupt, dg.DagsterExecutionInterruptedError)
"""What Ctrl-C raises within a run."""

NOTIFIED = "almanac/notified"
"""Run tag: the run's own code alerted of its failure, so that no sensor does it again."""

_WARM_PROCESSES = {"start_method": {"forkserver": {"preload_modules": [f"{__package__}.definitions"]}}}
"""Each step's process begins with what the assets import."""

_RETRY_ALL_STEPS = {"dagster/retry_strategy": "ALL_STEPS"}
"""Run tag: a run that is repeated begins with the bars there are then."""

_NO_RETRY = {"dagster/retry_on_asset_or_op_failure": "false"}
"""Run tag: what this run found is the same when it is run again; what ends it from outside is not."""


def chosen_executor(environment: Mapping[str, str]) -> dg.ExecutorDefinition:
    """Where a run's steps are carried out, as ALMANAC_EXECUTOR says.

    `in_process` (the default): in the run itself. `multiprocess`: in processes of this machine. `celery`: on
    the Celery workers of the Redis at REDIS_URL, which only the process of a run has to know. DataError
    `bad_setting` where it is another, or where the extra `machines` is not installed.
    """
    name = environment.get("ALMANAC_EXECUTOR", "").strip() or "in_process"
    if name == "in_process":
        return dg.in_process_executor
    if name == "multiprocess":
        return dg.multiprocess_executor.configured(_WARM_PROCESSES, name="multiprocess")
    if name != "celery":
        expected = "expected one of in_process, multiprocess, celery."
        raise DataError(f"ALMANAC_EXECUTOR={name}: {expected}", code="bad_setting")
    try:
        from pipelines.celery_steps import celery_steps, is_reachable  # only with the extra `machines`
    except ImportError as error:
        text = f"ALMANAC_EXECUTOR=celery: {error}. Install it: pip install 'session-almanac[machines]'."
        raise DataError(text, code="bad_setting") from error
    redis_url = environment.get("REDIS_URL", "").strip()
    return celery_steps(redis_url) if is_reachable(redis_url) else without_broker


@dg.executor(name="celery", requirements=dg.multiple_process_executor_requirements())
def without_broker(init_context: dg.InitExecutorContext) -> dg.Executor:
    """Fail the run: Celery without a Redis that other machines reach."""
    expected = "expected an address that every worker reaches, such as redis://10.0.0.5:6379/0"
    raise dg.DagsterInvariantViolationError(f"REDIS_URL: {expected}, as ALMANAC_EXECUTOR is celery.")


def not_again(context: dg.OpExecutionContext | dg.HookContext, **tags: str) -> None:
    """Keep Dagster from repeating this run for what its code found; `tags` go with it."""
    context.instance.add_run_tags(context.run_id, _NO_RETRY | tags)


def _symbol_of(context: dg.HookContext) -> str:
    run = context.instance.get_run_by_id(context.run_id)
    return "" if run is None else run.tags.get("dagster/partition", "")


@dg.failure_hook
def not_repeated(context: dg.HookContext) -> None:
    """Disable the retry of a run whose own code found a fault; an overtaken run is retried."""
    failure = context.op_exception
    if not isinstance(failure, dg.Failure) or failure.allow_retries:
        return
    if not isinstance(failure.__cause__, Overtaken):
        not_again(context)


@dg.success_hook(required_resource_keys={"nightly_context"})
def well_again(context: dg.HookContext) -> None:
    """Resolve the symbol's alerts once the last step of its build is done."""
    if context.step_key == "redis_publish":
        nightly_context = context.resources.nightly_context
        nightly_context.alerts.settled(_symbol_of(context), nightly_context.stamp())


@dg.failure_hook(required_resource_keys={"nightly_context", "night_lock"})
def night_failed(context: dg.HookContext) -> None:
    """Record and alert of a night that a step ended; one that was overtaken is retried instead.

    One that somebody stopped at the command is not alerted of: they know.
    """
    failure = context.op_exception
    if isinstance(failure, INTERRUPTS) and context.resources.night_lock is None:
        return
    cause = (failure.__cause__ if isinstance(failure, dg.Failure) else None) or failure
    if cause is None or isinstance(cause, Overtaken):
        return
    if not isinstance(cause, NightFailed):
        with suppress(Unrecorded):
            conclude_failed(context.resources.nightly_context, _symbol_of(context), cause)
    not_again(context, **{NOTIFIED: "true"})


build_symbol = dg.define_asset_job(
    "build_symbol",
    dg.AssetSelection.assets(*BUILD_ASSETS),
    description="One symbol's bars to its published snapshot, in the warehouse and in Redis.",
    executor_def=chosen_executor(os.environ),
    op_retry_policy=RETRY_POLICY,
    hooks={not_repeated, well_again},
    tags=_RETRY_ALL_STEPS,
)

nightly = dg.define_asset_job(
    "nightly",
    dg.AssetSelection.assets(*NIGHT_ASSETS),
    description="One symbol's night: fetch, import, build, check, publish, record, alert.",
    executor_def=chosen_executor(os.environ),
    op_retry_policy=RETRY_POLICY,
    hooks={night_failed},
    tags=_RETRY_ALL_STEPS,
)


so_far = dg.define_asset_job(
    "so_far",
    dg.AssetSelection.assets(session_so_far),
    description="One symbol's session so far, from the provider; kept apart from bars and snapshots.",
    executor_def=dg.in_process_executor,
    op_retry_policy=dg.RetryPolicy(max_retries=1, delay=20),
    tags=_NO_RETRY | {"dagster/max_runtime": "240"},
)
"""Not repeated as a run: the next one comes within five minutes."""


@dg.op(description="Remove runs older than 90 days, snapshots beyond retention and files put away long ago.")
def purged(context: dg.OpExecutionContext) -> None:
    runs = purge_runs(context.instance, datetime.now(UTC))
    context.add_output_metadata({"runs": runs, **tidy(context_here())})


@dg.job(executor_def=dg.in_process_executor, description="The weekly purge.")
def purge() -> None:
    purged()


def purge_runs(instance: dg.DagsterInstance, now: datetime) -> int:
    """Delete the finished runs that were created more than 90 days before `now`; how many."""
    finished = [dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]
    records = instance.get_run_records(dg.RunsFilter(statuses=finished, created_before=now - KEPT_RUNS))
    for record in records:
        instance.delete_run(record.dagster_run.run_id)
    return len(records)
