"""Stops commands with Ctrl-C before touches of the disk, each time in a process of its own.

    python -m tests.integration.stopped_runs SCRATCH

The input is a JSON list of commands, each with how often it is stopped. SCRATCH/base is copied to
SCRATCH/trial, in which a command runs: in this process, for all that come to inherit what it imports and
computes; then to its end, to count its touches; then once per moment with SIGINT before one of them, the
first and the last among them. Prints one JSON line per run of a process of its own: the command, the touch,
the exit code, what was said, and every file with its digest that is there then.
"""

import builtins
import gc
import hashlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.main import main
from qa.faults.remembered import remember_computed
from tests.integration.killing import CALLS

NEVER = 10**9


def run(scratch: Path, moments: int, late: int, arguments: list[str]) -> None:
    """The run that is not stopped, then the others; the last `late` touches are moments too."""
    _warm(scratch, arguments)
    count = stopped(scratch, NEVER, arguments)
    spread = {round(1 + at * (count - 1) / (moments - 1)) for at in range(moments)}
    for moment in sorted(spread | {count - at for at in range(late)}):
        stopped(scratch, moment, arguments)


def _begun(scratch: Path) -> Path:
    """The trial as each run finds it."""
    trial = scratch / "trial"
    shutil.rmtree(trial, ignore_errors=True)
    return shutil.copytree(scratch / "base", trial)


def _warm(scratch: Path, arguments: list[str]) -> None:
    """Run it in this process, unheard: what logs keeps the standard error that the forks then have."""
    here, heard, nowhere = Path.cwd(), [os.dup(1), os.dup(2)], os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.chdir(_begun(scratch))
    main(arguments)
    os.chdir(here)
    sys.stdout.flush()
    for number, handle in enumerate(heard, 1):
        os.dup2(handle, number)
    gc.freeze()


def stopped(scratch: Path, moment: int, arguments: list[str]) -> int:
    """One run; how many touches there were."""
    trial = _begun(scratch)
    said = {name: (scratch / name).open("w+") for name in ("out", "err", "touches")}
    pid = os.fork()
    if pid == 0:
        os.chdir(trial)
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
    remember_computed()
    for asked in json.load(sys.stdin):
        run(Path(sys.argv[1]), asked["moments"], asked["late"], asked["command"])
