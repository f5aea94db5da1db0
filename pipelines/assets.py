"""The assets: every step of a build, kept in the warehouse between them, and the snapshot in Redis.

Any of them can be materialised alone: what it stands on is read from the disk, and refused where it is not of
today's bars and code. A check that fails stops what comes after and nothing of the step is kept.
"""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from core.build.build import Build, start
from core.build.checks import Check, Verdict
from core.build.parts import keep, restore
from core.build.steps import STEPS, Step, StepReport, require, run_step
from core.contracts.errors import AlmanacError, DataError
from core.market.instruments import INSTRUMENTS
from core.storage.nights import Try, read_attempt, write_attempt
from pipelines.nightly_context import NightlyContext

SYMBOLS = dg.StaticPartitionsDefinition(list(INSTRUMENTS))
Place = dg.ResourceParam[NightlyContext]

IMPORTED = "imported"
"""The asset before the bars: what a night brought in."""

NO_REDIS = "REDIS_URL is empty: services read the warehouse itself"


class WarehouseParts(dg.IOManager):
    """Keeps what a step made in the warehouse; steps of a build in one process hand it on in memory."""

    def __init__(self, place: NightlyContext) -> None:
        self._place = place
        self._made: dict[tuple[str, str], Build] = {}

    def handle_output(self, context: dg.OutputContext, obj: Build | Try) -> None:
        """Write what the step made."""
        symbol, step = context.asset_partition_key, context.asset_key.to_user_string()
        if isinstance(obj, Try):
            write_attempt(self._place.warehouse, symbol, obj)
        else:
            keep(obj, step)
            self._made[symbol, step] = obj

    def load_input(self, context: dg.InputContext) -> Build | Try:
        """What the step before left; a fault of what lies there is not mended by trying again."""
        symbol, step = context.asset_partition_key, context.asset_key.to_user_string()
        try:
            if step == IMPORTED:
                return read_attempt(self._place.warehouse, symbol)
            return self._made.get((symbol, step)) or restore(self._place.warehouse, symbol, step)
        except DataError as error:
            raise refused(error) from error


@dg.io_manager(required_resource_keys={"place"})
def warehouse_parts(context: dg.InitResourceContext) -> WarehouseParts:
    """The IO manager of the place's warehouse."""
    return WarehouseParts(context.resources.place)


def refused(error: AlmanacError) -> dg.Failure:
    """A failed step that is not tried again."""
    return dg.Failure(error.detail, allow_retries=False)


def asset_of(step: Step) -> dg.AssetsDefinition:
    """The asset of a step, with the blocking checks that stand after it."""

    @dg.asset(
        name=step.name,
        description=step.doc,
        group_name="almanac",
        deps=list(step.after[:-1]) if step.after else [IMPORTED],
        ins={"before": dg.AssetIn(step.after[-1])} if step.after else {},
        partitions_def=SYMBOLS,
        check_specs=[_spec(check) for check in step.checks],
        io_manager_key="parts",
    )
    def make(context: dg.AssetExecutionContext, place: Place, **made: Build) -> Iterator[Any]:
        try:
            build = made["before"] if made else start(place.warehouse, context.partition_key)
            report = run_step(step, build)
            place.progress(report)
            checks = [_result(check, report.checked) for check in step.checks if check.name in report.checked]
            yield from checks
            require(report, build.symbol)
        except DataError as error:
            raise refused(error) from error
        yield dg.MaterializeResult(value=build, metadata=_numbers(report))

    return make


def _numbers(report: StepReport) -> dict[str, Any]:
    return {**report.numbers, "seconds": round(report.seconds, 3)}


def _spec(check: Check) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(check.name, asset=check.step, description=check.claim, blocking=True)


def _result(check: Check, checked: dict[str, Verdict]) -> dg.AssetCheckResult:
    verdict = checked[check.name]
    return dg.AssetCheckResult(
        check_name=check.name,
        passed=verdict.passed,
        metadata=dict(verdict.numbers),
        description=check.claim if verdict.passed else verdict.remedy,
    )


_IN_REDIS = dg.AssetCheckSpec(
    "redis_points_at_the_snapshot",
    asset="redis_publish",
    description="Redis serves what the warehouse serves.",
    blocking=True,
)


@dg.asset(
    description="The snapshot in Redis, for services that read there.",
    group_name="almanac",
    deps=["published"],
    partitions_def=SYMBOLS,
    check_specs=[_IN_REDIS],
)
def redis_publish(context: dg.AssetExecutionContext, place: Place) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """Publish in Redis too; without REDIS_URL it only notes that there is nothing to do."""
    if not place.redis_url:
        context.log.info(NO_REDIS)
        return _in_redis(True, {"skipped": NO_REDIS})
    from pipelines.publication import publish  # a build without Redis does not need its client
    from pipelines.redis_server import connected, served_id

    try:
        with connected(place.redis_url) as client:
            done = publish(client, place.warehouse, context.partition_key)
            served = served_id(client, context.partition_key)
    except DataError as error:
        raise refused(error) from error
    numbers: dict[str, Any] = {
        "id": done.snapshot_id,
        "replaces": done.replaces or "nothing",
        "bytes": done.bytes_written,
        "retired": ", ".join(done.retired) or "none",
    }
    return _in_redis(served == done.snapshot_id, numbers)


def _in_redis(passed: bool, numbers: dict[str, Any]) -> dg.MaterializeResult:  # type: ignore[type-arg]
    verdict = dg.AssetCheckResult(check_name=_IN_REDIS.name, passed=passed)
    return dg.MaterializeResult(metadata=numbers, check_results=[verdict])


ASSETS: list[dg.AssetsDefinition] = [*map(asset_of, STEPS), redis_publish]
"""One asset per step, each standing on the steps it is made from, and the publication in Redis."""
