"""A build and a night of one symbol in this process, for the `almanac` command.

Where DAGSTER_HOME names an instance, Dagster runs the assets (`pipelines/recorded_runs.py`). Elsewhere the
same steps run as a loop, which saves the seconds that Dagster takes to start.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa

from core.build.run_build import run_build
from core.build.steps import StepReport
from core.contracts.errors import AlmanacError, DataError
from core.market.instruments import instrument
from core.processes.environment import keys_set_aside
from core.warehouse.bars import has_bars
from core.warehouse.nights import Busy, Night, only_run, read_attempt
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import Overtaken, clear_own_leftovers
from pipelines.alerts import LOG
from pipelines.nightly import bring_in, conclude, message_of, notify_failed
from pipelines.nightly_context import NightlyContext, silent


class Unrecorded(DataError, code="unrecorded"):
    """A night that failed and could not be recorded, as on a full disk; the alert was sent."""


@dataclass(frozen=True, slots=True)
class BuiltSnapshot:
    """The outcome of a build; `is_new` is false where the very same snapshot was there already."""

    symbol: str
    snapshot_id: str
    full_sessions: int
    is_new: bool


def is_recorded(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether builds and nights are runs of Dagster, because DAGSTER_HOME names an instance."""
    return bool(environment.get("DAGSTER_HOME", "").strip())


def build_snapshot(
    warehouse: Warehouse, symbol: str, progress: Callable[[StepReport], None] = silent
) -> BuiltSnapshot:
    """Build the symbol's bars into a snapshot and publish it; `progress` gets the report of every step.

    A whole snapshot of these very bars, definitions and code is published again. DataError on any fault,
    KeyboardInterrupt where it is stopped. The snapshot served before then stays served, unless the last step
    was stopped.
    """
    instrument(symbol)
    reports: dict[str, StepReport] = {}

    def heard(report: StepReport) -> None:
        reports[report.step] = report
        progress(report)

    with _one_symbol(warehouse, symbol):
        if is_recorded():
            from pipelines.recorded_runs import record_build  # Dagster takes seconds to import

            record_build(warehouse, symbol, heard)
        else:
            run_build(warehouse, symbol, heard)
    made = reports["snapshot"]
    is_new = "is_there" not in reports["pack"].numbers
    return BuiltSnapshot(symbol, str(made.numbers["id"]), int(reports["sessions"].numbers["full"]), is_new)


def run_night(context: NightlyContext, symbol: str) -> Night:
    """Do what is to be done for the session that is due, and return the night's record.

    A fault of a vendor, a file or a build is the record's result and no exception. Busy where another run of
    the symbol is at work. A record that cannot be made is alerted of and raised: DataError for an unknown
    symbol, a calendar that ends or a damaged record, OSError for a disk that cannot be written.
    KeyboardInterrupt where it is stopped: the record stays open, and the next run does what is left.
    """
    try:
        with (
            keys_set_aside(),
            only_run(context.warehouse, symbol),
            _one_symbol(context.warehouse, symbol),
        ):
            if is_recorded():
                from pipelines.recorded_runs import record_night  # Dagster takes seconds to import

                return record_night(context, symbol)
            return _night(context, symbol)
    except (Busy, Unrecorded):
        raise
    except Exception as error:
        notify_failed(context, symbol, error)
        raise


def _night(context: NightlyContext, symbol: str) -> Night:
    """The night without Dagster; one that another build overtook is repeated once."""
    try:
        return _one_try(context, symbol)
    except Overtaken:
        pass
    try:
        return _one_try(context, symbol)
    except Overtaken as error:
        return conclude(context, symbol, read_attempt(context.warehouse, symbol), error.detail)


def _one_try(context: NightlyContext, symbol: str) -> Night:
    try:
        attempt = bring_in(context, symbol)
        if has_bars(context.warehouse, symbol):
            run_build(context.warehouse, symbol, context.progress)
            _publish_in_redis(context, symbol)
    except Overtaken:
        raise
    except Exception as error:
        return conclude_failed(context, symbol, error)
    return conclude(context, symbol, attempt)


def _publish_in_redis(context: NightlyContext, symbol: str) -> None:
    if not context.redis_url:
        return
    from pipelines.publication import connected, publish, served_id  # without Redis no client is imported

    with connected(context.redis_url) as client:
        published = publish(client, context.warehouse, symbol).snapshot_id
        served = served_id(client, symbol)
    if served != published:
        raise DataError(
            f"{symbol}: Redis serves {served}, expected {published}. Run: almanac publish {symbol}"
        )


def conclude_failed(context: NightlyContext, symbol: str, error: BaseException) -> Night:
    """Record and alert of a night that an error ended; Unrecorded where that cannot be written."""
    if not isinstance(error, AlmanacError):
        LOG.error("%s: the nightly run met what it does not expect", symbol, exc_info=error)
    try:
        return conclude(context, symbol, read_attempt(context.warehouse, symbol), message_of(error))
    except Exception as unwritten:
        notify_failed(context, symbol, error)
        raise Unrecorded(message_of(error)) from unwritten


@contextmanager
def _one_symbol(warehouse: Warehouse, symbol: str) -> Iterator[None]:
    """Remove the unfinished files of a stopped build; free the build's memory before another symbol's."""
    try:
        yield
    except KeyboardInterrupt:
        clear_own_leftovers(warehouse.snapshots(symbol))
        raise
    finally:
        pa.default_memory_pool().release_unused()
