"""Rows of a worker: how soon it answers, and what it holds in memory with eighteen years loaded."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from tests.bench import serving
from tests.bench.build import built_history
from tests.bench.http_rows import COMPUTE, workers
from tests.bench.question import TWENTY, wire
from tests.bench.rows import Row
from tests.bench.targets import judged

YEARS = 18
WARM = 50


def startup_rows(folder: Path) -> list[Row]:
    """Rows of one worker on a warehouse with eighteen years of ES, and of a second one beside it.

    Resident memory counts the mapped pack in every worker, shared or not; the proportional one counts
    it once among all.
    """
    warehouse = built_history(folder, YEARS)
    started = time.perf_counter()
    with workers(warehouse, folder, 1) as (only,):
        _ask(only.port, 1)
        seconds = time.perf_counter() - started
        _ask(only.port, WARM)
        alone = serving.megabytes(only.process)
    with workers(warehouse, folder, 2) as both:
        for each in both:
            _ask(each.port, WARM)
        shared = sum(serving.proportional_megabytes(each.process) for each in both)
    return [
        judged("start of a worker with 18 years to its first answer, s", seconds),
        judged("memory of a worker with 18 years, MB", alone),
        judged("memory of two workers with 18 years, shared pages counted once, MB", shared),
    ]


def _ask(port: int, times: int) -> None:
    body = {"filters": wire("narrow"), "statistics_features": TWENTY, "options": {"cache": False}}
    with closing(serving.Caller(port)) as caller:
        caller.enter()
        for _ in range(times):
            caller.post(COMPUTE, body)
