"""A symbol's whole build as one step: what a queue hands out, one run per symbol, to processes and hosts.

The assets of `build_and_publish` share what they make in memory, so they belong into one process; spread over
workers each would make anew what it stands on. This job has nothing to pass on.
"""

import os

import dagster as dg

from pipelines.alerts import settle
from pipelines.assets import SYMBOLS
from pipelines.executors import chosen_executor
from pipelines.night_jobs import AGAIN, log_step, not_again, place_here
from pipelines.night_parts import build


@dg.op(retry_policy=AGAIN, description="Bars to published snapshot, in the warehouse and in Redis.")
def symbol_build(context: dg.OpExecutionContext) -> None:
    """Build the run's symbol; what its bars are refused for is a failed run that is not repeated."""
    place = place_here(lambda report: log_step(context, report))
    built = build(place, context.partition_key)
    if built.trouble:
        not_again(context)
        raise dg.Failure(built.trouble, allow_retries=False)
    settle(place.channels, context.partition_key, place.now().isoformat(timespec="seconds"))


@dg.job(
    partitions_def=SYMBOLS,
    executor_def=chosen_executor(os.environ),
    description="One symbol's bars to its published snapshot, in one step.",
)
def build_symbol() -> None:
    """Build, check, publish, for one symbol."""
    symbol_build()
