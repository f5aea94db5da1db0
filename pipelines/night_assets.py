"""The night's own assets, before and after those of a build, and what a night that fails leaves."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import dagster as dg

from core.contracts.errors import AlmanacError
from core.storage.bars import has_bars
from core.storage.nights import Busy, Night, Try, only_run, read_attempt
from core.storage.snapshots import Overtaken
from pipelines.assets import SYMBOLS, Place, refused
from pipelines.failures import NOTIFIED, not_again, symbol_of
from pipelines.nightly import bring_in, conclude, message_of, notify_failed, refuse_unclaimed

Turn = dg.ResourceParam[ExitStack | None]
"""Holds the symbol's night for as long as the process of a run lives; None where who started it does."""

_log = logging.getLogger("almanac.nightly")


@dg.resource(description="Holds the symbol's night while the run's process is at work.")
def turn(context: dg.InitResourceContext) -> Iterator[ExitStack]:
    """The turn of a run that Dagster started."""
    with ExitStack() as held:
        yield held


@dg.asset(
    description="What the night brought in: from the provider and the drop folder into the bars.",
    group_name="almanac",
    partitions_def=SYMBOLS,
    io_manager_key="parts",
    output_required=False,
)
def imported(context: dg.AssetExecutionContext, place: Place, turn: Turn) -> Iterator[Any]:
    """Begin the night; a symbol that has no bars after it ends here."""
    symbol = context.partition_key
    if turn is not None:
        turn.close()
        turn.enter_context(only_run(place.warehouse, symbol))
        refuse_unclaimed(place)
    try:
        came = bring_in(place, symbol)
    except Busy:
        raise
    except AlmanacError as error:
        raise refused(error) from error
    if has_bars(place.warehouse, symbol):
        yield dg.MaterializeResult(value=came, metadata=_numbers(came))
    else:
        _require_good(conclude(place, symbol, came))


@dg.asset(
    description="The record of the night, and the alert where somebody has to look.",
    group_name="almanac",
    deps=["redis_publish"],
    ins={"came": dg.AssetIn("imported")},
    partitions_def=SYMBOLS,
)
def night(context: dg.AssetExecutionContext, place: Place, came: Try) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """End the night; one that somebody has to look at is a failed run."""
    done = conclude(place, context.partition_key, came)
    _require_good(done)
    result = {"session": done.session, "result": str(done.last and done.last.result)}
    return dg.MaterializeResult(metadata=result | _numbers(came))


def _numbers(came: Try) -> dict[str, Any]:
    return {
        "files": len(came.arrived),
        "refused": len(came.refused),
        "bars_added": sum(each.added for each in came.arrived),
        "bars_replaced": sum(each.replaced for each in came.arrived),
    }


class NightFailed(Exception):
    """The night is recorded and told; the run shows it."""


def _require_good(done: Night) -> None:
    last = done.last
    if last is not None and (last.result not in ("ok", "late") or last.refused):
        why = last.why or "; ".join(each.why for each in last.refused)
        text = f"{done.symbol} {done.session}: {last.result}: {why}"
        raise dg.Failure(text, allow_retries=False) from NightFailed()


@dg.failure_hook(required_resource_keys={"place"})
def night_failed(context: dg.HookContext) -> None:
    """Record and tell a night that a step ended; one that was overtaken is done again instead."""
    failure = context.op_exception
    cause = (failure.__cause__ if isinstance(failure, dg.Failure) else None) or failure
    if cause is None or isinstance(cause, Overtaken):
        return
    if not isinstance(cause, NightFailed):
        _end_failed(context, cause)
    not_again(context, **{NOTIFIED: "true"})


def _end_failed(context: dg.HookContext, cause: BaseException) -> None:
    place, symbol = context.resources.place, symbol_of(context)
    if not isinstance(cause, AlmanacError):
        _log.error("%s: the nightly run met what it does not expect", symbol, exc_info=cause)
    try:
        conclude(place, symbol, read_attempt(place.warehouse, symbol), message_of(cause))
    except Exception:
        notify_failed(place, symbol, cause)
