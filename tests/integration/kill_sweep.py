"""Kills a build before its n-th touch of the disk, for every n, each time in a process of its own.

    python -m tests.integration.kill_sweep SCRATCH

SCRATCH/warehouse holds a served snapshot and newer bars. Prints one JSON line per n: what was served after
the kill, whether it was whole, and what the next build made of the leftovers.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from core.contracts.errors import DataError
from core.market.calendar import exchange_calendar
from core.warehouse.engine import code_commit, engine_version
from core.warehouse.integrity import is_whole
from core.warehouse.paths import Warehouse
from core.warehouse.shelf import current_id
from core.warehouse.steps import build_snapshot

KILLED = 137
CALLS = ((os, "mkdir"), (os, "rename"), (os, "replace"), (os, "fsync"), (os, "unlink"), (io, "open"))
MOST = 150


def child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its exit code."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except DataError as error:
            print(error.detail, file=sys.stderr, flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def die_before(n: int) -> None:
    """From here on the n-th call that writes below snapshots/ ends the process, and nothing is cleaned up."""
    left = [n]
    for module, name in CALLS:
        setattr(module, name, _counting(getattr(module, name), left))


def _counting(call: Callable[..., Any], left: list[int]) -> Callable[..., Any]:
    def counted(first: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(first, int) or "/snapshots/" in str(first):
            left[0] -= 1
            if left[0] < 0:
                os._exit(KILLED)
        return call(first, *args, **kwargs)

    return counted


def sweep(scratch: Path) -> None:
    """Try every n until a build ends by itself."""
    for n in range(MOST):
        place = scratch / "trial"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(scratch / "warehouse", place)
        code = child(lambda: _killed_build(Warehouse(place), n))  # noqa: B023
        print(json.dumps({"n": n, "code": code, **_found(Warehouse(place))}), flush=True)
        if code != KILLED:
            break


def _killed_build(warehouse: Warehouse, n: int) -> None:
    die_before(n)
    _build(warehouse)


def _build(warehouse: Warehouse) -> None:
    build_snapshot(warehouse, "ES")


def _found(warehouse: Warehouse) -> dict[str, Any]:
    shelf = warehouse.snapshots("ES")
    served = current_id(shelf)
    found: dict[str, Any] = {"served": served, "whole": is_whole(shelf / str(served))}
    found |= {"again": child(lambda: _build(warehouse)), "then": current_id(shelf)}
    return found | {"leftovers": [path.name for path in shelf.glob(".*") if path.is_dir()]}


if __name__ == "__main__":
    # Every child inherits what is kept for the length of a process, statsmodels' seconds of import included.
    exchange_calendar(), engine_version(), code_commit(), import_module("core.evidence.recompute")
    sweep(Path(sys.argv[1]))
