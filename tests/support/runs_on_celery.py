"""A run per symbol on Celery workers: `python -m tests.support.runs_on_celery SYMBOL ...`.

Prints the outcome of each run as JSON. The environment names the warehouse, the executor celery, the Redis
where it meets its workers, and the folder of Dagster's records. The runs have processes of their own, as
Dagster's queue would give them.
"""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import dagster as dg
import orjson

AT_ONCE = 4


def build_symbol() -> dg.JobDefinition:
    """The job, for workers to find it by this name."""
    from pipelines.definitions import defs

    return defs.resolve_job_def("build_symbol")


def run_of(symbol: str) -> dict[str, Any]:
    """One run: whether it succeeded, the symbols whose parts it made, the processes that made them."""
    from tests.support import runs_on_celery  # by the name that workers know this module by

    job = dg.reconstructable(runs_on_celery.build_symbol)
    with dg.DagsterInstance.get() as instance:
        done = dg.execute_job(job, instance=instance, tags={"dagster/partition": symbol})
        made = [event for event in done.all_events if event.is_step_materialization]
    return {
        "success": done.success,
        "made": sorted({str(event.partition) for event in made}),
        "processes": sorted({event.pid or 0 for event in made}),
        "failures": [told(event) for event in done.all_events if event.is_failure],
    }


def told(event: dg.DagsterEvent) -> str:
    """What failed, and the step's own error where it has one."""
    error = event.step_failure_data.error if event.is_step_failure else None
    return f"{event.message}\n{error.to_string() if error else ''}"


def main(symbols: list[str]) -> dict[str, Any]:
    dg.DagsterInstance.get().dispose()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pipelines.definitions"])
    with ProcessPoolExecutor(AT_ONCE, mp_context=context) as pool:
        return dict(zip(symbols, pool.map(run_of, symbols), strict=True))


if __name__ == "__main__":
    print(orjson.dumps(main(sys.argv[1:])).decode())
