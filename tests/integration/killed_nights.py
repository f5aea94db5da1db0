"""Kills nightly runs in processes of their own.

    python -m tests.integration.killed_nights SCRATCH MOMENT STEP

A run of SCRATCH/warehouse is killed before every STEP-th touch of the disk outside snapshots/, each time in a
copy. Prints a JSON line per kill: what was served after it, and what the next run made of it.
"""

import gc
import json
import os
import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from core.build.manifest import code_commit, engine_version
from core.market.calendar import exchange_calendar
from core.warehouse.integrity import is_whole
from core.warehouse.nights import Try
from core.warehouse.paths import Warehouse
from core.warehouse.snapshots import current_id
from qa.faults.remembered import remember_computed
from tests.integration.killing import CALLS, KILLED, child
from tests.support.night_stage import Stage, empty_stage

MOST = 400


def warm(scratch: Path, moment: str) -> None:
    """A whole run in this process: what it imports and computes is there for every run that is killed."""
    _stage(_begun(scratch)).run(moment)
    gc.freeze()


def sweep(scratch: Path, moment: str, step: int) -> None:
    """Kill at 0, STEP, 2 STEP ... touches until a run ends by itself."""
    for n in range(0, MOST, step):
        place = _begun(scratch)
        code = child(lambda: _die_after(n, place, moment))  # noqa: B023
        found = _found(place, moment)
        print(json.dumps({"n": n, "code": code, **found}), flush=True)
        if code != KILLED:
            break


def _begun(scratch: Path) -> Path:
    place = scratch / "trial"
    shutil.rmtree(place, ignore_errors=True)
    return shutil.copytree(scratch / "warehouse", place)


def _die_after(touches: int, place: Path, moment: str) -> None:
    left = [touches]
    for module, name in CALLS:
        setattr(module, name, _counting(getattr(module, name), left, str(place)))
    _stage(place).run(moment)


def _counting(call: Callable[..., Any], left: list[int], place: str) -> Callable[..., Any]:
    def counted(first: Any, *args: Any, **kwargs: Any) -> Any:
        if str(first).startswith(place) and "/snapshots/" not in str(first):
            left[0] -= 1
            if left[0] < 0:
                os._exit(KILLED)
        return call(first, *args, **kwargs)

    return counted


def _found(place: Path, moment: str) -> dict[str, Any]:
    directory = Warehouse(place).snapshots("ES")
    served = current_id(directory)
    again = _stage(place).run(moment)
    return {"served": served, "whole": is_whole(directory / str(served)), **_then(place, again)}


def _then(place: Path, again: Try) -> dict[str, Any]:
    hidden = [path.name for path in place.glob(".ke*")]
    waiting = [path.name for path in (place / "drop" / "ES").iterdir() if path.is_file()]
    return {"again": again.result, "then": again.snapshot_id, "left": [*hidden, *waiting]}


def _stage(place: Path) -> Stage:
    return empty_stage(Warehouse(place))


if __name__ == "__main__":
    # Every child inherits what is kept for the length of a process, statsmodels' seconds of import included.
    exchange_calendar(), engine_version(), code_commit(), import_module("core.evidence.recompute")
    remember_computed()
    warm(Path(sys.argv[1]), sys.argv[2])
    sweep(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
