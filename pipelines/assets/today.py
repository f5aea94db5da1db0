"""The asset of the session so far; it changes no bars."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from core.contracts.errors import DataError
from pipelines.assets.asset_options import OWNERS, SYMBOLS, Context
from pipelines.providers import NotYet, ProviderError
from pipelines.so_far import fetched, kept


@dg.asset(
    description="The session so far, from the provider to where services read it; it touches no bars.",
    group_name="today",
    owners=OWNERS,
    kinds={"json"},
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
