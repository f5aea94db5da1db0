"""The asset of a night's record, and the alert where somebody has to look."""

from typing import Any

import dagster as dg

from core.warehouse.nights import Night, Try
from pipelines.assets.asset_options import Context, nightly_asset
from pipelines.nightly import conclude


class NightFailed(Exception):
    """The night is recorded and alerted of; this fails the run."""


@dg.asset(
    description="The record of the night, and the alert where somebody has to look.",
    deps=["redis_publish"],
    ins={"imported": dg.AssetIn("imported")},
    **nightly_asset("json"),
)
def night(context: dg.AssetExecutionContext, nightly_context: Context, imported: Try) -> dg.MaterializeResult:  # type: ignore[type-arg]
    """End the night; one that somebody has to look at is a failed run."""
    done = conclude(nightly_context, context.partition_key, imported)
    require_good(done, imported)
    result = {"session": done.session, "result": str(done.last and done.last.result)}
    return dg.MaterializeResult(
        metadata=result | import_numbers(imported), data_version=dg.DataVersion(imported.started)
    )


def import_numbers(attempt: Try) -> dict[str, Any]:
    return {
        "files": len(attempt.arrived),
        "refused": len(attempt.refused),
        "bars_added": sum(each.added for each in attempt.arrived),
        "bars_replaced": sum(each.replaced for each in attempt.arrived),
    }


def require_good(done: Night, attempt: Try) -> None:
    """Raise Failure where somebody has to look, but not again for what an earlier run refused."""
    last = done.last
    if last is not None and (last.result not in ("ok", "late") or attempt.refused):
        why = last.why or "; ".join(each.why for each in last.refused)
        text = f"{done.symbol} {done.session}: {last.result}: {why}"
        raise dg.Failure(text, allow_retries=False) from NightFailed()
