"""The database of sign-ins, held by another process in the middle of a transaction."""

import subprocess
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import orjson

from qa.bench.service_process import ENTRY
from qa.faults.registry import Fault
from qa.faults.under_load import broken_service, under_load
from qa.soak.stage import Stage
from service.database.sqlite_store import DATABASE

_HELD_SECONDS = 3.0
TOLD_TO_WAIT = (503, True)
_HOLD = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("PRAGMA busy_timeout=20000")
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


def _locked(stage: Stage) -> None:
    """Another process holds the lock for a while; a publication meanwhile."""
    database = stage.workers[0].state / DATABASE
    command = [sys.executable, "-c", _HOLD, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n", "the database could not be locked"
        stage.publish_next()
        until = time.monotonic() + _HELD_SECONDS
        for place, worker in enumerate(stage.workers):
            if (found := entered(worker.port)) != TOLD_TO_WAIT:
                stage.problems.append(f"locked: worker {place} lets a visitor in with {found}")
        time.sleep(max(0.0, until - time.monotonic()))
        holder.kill()


def entered(port: int) -> tuple[int, bool]:
    """The status of a visitor's entry, and whether it has Retry-After."""
    request = Request(
        f"http://127.0.0.1:{port}/api/auth/entry", orjson.dumps(ENTRY), {"Content-Type": "application/json"}
    )
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, False
    except HTTPError as error:
        with error:
            return error.code, error.headers["Retry-After"] is not None


FAULTS = (
    Fault(
        "sqlite-locked",
        "another process holds BEGIN EXCLUSIVE on the database of sign-ins for three seconds and is killed; "
        "a publication meanwhile",
        "each answer is wholly of the snapshot it names; who signs in or refreshes is told 503 meanwhile",
        under_load(_locked, with_redis=False),
        {"a lock is an internal error": broken_service("lock-is-an-error")},
    ),
)
