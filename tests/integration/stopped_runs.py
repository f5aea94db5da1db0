"""Stops commands with Ctrl-C before touches of the disk, each time in a process of its own.

    python -m tests.integration.stopped_runs SCRATCH

The input is a JSON list of commands, each with how often it is stopped. SCRATCH/base is copied to
SCRATCH/trial, in which a command runs: first to its end, to count its touches, then once per moment with
SIGINT before one of them, the first and the last among them. Prints one JSON line per run: the command, the
touch, the exit code, what was said, and every file with its digest that is there then.
"""

import builtins
import hashlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from cli.main import main
from tests.integration.killing import CALLS

NEVER = 10**9


def run(scratch: Path, moments: int, late: int, arguments: list[str]) -> None:
    """The run that is not stopped, then the others; the last `late` touches are moments too."""
    count = stopped(scratch, NEVER, arguments)
    spread = {round(1 + at * (count - 1) / (moments - 1)) for at in range(moments)}
    for moment in sorted(spread | {count - at for at in range(late)}):
        stopped(scratch, moment, arguments)


def stopped(scratch: Path, moment: int, arguments: list[str]) -> int:
    """One run; how many touches there were."""
    trial = scratch / "trial"
    shutil.rmtree(trial, ignore_errors=True)
    shutil.copytree(scratch / "base", trial)
    said = {name: (scratch / name).open("w+") for name in ("out", "err", "touches")}
    pid = os.fork()
    if pid == 0:
        os.chdir(trial)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(said[name].fileno(), number)
        touches = [0]
        for module, name in (*CALLS, (builtins, "open")):
            setattr(module, name, counting(getattr(module, name), touches, moment))
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(said["touches"].fileno(), str(touches[0]).encode())
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    for file in said.values():
        file.seek(0)
    texts = {name: file.read() for name, file in said.items()}
    print(
        json.dumps({"command": arguments[0], "moment": moment, "code": code, **texts, "files": files(trial)}),
        flush=True,
    )
    return int(texts["touches"] or 0)


def counting(call: Callable[..., Any], touches: list[int], moment: int) -> Callable[..., Any]:
    """The call, which counts itself where it touches the trial, and comes after Ctrl-C at the moment."""
    here = os.getcwd()

    def counted(first: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(first, int) or os.path.abspath(f"{first}").startswith(here):
            touches[0] += 1
            if touches[0] == moment:
                os.kill(os.getpid(), signal.SIGINT)
        return call(first, *args, **kwargs)

    return counted


def files(folder: Path) -> dict[str, str]:
    """Every file but locks, by its path, with its digest."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and "lock" not in path.name)
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


if __name__ == "__main__":
    import_module("core.build.evidence.stability")  # what takes seconds to import, once for all runs
    import_module("core.importing.importer")
    import_module("pipelines.runs")._jobs()
    for asked in json.load(sys.stdin):
        run(Path(sys.argv[1]), asked["moments"], asked["late"], asked["command"])
