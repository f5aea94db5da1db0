"""`almanac build` without its start: `python -m qa.bench.build_times WAREHOUSE` prints the least of three.

Two numbers: seconds of the fastest build, and of its coin step.

A first build says what it imports; the others run in processes that have imported just that and nothing else:
calendars and tables are made within their time.
"""

import multiprocessing
import re
import shutil
import sys
import time
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from multiprocessing.connection import Connection
from pathlib import Path

RUNS = 3
COIN_STEP = re.compile(r"^ES +coin +([0-9.]+) s", re.MULTILINE)


def least(warehouse: Path) -> tuple[float, float]:
    """Seconds of the fastest build and of its coin step."""
    *_, modules = _in_process(warehouse)
    for name in modules:
        with suppress(Exception):
            import_module(name)
    return min(_in_process(warehouse)[:2] for _ in range(RUNS))


def _in_process(warehouse: Path) -> tuple[float, float, list[str]]:
    """Seconds of a build in a fork of this process, of its coin step, and its modules in the end."""
    shutil.rmtree(warehouse / "snapshots", ignore_errors=True)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_build, args=(warehouse, theirs))
    process.start()
    theirs.close()
    try:
        found: tuple[float, float, list[str]] = ours.recv()
    except EOFError:
        raise SystemExit("the build failed") from None
    process.join()
    return found


def _build(warehouse: Path, told: Connection) -> None:
    from cli.main import main

    with redirect_stdout(StringIO()) as said:
        began = time.perf_counter()
        ended = main(["build", "ES", "--warehouse", str(warehouse)])
        seconds = time.perf_counter() - began
    coin = COIN_STEP.search(said.getvalue())
    if ended or coin is None:
        raise SystemExit(f"the build ended with {ended}, or does not tell its coin step")
    told.send((seconds, float(coin[1]), [name for name in sys.modules if not name.startswith("__")]))


if __name__ == "__main__":
    print(*least(Path(sys.argv[1])))
