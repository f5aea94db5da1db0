"""The last asset: the published snapshot in Redis too, where there is one."""

import dagster as dg

from pipelines.publication import Publication, publish
from pipelines.redis_server import connected, served_id
from pipelines.workbench import Workbench

NO_REDIS = "REDIS_URL is empty: services read the warehouse itself"
_CHECK = dg.AssetCheckSpec(
    "redis_points_at_the_snapshot",
    asset="redis_publish",
    description="Redis serves what the warehouse serves.",
    blocking=True,
)


def redis_publish(partitions: dg.PartitionsDefinition[str]) -> dg.AssetsDefinition:
    """The asset, partitioned by symbol; without REDIS_URL it only notes that there is nothing to do."""

    @dg.asset(
        name="redis_publish",
        description="The snapshot in Redis, for services that read there.",
        group_name="almanac",
        deps=["published"],
        partitions_def=partitions,
        check_specs=[_CHECK],
    )
    def make(context: dg.AssetExecutionContext, workbench: Workbench) -> dg.MaterializeResult:  # type: ignore[type-arg]
        url = workbench.redis_url()
        if not url:
            context.log.info(NO_REDIS)
            return _result(True, {"skipped": NO_REDIS})
        with connected(url) as client:
            done = publish(client, workbench.place(), context.partition_key)
            served = served_id(client, context.partition_key)
        return _result(served == done.snapshot_id, _numbers(done))

    return make


def _numbers(done: Publication) -> dict[str, int | str]:
    return {
        "id": done.snapshot_id,
        "replaces": done.replaces or "nothing",
        "bytes": done.bytes_written,
        "retired": ", ".join(done.retired) or "none",
    }


def _result(passed: bool, metadata: dict[str, int | str]) -> dg.MaterializeResult:  # type: ignore[type-arg]
    verdict = dg.AssetCheckResult(check_name=_CHECK.name, passed=passed)
    return dg.MaterializeResult(metadata=dict(metadata), check_results=[verdict])
