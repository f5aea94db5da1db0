"""The asset of the snapshot in Redis, for services that read there."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from core.contracts.errors import DataError
from pipelines.assets.asset_options import Context, nightly_asset
from pipelines.assets.work_folder import failed_step

NO_REDIS = "REDIS_URL is empty: services read the warehouse itself"

_CHECK = "redis_points_at_the_snapshot"


@dg.asset(
    description="The snapshot in Redis, for services that read there.",
    deps=["published"],
    check_specs=[
        dg.AssetCheckSpec(
            _CHECK,
            asset="redis_publish",
            description="Redis serves what the warehouse serves.",
            blocking=True,
        )
    ],
    **nightly_asset("redis"),
)
def redis_publish(context: dg.AssetExecutionContext, nightly_context: Context) -> Iterator[Any]:
    """Publish in Redis too; without REDIS_URL it only notes that there is nothing to do."""
    numbers: dict[str, Any] = {"skipped": NO_REDIS}
    version, is_served = None, True
    if nightly_context.redis_url:
        from pipelines.publication import connected, publish, served_id  # a build without needs no client

        try:
            with connected(nightly_context.redis_url) as client:
                done = publish(client, nightly_context.warehouse, context.partition_key)
                is_served = served_id(client, context.partition_key) == done.snapshot_id
        except DataError as error:
            raise failed_step(error) from error
        version = dg.DataVersion(done.snapshot_id)
        numbers = {
            "id": done.snapshot_id,
            "replaces": done.replaces or "nothing",
            "bytes": done.bytes_written,
            "retired": ", ".join(done.retired) or "none",
        }
    else:
        context.log.info(NO_REDIS)
    yield dg.AssetCheckResult(check_name=_CHECK, passed=is_served, metadata={"symbol": context.partition_key})
    yield dg.MaterializeResult(metadata=numbers, data_version=version)
