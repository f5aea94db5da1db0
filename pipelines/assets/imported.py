"""The asset of what a night brought in, from the provider and the drop folder into the bars."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import dagster as dg

from core.contracts.errors import AlmanacError
from core.warehouse.bars import has_bars
from core.warehouse.nights import Busy, Try, only_run
from pipelines.assets.asset_options import Context, nightly_asset
from pipelines.assets.night import import_numbers, require_good
from pipelines.assets.work_folder import failed_step
from pipelines.nightly import bring_in, conclude, refuse_unclaimed

NightLock = dg.ResourceParam[ExitStack | None]
"""Holds the symbol's night for as long as the process of a run lives; None where the command holds it."""


@dg.resource(description="Holds the symbol's night while the run's process is at work.")
def night_lock(context: dg.InitResourceContext) -> Iterator[ExitStack]:
    with ExitStack() as held:
        yield held


@dg.asset(
    description="What the night brought in: from the provider and the drop folder into the bars.",
    io_manager_key="work_folder",
    output_required=False,
    **nightly_asset("file"),
)
def imported(
    context: dg.AssetExecutionContext, nightly_context: Context, night_lock: NightLock
) -> Iterator[Any]:
    """Begin the night; a symbol that has no bars after it ends here."""
    symbol = context.partition_key
    if night_lock is not None:
        night_lock.close()
        night_lock.enter_context(only_run(nightly_context.warehouse, symbol))
        refuse_unclaimed(nightly_context)
    try:
        attempt: Try = bring_in(nightly_context, symbol)
    except Busy:
        raise
    except AlmanacError as error:
        raise failed_step(error) from error
    if has_bars(nightly_context.warehouse, symbol):
        yield dg.MaterializeResult(
            value=attempt, metadata=import_numbers(attempt), data_version=dg.DataVersion(attempt.started)
        )
    else:
        require_good(conclude(nightly_context, symbol, attempt), attempt)
