"""Kills an import before its n-th touch of bars or pins, for every n, each time in a process of its own.

    python -m tests.integration.kill_import SCRATCH

SCRATCH/warehouse holds bars, SCRATCH/ES_2.csv a file that changes some and adds others. Prints one JSON line
per n: what bars, sources and changes were there after the kill and, for every third n, what the same import
then made of them.
"""

import builtins
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.importing.importer import import_file
from core.importing.sources import SourceOverrides, read_sources
from core.market.calendar import exchange_calendar
from core.warehouse.bars import content_sha256, read_bars
from core.warehouse.paths import Warehouse
from core.warehouse.sidecars import read_changes, with_origins
from tests.integration.killing import CALLS, KILLED, child

MOST = 150
PLACES = ("/bars/", "/sources/", "/sources")


def sweep(scratch: Path) -> None:
    """Try every n until an import ends by itself."""
    for n in range(MOST):
        place = Warehouse(scratch / "trial")
        shutil.rmtree(place.root, ignore_errors=True)
        shutil.copytree(scratch / "warehouse", place.root)
        code = child(lambda: _killed(place, n))  # noqa: B023
        trial: dict[str, Any] = {"n": n, "code": code, "found": _found(place)}
        if n % 3 == 0 or code != KILLED:
            again = child(lambda: _import(place))  # noqa: B023
            left = [path.name for path in place.bars_root.glob(".incoming*")]
            trial |= {"again": again, "then": _found(place), "left": left}
        print(json.dumps(trial))
        if code != KILLED:
            break


def _killed(warehouse: Warehouse, n: int) -> None:
    left = [n]
    for module, name in (*CALLS, (builtins, "open")):
        setattr(module, name, _counting(getattr(module, name), left))
    _import(warehouse)


def _counting(call: Callable[..., Any], left: list[int]) -> Callable[..., Any]:
    def counted(first: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(first, int) or any(place in f"{first}" for place in PLACES):
            left[0] -= 1
            if left[0] < 0:
                os._exit(KILLED)
        return call(first, *args, **kwargs)

    return counted


def _import(warehouse: Warehouse) -> None:
    path = warehouse.root.parent / "ES_2.csv"
    import_file(path, warehouse=warehouse, source=SourceOverrides("second", 2))


def _found(warehouse: Warehouse) -> list[Any]:
    bars = with_origins(warehouse, "ES", read_bars(warehouse, "ES"))
    changed = read_changes(warehouse, "ES")["close_after"].tolist()
    sources = hashlib.sha256(bars.codes.tobytes()).hexdigest()[:8]
    return [content_sha256(bars.frame)[:8], [*bars.names, sources], changed, [*read_sources(warehouse).kept]]


if __name__ == "__main__":
    exchange_calendar()
    sweep(Path(sys.argv[1]))
