"""Dagster's jobs run in this process, for the `almanac` command; of a run only what it made is kept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import dagster as dg

from core.build.steps import StepReport
from core.contracts.errors import AlmanacError, DataError
from core.importing.drop import DropFolder
from core.market.calendar import exchange_calendar
from core.market.instruments import instrument
from core.storage.due import due_session
from core.storage.nights import Busy, Night, only_run, read_attempt, read_night
from core.storage.paths import Warehouse
from core.storage.snapshots import Overtaken
from pipelines.assets import ASSETS, warehouse_parts
from pipelines.jobs import BUILD, NIGHT
from pipelines.night_assets import imported, night, night_failed
from pipelines.nightly import conclude, notify_failed
from pipelines.nightly_context import NightlyContext, silent

_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


@dataclass(frozen=True, slots=True)
class BuiltSnapshot:
    """The outcome of a build; `is_new` is false where the very same snapshot was there already."""

    symbol: str
    snapshot_id: str
    full_sessions: int
    is_new: bool


def build_snapshot(
    warehouse: Warehouse, symbol: str, progress: Callable[[StepReport], None] = silent
) -> BuiltSnapshot:
    """Build the symbol's bars into a snapshot and publish it; `progress` hears of every step.

    Where a whole snapshot of these very bars, definitions and code is there, it is pointed at. DataError on
    any fault; then the snapshot served before is still served.
    """
    instrument(symbol)
    reports: dict[str, StepReport] = {}

    def heard(report: StepReport) -> None:
        reports[report.step] = report
        progress(report)

    place = NightlyContext(warehouse, DropFolder(warehouse.drop), None, (), progress=heard)
    try:
        _run("build_symbol", place, symbol, raise_on_error=True)
    except dg.Failure as failure:
        if isinstance(failure.__cause__, AlmanacError):
            raise failure.__cause__ from None
        raise
    made = reports["snapshot"]
    is_new = not any("is_there" in verdict.numbers for verdict in made.checked.values())
    return BuiltSnapshot(symbol, str(made.numbers["id"]), int(reports["sessions"].numbers["full"]), is_new)


def run_night(place: NightlyContext, symbol: str) -> Night:
    """Do what is to be done for the session that is due, and return the night's record.

    What a vendor, a file or a build did is the record's result and no exception. Busy where another run of
    the symbol is at work; what keeps the record itself from being made is told and raised: DataError for an
    unknown symbol, a calendar that ends or a damaged record, OSError for a disk that cannot be written.
    """
    try:
        with only_run(place.warehouse, symbol):
            return _night(place, symbol)
    except Busy:
        raise
    except Exception as error:
        notify_failed(place, symbol, error)
        raise


def _night(place: NightlyContext, symbol: str) -> Night:
    """The night's job; a build that was overtaken is done again, once."""
    session = due_session(place.now(), exchange_calendar(instrument(symbol).calendar)).session
    read_night(place.warehouse, symbol, session)
    overtaken = _overtaken(place, symbol) and _overtaken(place, symbol)
    if overtaken:
        return conclude(place, symbol, read_attempt(place.warehouse, symbol), overtaken)
    found = read_night(place.warehouse, symbol, session)
    if found is None:
        raise DataError(f"{symbol}: the night's run left no record. Run: almanac nightly {symbol}")
    return found


def _overtaken(place: NightlyContext, symbol: str) -> str:
    """Run the night's job; by what its build was overtaken, if it was."""
    done = _run("nightly", place, symbol, raise_on_error=False)
    errors = (event.step_failure_data.error for event in done.all_events if event.is_step_failure)
    causes = (error.cause for error in errors if error)
    found = (cause.message for cause in causes if cause and cause.cls_name == Overtaken.__name__)
    return next(found, "").partition(": ")[2].strip()


def _run(job: str, place: NightlyContext, symbol: str, *, raise_on_error: bool) -> dg.ExecuteInProcessResult:
    with dg.DagsterInstance.ephemeral(settings={"telemetry": {"enabled": False}}) as instance:
        return (
            _jobs()
            .resolve_job_def(job)
            .execute_in_process(
                run_config=_QUIET,
                instance=instance,
                partition_key=symbol,
                resources={"place": place},
                raise_on_error=raise_on_error,
            )
        )


@cache
def _jobs() -> dg.Definitions:
    """The same selections of the same assets; what fails here fails at once, for who asked is waiting."""
    nothing = dg.ResourceDefinition.none_resource()
    return dg.Definitions(
        assets=[imported, *ASSETS, night],
        jobs=[
            dg.define_asset_job("build_symbol", BUILD),
            dg.define_asset_job("nightly", NIGHT, hooks={night_failed}),
        ],
        # Dagster's own IO manager, which nothing here uses, takes a quarter of a second to import.
        resources={
            "parts": warehouse_parts,
            "io_manager": warehouse_parts,
            "place": nothing,
            "turn": nothing,
        },
        executor=dg.in_process_executor,
    )
