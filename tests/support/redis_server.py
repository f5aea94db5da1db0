"""A real Redis for the tests: its own process on its own unix socket, gone with the test run."""

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
import redis

DEPLOYED_USERS = Path(__file__).resolve().parents[2] / "deploy" / "redis-users.acl"
_SERVER = "redis-server"
_OPTIONS = ("--port", "0", "--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction")


@dataclass(frozen=True, slots=True)
class RedisServer:
    """A running server; `url` is what REDIS_URL takes, `process` may be stopped and killed by a test."""

    url: str
    process: subprocess.Popen[bytes]

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)

    def pass_time(self, seconds: float, keys: str) -> None:
        """Change the lifetimes of these keys as a later (or earlier) time would."""
        with self.client() as client:
            for key in client.scan_iter(match=keys):
                client.pexpire(key, int(cast("int", client.pttl(key)) - seconds * 1000))


def redis_users(folder: Path) -> Path:
    """The users of deploy/redis-users.acl as Redis reads them; `almanac-nights` has the password `nights`."""
    rules = [line for line in DEPLOYED_USERS.read_text().splitlines() if line.startswith("user ")]
    named = [re.sub(r"REPLACE-(\w+)-PASSWORD", lambda found: found[1].lower(), line) for line in rules]
    users = folder / "users.acl"
    users.write_text("\n".join(named))
    return users


@contextmanager
def running_redis(*options: str) -> Iterator[RedisServer]:
    """A server started with these further options, empty and without persistence."""
    program = shutil.which(_SERVER)
    assert program, f"{_SERVER} is missing; scripts/test installs it (apt-get install redis-server)"
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        socket = Path(folder) / "redis.sock"
        process = subprocess.Popen(
            [program, "--unixsocket", str(socket), "--dir", folder, *_OPTIONS, *options],
            stdout=subprocess.DEVNULL,
        )
        try:
            yield _answering(RedisServer(f"unix://{socket}", process))
        finally:
            process.kill()
            process.wait()


def _answering(server: RedisServer) -> RedisServer:
    with server.client() as client:
        for _ in range(200):
            try:
                client.ping()
                return server
            except redis.ConnectionError:
                assert server.process.poll() is None, "redis-server ended at once"
                time.sleep(0.02)
    raise AssertionError("redis-server did not answer")


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[RedisServer]:
    """One server for the whole run."""
    with running_redis() as server:
        yield server


@pytest.fixture
def redis_server(shared_redis: RedisServer) -> RedisServer:
    """The run's server, emptied."""
    with shared_redis.client() as client:
        client.flushall()
    return shared_redis
