"""One run per symbol on a Dask cluster, timed: `python -m tests.bench.dask_runs WORKERS SYMBOL ...`.

The environment says which warehouse, that the executor is dask, and where Dagster keeps its records.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing.synchronize import Barrier

import dagster as dg
from distributed import Client, LocalCluster

from tests.bench.long_calendar import begin_early

IMPORTS = ("pipelines.definitions", "core.build.evidence.stability")
"""What a worker has to import before it can build."""

PATIENCE = 300.0
"""Seconds after which a process that did not get ready is no longer waited for."""


def start() -> None:
    """Import what a build needs, on a calendar for the longest history, and open the records."""
    begin_early()
    for module in IMPORTS:
        import_module(module)
    open_records()


def open_records() -> None:
    """Read Dagster's records once: the first use of them imports what takes longer than a short build."""
    with dg.DagsterInstance.get() as instance:
        instance.get_runs(limit=1)


def be_ready(all_are_ready: Barrier) -> None:
    """What a process that hands runs to the cluster has done before its first one."""
    open_records()
    all_are_ready.wait(PATIENCE)


def run_of(symbol: str) -> bool:
    """One run, from a process that only hands it to the cluster; whether it succeeded."""
    from tests.support.runs_on_dask import build_symbol

    with dg.DagsterInstance.get() as instance:
        job = dg.reconstructable(build_symbol)
        return dg.execute_job(job, instance=instance, tags={"dagster/partition": symbol}).success


def main(workers: int, symbols: list[str]) -> dict[str, float]:
    """Seconds of a worker's start, and of all symbols' runs on workers and hands that have started.

    Raises:
        SystemExit: a run failed.
    """
    open_records()  # made by one process before several read them
    began = time.perf_counter()
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
        os.environ["DASK_SCHEDULER"] = cluster.scheduler_address
        with Client(cluster) as client:  # type: ignore[no-untyped-call]
            client.run(start)
        started = time.perf_counter() - began
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([*IMPORTS])
        ready = context.Barrier(len(symbols))
        with ProcessPoolExecutor(len(symbols), context, be_ready, (ready,)) as hands:
            list(hands.map(time.sleep, [0] * len(symbols)))
            began = time.perf_counter()
            succeeded = list(hands.map(run_of, symbols))
            seconds = time.perf_counter() - began
    if not all(succeeded):
        raise SystemExit("a run failed")
    return {"start": started, "seconds": seconds}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2:])))
