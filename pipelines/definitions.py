"""What Dagster loads (`dagster dev -m pipelines.definitions`): assets, jobs, and when they run.

Nights begin at 18:30 New York and once more at 02:30, on the exchange's days only, and when files come. The
session so far is asked for every five minutes while it is going on.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime

import dagster as dg
import orjson

from core.contracts.errors import DataError
from core.importing.drop import Look, is_quiet
from core.warehouse.due import NEW_YORK, DueSession, due_session, is_going_on, lacking, served
from pipelines.alerts import Alert
from pipelines.assets.imported import night_lock
from pipelines.assets.selections import NIGHT_ASSETS
from pipelines.assets.today import session_so_far
from pipelines.assets.work_folder import work_folder
from pipelines.jobs import NOTIFIED, build_symbol, nightly, purge, so_far
from pipelines.nightly import calendar_of
from pipelines.nightly_context import NightlyContext, context_here

ZONE = "America/New_York"
Requests = list[dg.RunRequest] | dg.SkipReason


@dg.schedule(job=nightly, cron_schedule="30 18 * * 1-5", execution_timezone=ZONE)
def nightly_first_try(context: dg.ScheduleEvaluationContext) -> Requests:
    """18:30 on session days: what closed today is due."""
    return requests_at(context.scheduled_execution_time, context_here(), is_second=False)


@dg.schedule(job=nightly, cron_schedule="30 2 * * 2-6", execution_timezone=ZONE)
def nightly_second_try(context: dg.ScheduleEvaluationContext) -> Requests:
    """02:30 after session days, for the symbols whose session is not served yet."""
    return requests_at(context.scheduled_execution_time, context_here(), is_second=True)


@dg.schedule(job=purge, cron_schedule="0 12 * * 0", execution_timezone=ZONE)
def weekly_purge() -> dg.RunRequest:
    """Sundays at noon, when no session is open."""
    return dg.RunRequest()


@dg.schedule(job=so_far, cron_schedule="*/5 9-16 * * 1-5", execution_timezone=ZONE)
def so_far_every_five_minutes(context: dg.ScheduleEvaluationContext) -> Requests:
    """09:25 to 16:20 on session days, to 13:20 on half days: the session so far."""
    return so_far_requests_at(context.scheduled_execution_time, context_here())


def so_far_requests_at(moment: datetime, context: NightlyContext) -> Requests:
    """A run per symbol with a session going on at `moment`, or the reasons why there is none."""
    if context.provider is None:
        return dg.SkipReason("ALMANAC_PROVIDER is empty: nobody can be asked for the session so far")
    requests, reasons = [], []
    for symbol in context.symbols():
        if served(context.warehouse, symbol) is None:
            reasons.append(f"{symbol}: nothing is published")
        elif not is_going_on(moment, calendar_of(symbol)):
            reasons.append(f"{symbol}: no session is going on")
        else:
            requests.append(_request(symbol, f"{moment.astimezone(NEW_YORK):%Y-%m-%dT%H:%M}"))
    return requests or dg.SkipReason("; ".join(reasons) or "no symbol has bars yet")


def requests_at(moment: datetime, context: NightlyContext, *, is_second: bool) -> Requests:
    """A run per symbol keyed by the session that is due at `moment`, or the reasons why there is none.

    Where the calendar cannot say what is due, a run is requested all the same, which alerts.
    """
    requests, reasons = [], []
    for symbol in context.symbols():
        try:
            due = due_session(moment, calendar_of(symbol))
        except DataError:
            requests.append(_request(symbol, str(moment.date())))
            continue
        reason = _skipped(moment, context, symbol, due, is_second=is_second)
        if reason:
            reasons.append(f"{symbol}: {reason}")
        else:
            requests.append(_request(symbol, str(due.session)))
    return requests or dg.SkipReason("; ".join(reasons) or "no symbol has bars yet")


def _request(symbol: str, key: str) -> dg.RunRequest:
    return dg.RunRequest(f"{symbol} {key}", partition_key=symbol)


def _skipped(
    moment: datetime, context: NightlyContext, symbol: str, due: DueSession, *, is_second: bool
) -> str:
    """Why no run of a symbol is due at `moment`; empty where one is."""
    local = moment.astimezone(due.last_try.tzinfo).date()
    if local != (due.last_try.date() if is_second else due.session):
        return f"no session of the exchange closed, the last was {due.session}"
    if is_second and lacking(served(context.warehouse, symbol), due.session) is None:
        return f"{due.session} is served"
    return ""


@dg.sensor(job=nightly, minimum_interval_seconds=60, description="New whole files in the drop folder.")
def drop_folder(context: dg.SensorEvaluationContext) -> dg.SensorResult:
    """Ask for a run per symbol whose waiting files look as they did at the look before."""
    before = orjson.loads(context.cursor or "{}")
    drop, requests = context_here().drop, []
    seen: dict[str, Look] = {}
    for symbol in drop.symbols():
        looks = {str(path): look for path, look in drop.waiting(symbol).items()}
        whole = [path for path, look in looks.items() if before.get(path) == [*look] and is_quiet(look)]
        if whole:
            listed = orjson.dumps(sorted((path, *looks[path]) for path in whole))
            requests.append(_request(symbol, hashlib.sha256(listed).hexdigest()[:16]))
        seen |= looks
    return dg.SensorResult(run_requests=requests, cursor=orjson.dumps(seen).decode())


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="A run that failed and did not tell so itself: ALERT_WEBHOOK and the log hear of it.",
)
def run_failures(context: dg.RunFailureSensorContext) -> None:
    """Alert, unless the run's own code did."""
    run = context.dagster_run
    if NOTIFIED in run.tags:
        return
    nightly_context, symbol = context_here(), run.tags.get("dagster/partition", "")
    messages = "; ".join(_step_messages(context)) or str(context.failure_event.message)
    why = nightly_context.without_secrets(messages)
    text = f"{f'{symbol}: ' if symbol else ''}{run.job_name} failed: {why} (run {run.run_id[:8]})"
    nightly_context.alerts.send(Alert(symbol, why=f"{run.job_name}: {why}", text=text))


def _step_messages(context: dg.RunFailureSensorContext) -> Iterator[str]:
    """Why each failed step failed, in its own words where it had some."""
    for event in context.get_step_failure_events():
        data = event.step_failure_data
        if data.user_failure_data and data.user_failure_data.description:
            yield data.user_failure_data.description
        elif data.error:
            yield data.error.message.strip()


@dg.resource(description="Where a run works and with whom, as its process's environment says.")
def nightly_context(context: dg.InitResourceContext) -> NightlyContext:
    return context_here()


defs = dg.Definitions(
    assets=[*NIGHT_ASSETS, session_so_far],
    jobs=[build_symbol, nightly, so_far, purge],
    schedules=[nightly_first_try, nightly_second_try, so_far_every_five_minutes, weekly_purge],
    sensors=[drop_folder, run_failures],
    resources={"work_folder": work_folder, "nightly_context": nightly_context, "night_lock": night_lock},
    executor=dg.in_process_executor,
)
