"""The assets: what a night brought in, every step of a build, the snapshot in Redis, the night's record.

Any of them can be materialised alone: what it stands on is read from the warehouse, and refused where it is
not of today's bars and code. A check that fails stops what comes after and nothing of the step is kept.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import dagster as dg

from core.build.build import Build, start
from core.build.parts import keep, restore
from core.build.steps import STEPS, Step, require, run_step
from core.contracts.errors import AlmanacError, DataError
from core.market.instruments import INSTRUMENTS
from core.warehouse.bars import has_bars
from core.warehouse.nights import Busy, Night, Try, only_run, read_attempt, write_attempt
from core.warehouse.paths import Warehouse
from core.warehouse.room import DiskFull, Room, build_bytes
from pipelines.nightly import bring_in, conclude, refuse_unclaimed
from pipelines.nightly_context import NightlyContext
from pipelines.providers import NotYet, ProviderError
from pipelines.so_far import fetched, kept

SYMBOLS = dg.StaticPartitionsDefinition(list(INSTRUMENTS))
Context = dg.ResourceParam[NightlyContext]
NightLock = dg.ResourceParam[ExitStack | None]
"""Holds the symbol's night for as long as the process of a run lives; None where who started it does."""

NO_REDIS = "REDIS_URL is empty: services read the warehouse itself"


class WarehouseParts(dg.IOManager):
    """Keeps what a step made in the warehouse; steps of a build in one process hand it on in memory."""

    def __init__(self, context: NightlyContext) -> None:
        self._warehouse = context.warehouse
        self._made: dict[tuple[str, str], Build] = {}

    def handle_output(self, context: dg.OutputContext, obj: Build | Try) -> None:
        """Write what the step made."""
        symbol, step = context.asset_partition_key, context.asset_key.to_user_string()
        try:
            with _room_to_build(self._warehouse, symbol).in_words():
                if isinstance(obj, Try):
                    write_attempt(self._warehouse, symbol, obj)
                    return
                keep(obj, step)
        except DataError as error:
            raise _refused(error) from error
        self._made[symbol, step] = obj

    def load_input(self, context: dg.InputContext) -> Build | Try:
        """What the step before left; a fault of what lies there is not mended by trying again."""
        symbol, step = context.asset_partition_key, context.asset_key.to_user_string()
        try:
            if step == "imported":
                return read_attempt(self._warehouse, symbol)
            return self._made.get((symbol, step)) or restore(self._warehouse, symbol, step)
        except DataError as error:
            raise _refused(error) from error


@dg.io_manager(required_resource_keys={"nightly_context"})
def warehouse_parts(context: dg.InitResourceContext) -> WarehouseParts:
    """The IO manager of the run's warehouse."""
    return WarehouseParts(context.resources.nightly_context)


@dg.resource(description="Holds the symbol's night while the run's process is at work.")
def night_lock(context: dg.InitResourceContext) -> Iterator[ExitStack]:
    """What holds the night in a run that Dagster started."""
    with ExitStack() as held:
        yield held


def _refused(error: AlmanacError) -> dg.Failure:
    """A failed step that is not tried again, unless room on the disk may be there by then."""
    return dg.Failure(error.detail, allow_retries=isinstance(error, DiskFull))


def _room_to_build(warehouse: Warehouse, symbol: str) -> Room:
    return Room(warehouse.root, f"a build of {symbol}", build_bytes(warehouse, symbol))


def _spec(name: str, asset: str, claim: str) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(name, asset=asset, description=claim, blocking=True)


