"""A call in a process of its own, which gives all its memory back to the system when it ends."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from core.contracts.errors import DataError


def run_apart(call: Callable[..., None], *arguments: Any, preload: str) -> None:
    """Do `call` in a new process and raise here what it raised; Ctrl-C here ends it there first.

    `preload` is the module that the first such process loads for all later ones. DataError `killed` where
    the process was ended from outside.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload([preload])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_called, args=(theirs, call, arguments))
    process.start()
    theirs.close()
    try:
        process.join()
    except KeyboardInterrupt:
        if process.pid is not None and process.is_alive():
            os.kill(process.pid, signal.SIGINT)
        process.join()
        raise
    with ours:
        try:
            error: BaseException | None = ours.recv()
        except EOFError:
            why = f"its process was ended from outside, by a kill or for its memory ({process.exitcode})"
            raise DataError(f"{arguments[-1]}: {why}.", code="killed") from None
    if error is not None:
        raise error


def _called(outcome: Connection, call: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    os.setpgrp()  # the terminal's Ctrl-C reaches the command alone, which hands it on once
    signal.signal(signal.SIGINT, signal.default_int_handler)
    error: BaseException | None = None
    try:
        call(*arguments)
    except BaseException as raised:
        error = raised
    with suppress(OSError):  # nobody waits any more
        outcome.send(error)
