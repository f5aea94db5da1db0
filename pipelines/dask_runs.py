"""Runs on a Dask cluster that already stands; imported only where ALMANAC_EXECUTOR says dask.

Dagster's private functions are imported here alone, and only by `step_on_worker` (docs/adr/0018).
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import dagster as dg
from dagster._core.execution.api import create_execution_plan, execute_plan
from dagster._core.execution.retries import RetryMode
from distributed import Client, Future, as_completed

from core.contracts.errors import DataError

RETRIES = 2
"""How often a worker's task is sent again that raised: what a step finds is an event, so its storage failed.

Dagster's SQLite of runs gives up after five seconds of a lock, which a slow disk can hold. A step that was
done by then is done twice, as after a lost worker: it writes the same again.
"""


class DaskRuns(dg.Executor):
    """Every step is a task of the scheduler at `address`, named by job, step and run.

    dagster-dask's own executor leaves the run out of the name, and Dask carries out tasks of one name once:
    of two symbols' runs at the same time one would be built and both succeed (dagster-io/dagster#21418). Its
    workers do not do a step again that asks for it; these do. The rest is as there.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def retries(self) -> RetryMode:
        """The worker that has a step does it again; a lost worker's run is, by the instance's run retries."""
        return RetryMode.ENABLED

    def execute(self, plan_context: Any, execution_plan: Any) -> Iterator[dg.DagsterEvent]:
        """Hand the steps to the scheduler, and their events to the run as they are done.

        DataError `bad_setting` where nobody said which scheduler.
        """
        if not self._address:
            expected = "expected the scheduler's address, such as tcp://10.0.0.5:8786."
            raise DataError(f"DASK_SCHEDULER: {expected}", code="bad_setting")
        run, sent = plan_context.dagster_run, dict[str, Future[Any]]()
        with Client(self._address) as client:  # type: ignore[no-untyped-call]
            for step in chain.from_iterable(execution_plan.get_steps_to_execute_by_level()):
                sent[step.key] = client.submit(
                    step_on_worker,
                    [sent[key] for each in step.step_inputs for key in each.dependency_keys],
                    plan_context.reconstructable_job,
                    run,
                    step.key,
                    plan_context.instance.get_ref(),
                    execution_plan.known_state,
                    key=f"{run.job_name}.{step.key}.{run.run_id}",
                    retries=RETRIES,
                )
            done = as_completed(list(sent.values()), with_results=True)  # type: ignore[no-untyped-call]
            while not done.is_empty():  # type: ignore[no-untyped-call]
                with dg.raise_execution_interrupts():
                    _, events = next(done)
                yield from events


def step_on_worker(
    dependencies: Sequence[object], job: Any, run: dg.DagsterRun, step: str, instance: Any, known_state: Any
) -> Sequence[dg.DagsterEvent]:
    """Do one step of a run, again where its retry policy says so; the events of it.

    `dependencies` are awaited by Dask and not looked at.
    """
    with dg.DagsterInstance.from_ref(instance) as here:
        plan = create_execution_plan(
            job, run.run_config, step_keys_to_execute=[step], known_state=known_state
        )
        return execute_plan(plan, job, here, run, run.run_config, retry_mode=RetryMode.ENABLED)


@dg.executor(
    name="dask", config_schema={"address": str}, requirements=dg.multiple_process_executor_requirements()
)
def dask_runs(init_context: dg.InitExecutorContext) -> DaskRuns:
    """The executor as Dagster configures it."""
    return DaskRuns(str(init_context.executor_config["address"]))