@dg.asset(
    description="What the night brought in: from the provider and the drop folder into the bars.",
    group_name="almanac",
    partitions_def=SYMBOLS,
    io_manager_key="parts",
    output_required=False,
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
        attempt = bring_in(nightly_context, symbol)
    except Busy:
        raise
    except AlmanacError as error:
        raise _refused(error) from error
    if has_bars(nightly_context.warehouse, symbol):
        yield dg.MaterializeResult(value=attempt, metadata=_import_numbers(attempt))
    else:
        _require_good(conclude(nightly_context, symbol, attempt), attempt)


def _build_asset(step: Step) -> dg.AssetsDefinition:
    """The asset of a build's step, with the blocking checks that stand after it."""

    @dg.asset(
        name=step.name,
        description=step.doc,
        group_name="almanac",
        deps=list(step.after[:-1]) if step.after else [imported],
        ins={"before": dg.AssetIn(step.after[-1])} if step.after else {},
        partitions_def=SYMBOLS,
        check_specs=[_spec(check.name, step.name, check.claim) for check in step.checks],
        io_manager_key="parts",
    )
    def make(context: dg.AssetExecutionContext, nightly_context: Context, **made: Build) -> Iterator[Any]:
        try:
            room = _room_to_build(nightly_context.warehouse, context.partition_key)
            build = made["before"] if made else start(nightly_context.warehouse, context.partition_key)
            with room.in_words():
                report = run_step(step, build)
                if not made and not build.is_named:
                    room.require()
            nightly_context.progress(report)
            for check in step.checks:
                if verdict := report.checked.get(check.name):
                    yield dg.AssetCheckResult(
                        check_name=check.name,
                        asset_key=step.name,
                        passed=verdict.passed,
                        metadata={"symbol": build.symbol, **verdict.numbers},
                        description=check.claim if verdict.passed else verdict.remedy,
                    )
            require(report, build.symbol)
        except DataError as error:
            raise _refused(error) from error
        yield dg.MaterializeResult(
            value=build,
            metadata={
                **report.numbers,
                "seconds": round(report.seconds, 3),
                **({"warnings": list(report.warnings)} if report.warnings else {}),
            },
        )

    return make


@dg.asset(
    description="The snapshot in Redis, for services that read there.",
    group_name="almanac",
    deps=["published"],
    partitions_def=SYMBOLS,
    check_specs=[
        _spec("redis_points_at_the_snapshot", "redis_publish", "Redis serves what the warehouse serves.")
    ],
)
def redis_publish(context: dg.AssetExecutionContext, nightly_context: Context) -> Iterator[Any]:
    """Publish in Redis too; without REDIS_URL it only notes that there is nothing to do."""
    numbers: dict[str, Any] = {"skipped": NO_REDIS}
    is_served = True
    if nightly_context.redis_url:
        from pipelines.publication import connected, publish, served_id  # a build without needs no client

        try:
            with connected(nightly_context.redis_url) as client:
                done = publish(client, nightly_context.warehouse, context.partition_key)
                is_served = served_id(client, context.partition_key) == done.snapshot_id
        except DataError as error:
            raise _refused(error) from error
        numbers = {
            "id": done.snapshot_id,
            "replaces": done.replaces or "nothing",
            "bytes": done.bytes_written,
            "retired": ", ".join(done.retired) or "none",
        }
    else:
        context.log.info(NO_REDIS)
    yield dg.AssetCheckResult(
        check_name="redis_points_at_the_snapshot",
        passed=is_served,
        metadata={"symbol": context.partition_key},
    )
    yield dg.MaterializeResult(metadata=numbers)


@dg.asset(
    description="The record of the night, and the alert where somebody has to look.",
    group_name="almanac",
    deps=[redis_publish],
    partitions_def=SYMBOLS,
)
def night(context: dg.AssetExecutionContext, nightly_context: Context, imported: Try) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """End the night; one that somebody has to look at is a failed run."""
    done = conclude(nightly_context, context.partition_key, imported)
    _require_good(done, imported)
    result = {"session": done.session, "result": str(done.last and done.last.result)}
    return dg.MaterializeResult(metadata=result | _import_numbers(imported))


@dg.asset(
    description="The session so far, from the provider to where services read it; it touches no bars.",
    group_name="today",
    partitions_def=SYMBOLS,
    output_required=False,
)
def session_so_far(context: dg.AssetExecutionContext, nightly_context: Context) -> Iterator[Any]:
    """Ask for it and leave it there; a provider that has no bars yet is asked again at the next tick."""
    try:
        report = fetched(nightly_context, context.partition_key)
        kept(nightly_context.warehouse, report.so_far, nightly_context.redis_url)
    except NotYet as error:
        context.log.info(nightly_context.without_secrets(str(error)))
        return
    except (ProviderError, DataError) as error:
        why = error.detail if isinstance(error, DataError) else str(error)
        raise dg.Failure(nightly_context.without_secrets(why), allow_retries=False) from error
    so_far = report.so_far
    numbers: dict[str, Any] = {"session": so_far.session_date, "bars": len(so_far.bars.c)}
    yield dg.MaterializeResult(metadata=numbers | {"said": "\n".join(report.lines)})


def _import_numbers(attempt: Try) -> dict[str, Any]:
    return {
        "files": len(attempt.arrived),
        "refused": len(attempt.refused),
        "bars_added": sum(each.added for each in attempt.arrived),
        "bars_replaced": sum(each.replaced for each in attempt.arrived),
    }


class NightFailed(Exception):
    """The night is recorded and alerted of; the run shows it."""


def _require_good(done: Night, attempt: Try) -> None:
    """Failure where somebody has to look; what an earlier run of the night refused was told then."""
    last = done.last
    if last is not None and (last.result not in ("ok", "late") or attempt.refused):
        why = last.why or "; ".join(each.why for each in last.refused)
        text = f"{done.symbol} {done.session}: {last.result}: {why}"
        raise dg.Failure(text, allow_retries=False) from NightFailed()


STEP_ASSETS: list[dg.AssetsDefinition] = [*map(_build_asset, STEPS)]
"""One asset per step of a build, each standing on the steps it is made from."""

BUILD_ASSETS: list[dg.AssetsDefinition] = [*STEP_ASSETS, redis_publish]
"""Those of a build and of its publication in Redis."""

NIGHT_ASSETS: list[dg.AssetsDefinition] = [imported, *BUILD_ASSETS, night]
"""Those of a build with what a night does before and after it."""
