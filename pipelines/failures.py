"""What becomes of a run that fails: whether it is repeated, and who is told by whom."""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from core.storage.snapshots import Overtaken
from pipelines.alerts import Alert, notify, settle
from pipelines.nightly_context import place_here

NOTIFIED = "almanac/notified"
"""Run tag: the run's own code told of its failure, so that no sensor tells again."""

_NOT_AGAIN = {"dagster/retry_on_asset_or_op_failure": "false"}
"""Run tag: what this run found is the same when it is run again; what ends it from outside is not."""

_LAST_OF_BUILD = "redis_publish"


def not_again(context: dg.OpExecutionContext | dg.HookContext, **tags: str) -> None:
    """Keep Dagster from repeating this run for what its code found; `tags` go with it."""
    context.instance.add_run_tags(context.run_id, _NOT_AGAIN | tags)


def symbol_of(context: dg.HookContext) -> str:
    """The symbol of a hook's run."""
    run = context.instance.get_run_by_id(context.run_id)
    return "" if run is None else run.tags.get("dagster/partition", "")


@dg.failure_hook
def not_repeated(context: dg.HookContext) -> None:
    """A run whose own code found a fault is not repeated; one that was overtaken is."""
    failure = context.op_exception
    if not isinstance(failure, dg.Failure) or failure.allow_retries:
        return
    if not isinstance(failure.__cause__, Overtaken):
        not_again(context)


@dg.success_hook(required_resource_keys={"place"})
def well_again(context: dg.HookContext) -> None:
    """Tell who was told otherwise that all is well with the symbol, once its build's last step is done."""
    if context.step_key == _LAST_OF_BUILD:
        place = context.resources.place
        settle(place.channels, symbol_of(context), place.now().isoformat(timespec="seconds"))


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="A run that failed and did not tell so itself: ALERT_WEBHOOK and the log hear of it.",
)
def run_failures(context: dg.RunFailureSensorContext) -> None:
    """Alert, unless the run's own code did."""
    run = context.dagster_run
    if NOTIFIED in run.tags:
        return
    place, symbol = place_here(), run.tags.get("dagster/partition", "")
    why = place.without_secrets("; ".join(_messages(context)) or str(context.failure_event.message))
    text = f"{f'{symbol}: ' if symbol else ''}{run.job_name} failed: {why} (run {run.run_id[:8]})"
    at = datetime.now(UTC).isoformat(timespec="seconds")
    notify(place.channels, Alert(symbol, "", "failed", f"{run.job_name}: {why}", None, at, text))


def _messages(context: dg.RunFailureSensorContext) -> Iterator[str]:
    """Why each failed step failed, in its own words where it had some."""
    for event in context.get_step_failure_events():
        data = event.step_failure_data
        if data.user_failure_data and data.user_failure_data.description:
            yield data.user_failure_data.description
        elif data.error:
            yield data.error.message.strip()
