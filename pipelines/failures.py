"""Telling of runs that could not tell of themselves: killed, out of memory, timed out, never launched."""

from collections.abc import Iterator
from datetime import UTC, datetime

import dagster as dg

from pipelines.alerts import Alert, tell
from pipelines.night_jobs import TOLD, place_here


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="A run that failed and did not tell so itself: ALERT_WEBHOOK and the log hear of it.",
)
def run_failures(context: dg.RunFailureSensorContext) -> None:
    """Alert, unless the run's own code did."""
    run = context.dagster_run
    if TOLD in run.tags:
        return
    place, symbol = place_here(), run.tags.get("dagster/partition", "")
    why = place.without_secrets("; ".join(_said(context)) or str(context.failure_event.message))
    text = f"{f'{symbol}: ' if symbol else ''}{run.job_name} failed: {why} (run {run.run_id[:8]})"
    at = datetime.now(UTC).isoformat(timespec="seconds")
    tell(place.channels, Alert(symbol, "", "failed", f"{run.job_name}: {why}", None, at, text))


def _said(context: dg.RunFailureSensorContext) -> Iterator[str]:
    """Why each failed step failed, in its own words where it had some."""
    for event in context.get_step_failure_events():
        data = event.step_failure_data
        if data.user_failure_data and data.user_failure_data.description:
            yield data.user_failure_data.description
        elif data.error:
            yield data.error.message.strip()
