"""`almanac build` without its start: `python -m tests.bench.build_times WAREHOUSE` prints the least of three.

A first build says what it imports; the others run in processes that have imported just that and nothing else:
calendars and tables are made within their time.
"""

import multiprocessing
import os
import shutil
import sys
import time
from contextlib import redirect_stdout, suppress
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path

RUNS = 3


def least(warehouse: Path) -> float:
    """Seconds of the fastest build."""
    _, modules = _in_process(warehouse)
    for name in modules:
        with suppress(Exception):
            import_module(name)
    return min(_in_process(warehouse)[0] for _ in range(RUNS))


def _in_process(warehouse: Path) -> tuple[float, list[str]]:
    """Seconds of a build in a fork of this process, and what it has imported in the end."""
    shutil.rmtree(warehouse / "snapshots", ignore_errors=True)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_build, args=(warehouse, theirs))
    process.start()
    theirs.close()
    try:
        seconds, modules = ours.recv()
    except EOFError:
        raise SystemExit("the build failed") from None
    process.join()
    return seconds, modules


def _build(warehouse: Path, told: Connection) -> None:
    from cli.main import main

    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        began = time.perf_counter()
        ended = main(["build", "ES", "--warehouse", str(warehouse)])
        seconds = time.perf_counter() - began
    if ended:
        raise SystemExit(f"the build ended with {ended}")
    told.send((seconds, [name for name in sys.modules if not name.startswith("__")]))


if __name__ == "__main__":
    print(least(Path(sys.argv[1])))
