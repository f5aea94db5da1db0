"""A Redis that Celery meets at, and workers of it in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.integration.test_service_process import free_port
from tests.support.redis_server import redis_users, running_redis

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = "pipelines.celery_steps"
"""The module that a worker of the product runs."""


@contextmanager
def celery_workers(
    monkeypatch: pytest.MonkeyPatch, log: Path, module: str = PRODUCT, count: int = 1
) -> Iterator[None]:
    """Settings of this process that carry steps out on so many workers; what they print is in `log`.

    All of them are the user of deploy/redis-users.acl that is for workers.
    """
    port, users = str(free_port()), str(redis_users(log.parent))
    monkeypatch.setenv("ALMANAC_EXECUTOR", "celery")
    monkeypatch.setenv("REDIS_URL", f"redis://almanac-workers:workers@127.0.0.1:{port}/0")
    options = ("--port", port, "--bind", "127.0.0.1", "--aclfile", users)
    with running_redis(*options), log.open("w") as out, ExitStack() as stack:
        command = [sys.executable, "-m", "celery", "-A", module, "worker", "--concurrency", "1"]
        for number in range(count):
            named = [*command, "--hostname", f"{number}@{os.getpid()}"]
            worker = subprocess.Popen(named, cwd=ROOT, stdout=out, stderr=out)
            stack.callback(worker.wait)
            stack.callback(worker.terminate)
        yield
