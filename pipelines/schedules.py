"""When nights begin: 18:30 New York and once more at 02:30, on the exchange's days only."""

from datetime import datetime

import dagster as dg

from core.contracts.errors import DataError
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.storage.due import DueSession, due_session
from core.storage.night_figures import lacking, served
from pipelines.jobs import nightly, purge
from pipelines.nightly_context import NightlyContext, place_here

ZONE = "America/New_York"
Requests = list[dg.RunRequest] | dg.SkipReason


@dg.schedule(job=nightly, cron_schedule="30 18 * * 1-5", execution_timezone=ZONE)
def nightly_first_try(context: dg.ScheduleEvaluationContext) -> Requests:
    """18:30 on session days: what closed today is due."""
    return requests_at(context.scheduled_execution_time, place_here(), is_second=False)


@dg.schedule(job=nightly, cron_schedule="30 2 * * 2-6", execution_timezone=ZONE)
def nightly_second_try(context: dg.ScheduleEvaluationContext) -> Requests:
    """02:30 after session days, for the symbols whose session is not served yet."""
    return requests_at(context.scheduled_execution_time, place_here(), is_second=True)


@dg.schedule(job=purge, cron_schedule="0 12 * * 0", execution_timezone=ZONE)
def weekly_purge() -> dg.RunRequest:
    """Sundays at noon, when no session is open."""
    return dg.RunRequest()


def requests_at(moment: datetime, place: NightlyContext, *, is_second: bool) -> Requests:
    """A run per symbol keyed by the session that is due at `moment`, or the reasons why there is none.

    Where the calendar cannot say what is due, a run is asked for all the same, which tells.
    """
    requests, reasons = [], []
    for symbol in place.symbols():
        try:
            due = due_session(moment, exchange_calendar(instrument(symbol).calendar))
        except DataError:
            requests.append(_request(symbol, str(moment.date())))
            continue
        reason = _skipped(moment, place, symbol, due, is_second=is_second)
        if reason:
            reasons.append(f"{symbol}: {reason}")
        else:
            requests.append(_request(symbol, str(due.session)))
    return requests or dg.SkipReason("; ".join(reasons) or "no symbol has bars yet")


def _request(symbol: str, session: str) -> dg.RunRequest:
    return dg.RunRequest(run_key=f"{symbol} {session}", partition_key=symbol)


def _skipped(
    moment: datetime, place: NightlyContext, symbol: str, due: DueSession, *, is_second: bool
) -> str:
    local = moment.astimezone(due.last_try.tzinfo).date()
    if local != (due.last_try.date() if is_second else due.session):
        return f"no session of the exchange closed, the last was {due.session}"
    if is_second and lacking(served(place.warehouse, symbol), due.session) is None:
        return f"{due.session} is served"
    return ""
