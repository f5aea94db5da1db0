"""The IO manager: the tables of a step in the warehouse's work folder, and in memory within one process."""

import dagster as dg

from core.build.build import Build, start
from core.build.parts import read_part
from core.build.run_build import keep_with_room
from core.build.steps import STEPS
from core.contracts.errors import AlmanacError, DataError
from core.warehouse.nights import Try, read_attempt
from core.warehouse.room import DiskFull
from pipelines.nightly_context import NightlyContext

_AFTER = {step.name: step.after for step in STEPS}


class WorkFolder(dg.IOManager):
    """Writes what a step made; reads what another process left, each table when a step needs it."""

    def __init__(self, context: NightlyContext) -> None:
        self._warehouse = context.warehouse
        self._builds: dict[str, Build] = {}
        self._in_memory: set[tuple[str, str]] = set()

    def handle_output(self, context: dg.OutputContext, obj: Build | Try) -> None:
        symbol, step = context.asset_partition_key, context.asset_key.to_user_string()
        try:
            if isinstance(obj, Try):
                return  # `bring_in` wrote it
            if written := keep_with_room(obj, step):
                context.add_output_metadata({"bytes": written})
        except DataError as error:
            raise failed_step(error) from error
        self._builds[symbol] = obj
        self._in_memory.add((symbol, step))

    def load_input(self, context: dg.InputContext) -> Build | Try:
        """What the step before left; a fault of it is not retried."""
        symbol = context.asset_partition_key
        try:
            if context.asset_key.to_user_string() == "imported":
                return read_attempt(self._warehouse, symbol)
            if symbol not in self._builds:
                self._builds[symbol] = start(self._warehouse, symbol)
            for step in _AFTER[context.op_def.name]:  # in their order, so that the first stale one is named
                if (symbol, step) not in self._in_memory:
                    read_part(self._builds[symbol], step)
                    self._in_memory.add((symbol, step))
            return self._builds[symbol]
        except DataError as error:
            raise failed_step(error) from error


@dg.io_manager(required_resource_keys={"nightly_context"})
def work_folder(context: dg.InitResourceContext) -> WorkFolder:
    """The IO manager of the run's warehouse."""
    return WorkFolder(context.resources.nightly_context)


def failed_step(error: AlmanacError) -> dg.Failure:
    """A failed step that is not retried, unless for a full disk, which may have room by then."""
    return dg.Failure(error.detail, allow_retries=isinstance(error, DiskFull))
