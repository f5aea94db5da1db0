"""A build by its steps alone, for tests of what a build leaves on the disk."""

from core.build.build import start
from core.build.parts import keep
from core.build.steps import STEPS, require, run_step
from core.warehouse.paths import Warehouse


def build_plainly(warehouse: Warehouse, symbol: str) -> str:
    """What `almanac build` does with the disk, without Dagster's record of a run, which is in memory alone.

    The snapshot's id. `qa/faults/test_touches.py` holds both to the same touches.
    """
    made = start(warehouse, symbol)
    for step in STEPS:
        report = run_step(step, made)
        require(report, symbol)
        keep(made, step.name)
    return made.snapshot_id
