"""The drop-folder sensor: a run for every symbol for which new whole files wait."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import orjson

from core.importing.drop import Look, is_quiet
from pipelines.jobs import nightly
from pipelines.nightly_context import place_here

SECONDS = 60


@dg.sensor(job=nightly, minimum_interval_seconds=SECONDS, description="New whole files in the drop folder.")
def drop_folder(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
    """Ask for a run per symbol whose waiting files look as they did at the look before."""
    place = place_here()
    before = _looks(context.cursor)
    now = {symbol: place.drop.waiting(symbol) for symbol in place.drop.symbols()}
    requests = list(_requests(now, before))
    cursor = orjson.dumps(
        {str(path): look for files in now.values() for path, look in files.items()}
    ).decode()
    return dg.SensorResult(run_requests=requests, cursor=cursor)


def _requests(now: dict[str, dict[Path, Look]], before: dict[str, Look]) -> Iterator[dg.RunRequest]:
    for symbol, files in now.items():
        whole = {
            path: look for path, look in files.items() if before.get(str(path)) == look and is_quiet(look)
        }
        if whole:
            yield dg.RunRequest(run_key=f"{symbol} {_digest(whole)}", partition_key=symbol)


def _looks(cursor: str | None) -> dict[str, Look]:
    known = orjson.loads(cursor) if cursor else {}
    return {path: (size, modified) for path, (size, modified) in known.items()}


def _digest(files: dict[Path, Look]) -> str:
    listed = sorted((str(path), *look) for path, look in files.items())
    return hashlib.sha256(orjson.dumps(listed)).hexdigest()[:16]
