"""Where a run's one step is carried out: in the run itself, in a process beside it, or on a Dask worker."""

from collections.abc import Callable, Mapping

import dagster as dg

from core.contracts.errors import DataError


def chosen_executor(environment: Mapping[str, str]) -> dg.ExecutorDefinition:
    """ALMANAC_EXECUTOR: `in_process` (the default), `multiprocess`, or `dask`.

    For `dask` DASK_SCHEDULER is the scheduler's address; only the process of a run has to know it, no worker.
    DataError `bad_setting` where it is another, or where the dependency group `scale` is not installed.
    """
    name = environment.get("ALMANAC_EXECUTOR", "").strip() or "in_process"
    if name not in _EXECUTORS:
        raise _bad(f"ALMANAC_EXECUTOR={name}: expected one of {', '.join(_EXECUTORS)}.")
    return _EXECUTORS[name](environment)


def _multiprocess(environment: Mapping[str, str]) -> dg.ExecutorDefinition:
    return dg.multiprocess_executor


def _dask(environment: Mapping[str, str]) -> dg.ExecutorDefinition:
    try:
        from pipelines.dask_runs import dask_runs  # only with the group `scale`
    except ImportError as error:
        raise _bad(f"ALMANAC_EXECUTOR=dask: {error}. Install it with `uv sync --group scale`.") from error
    address = environment.get("DASK_SCHEDULER", "").strip()
    chosen: dg.ExecutorDefinition = dask_runs.configured({"address": address}, name="dask")
    return chosen


def _bad(problem: str) -> DataError:
    return DataError(problem, code="bad_setting")


_EXECUTORS: dict[str, Callable[[Mapping[str, str]], dg.ExecutorDefinition]] = {
    "in_process": lambda environment: dg.in_process_executor,
    "multiprocess": _multiprocess,
    "dask": _dask,
}
