"""A Redis to be killed, paused, slowed and filled; started again it is empty, on the same socket."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from tests.support.redis_server import RedisServer, running_redis
from tests.support.waiting import PATIENCE

_WORKS, _WAITS = 0.02, 0.06


class StagedRedis:
    """The server of `tests.support.redis_server`, to be disturbed."""

    def __init__(self, server: RedisServer) -> None:
        self.server = server
        self._process = server.process

    @property
    def url(self) -> str:
        return self.server.url

    def client(self) -> redis.Redis:
        return self.server.client()

    def kill(self) -> None:
        """SIGKILL: everything it held is gone."""
        self._process.kill()
        self._process.wait()

    def start(self) -> None:
        """Start it again, empty; returns when it answers."""
        self._process = subprocess.Popen(self.server.process.args, stdout=subprocess.DEVNULL)
        with self.client() as client:
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                with suppress(redis.ConnectionError):
                    client.ping()
                    return
                time.sleep(0.02)
        raise AssertionError("redis-server did not answer")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """SIGSTOP as long as the block lasts: connections stay open and nothing answers."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def pause_clients(self, seconds: float) -> None:
        """CLIENT PAUSE: it takes commands and answers none for so many seconds."""
        with self.client() as client:
            client.client_pause(int(seconds * 1000), all=True)
        time.sleep(seconds)

    def be_slow(self, seconds: float) -> None:
        """Work a quarter of the time only: many answers come some 60 ms late."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with self.stopped():
                time.sleep(_WAITS)
            time.sleep(_WORKS)

    @contextmanager
    def full(self) -> Iterator[None]:
        """No memory for anything new as long as the block lasts; what is there stays (noeviction)."""
        with self.client() as client:
            client.config_set("maxmemory", 1)
            try:
                yield
            finally:
                client.config_set("maxmemory", 0)

    def end(self) -> None:
        """Kill the one that was started last."""
        self._process.kill()
        self._process.wait()


@contextmanager
def staged_redis() -> Iterator[StagedRedis]:
    with running_redis() as server:
        staged = StagedRedis(server)
        try:
            yield staged
        finally:
            staged.end()
