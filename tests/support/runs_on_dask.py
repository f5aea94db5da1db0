"""A run per symbol on a local Dask cluster of two workers: `python -m tests.support.runs_on_dask SYMBOL ...`.

Prints what became of each run as JSON. The environment says which warehouse, that the executor is dask, and
where Dagster keeps its records. The runs have processes of their own, as Dagster's queue would give them.
"""

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import dagster as dg
import orjson
from distributed import LocalCluster

AT_ONCE = 4


def build_symbol() -> dg.JobDefinition:
    """The job, for workers to find it by this name."""
    from pipelines.definitions import defs

    return defs.resolve_job_def("build_symbol")


def run_of(symbol: str) -> dict[str, Any]:
    """One run: whether it succeeded, the symbols whose parts it made, the processes that made them."""
    from tests.support import runs_on_dask  # by the name that workers know this module by

    job = dg.reconstructable(runs_on_dask.build_symbol)
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
    """The runs by symbol, and the processes of the cluster's workers."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:  # type: ignore[no-untyped-call]
        os.environ["DASK_SCHEDULER"] = cluster.scheduler_address
        dg.DagsterInstance.get().dispose()
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["pipelines.definitions"])
        with ProcessPoolExecutor(AT_ONCE, mp_context=context) as pool:
            runs = dict(zip(symbols, pool.map(run_of, symbols), strict=True))
        return {"runs": runs, "workers": sorted(nanny.pid for nanny in cluster.workers.values())}


if __name__ == "__main__":
    print(orjson.dumps(main(sys.argv[1:])).decode())
