"""The disk of a service is full: neither its database of sign-ins nor its logs take another byte."""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager

from qa.faults.registry import Fault
from qa.faults.sqlite_locked import TOLD_TO_WAIT, entered
from qa.faults.under_load import broken_service, under_load
from qa.soak.stage import Stage
from qa.soak.workers import Worker

_FULL_SECONDS = 3.0
_LET_IN = (200, False)


def _full(stage: Stage) -> None:
    """No file of the workers grows for a while; a publication meanwhile."""
    with _unable_to_grow(stage.workers):
        stage.publish_next()
        until = time.monotonic() + _FULL_SECONDS
        _enter(stage, TOLD_TO_WAIT, "while the disk is full")
        time.sleep(max(0.0, until - time.monotonic()))
    _enter(stage, _LET_IN, "when there is room again")


def _enter(stage: Stage, expected: tuple[int, bool], when: str) -> None:
    for place, worker in enumerate(stage.workers):
        if (found := entered(worker.port)) != expected:
            stage.problems.append(f"{when} worker {place} answers an entry with {found}")


@contextmanager
def _unable_to_grow(workers: list[Worker]) -> Iterator[None]:
    """Every write of a worker to a file is refused by the kernel as long as the block lasts."""
    processes = [worker.process.pid for worker in workers]
    for process in processes:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        for process in processes:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


FAULTS = (
    Fault(
        "service-disk-full",
        "no file of either worker takes another byte for three seconds: database of sign-ins, audit log, "
        "log; a publication meanwhile",
        "each answer is wholly of the snapshot it names; who signs in or refreshes is told 503 meanwhile, "
        "and let in as soon as there is room",
        under_load(_full, with_redis=False),
        {
            "a refused write is an internal error": broken_service("lock-is-an-error"),
            "once refused, the database is never written again": broken_service("never-writes-again"),
        },
    ),
)
