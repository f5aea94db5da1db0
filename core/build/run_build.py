"""Runs the steps of a build in order, each with enough disk space for its tables."""

from collections.abc import Callable

from core.build.build import Build, start
from core.build.parts import keep
from core.build.steps import STEPS, Step, StepReport, require, run_step
from core.warehouse.paths import Warehouse
from core.warehouse.room import Room, build_bytes


def run_build(warehouse: Warehouse, symbol: str, progress: Callable[[StepReport], None]) -> None:
    """Run every step and keep its tables; `progress` gets each report.

    DataError for any fault. The served snapshot stays until the last step.
    """
    build = start(warehouse, symbol)
    for step in STEPS:
        report = run_with_room(step, build)
        progress(report)
        require(report, symbol)
        keep_with_room(build, step.name)


def run_with_room(step: Step, build: Build) -> StepReport:
    """Make and check a step's tables; DiskFull if a build with new tables has too little room."""
    room = _room(build)
    with room.in_words():
        report = run_step(step, build)
        if not step.after and not build.is_named:
            room.require()
    return report


def keep_with_room(build: Build, step: str) -> int:
    """Write a step's tables; returns their bytes, or raises DiskFull."""
    with _room(build).in_words():
        return keep(build, step)


def _room(build: Build) -> Room:
    needed = build_bytes(build.warehouse, build.symbol)
    return Room(build.warehouse.root, f"a build of {build.symbol}", needed)
