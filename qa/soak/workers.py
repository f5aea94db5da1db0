"""Service processes that can be killed, stopped and started again, as systemd would."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from qa.bench.service_process import free_port

ROOT = Path(__file__).resolve().parents[2]
KEY = "one signing key for all of the workers"
_TOLD = {"ACCESS_MODE": "trusted_url", "SIGNING_KEYS": KEY, "POLL_INTERVAL": "0.5"}
_TOLD |= dict.fromkeys(("ENTRY_LIMIT", "REFRESH_LIMIT", "COMPUTE_LIMIT"), "0/1")
_TOLD["REQUEST_BUDGET"] = "120"
"""Seconds a request may take: more than `Patience` waits, so that a busy machine makes no 504."""
_ENTRY = ["service"]
_NOT_COUNTED = 0.8
"""The part of its waiting for a core that a worker is not blamed for; patience grows five times at most."""


def break_workers(how: str) -> None:
    """From now on workers of this process are started broken; `how` is a name of `qa.soak.broken`."""
    _ENTRY[:] = ["qa.soak.broken", how]


def _waited_for_a_core(process: int) -> float:
    """Seconds that the slowest thread of a process waited for a core; 0 where the system does not say."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    with suppress(OSError, ValueError):
        return max((int(each.read_text(encoding="ascii").split()[1]) for each in tasks), default=0) / 1e9
    return 0.0


@contextmanager
def broken(how: str) -> Iterator[None]:
    break_workers(how)
    try:
        yield
    finally:
        _ENTRY[:] = ["service"]


@dataclass
class Worker:
    """One service: snapshots and sign-ins are in Redis, or without one in the warehouse and the state."""

    folder: Path
    warehouse: Path
    state: Path
    redis_url: str | None = None
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it; whether it is ready is another matter."""
        self.folder.mkdir(parents=True, exist_ok=True)
        folders = ["--warehouse", str(self.warehouse), "--state", str(self.state)]
        folders += ["--web", str(self.folder / "none")]
        redis = {} if self.redis_url is None else {"REDIS_URL": self.redis_url}
        environment = os.environ | _TOLD | redis
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *_ENTRY, *folders, "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stderr=log,
            )

    def kill(self) -> None:
        """SIGKILL; nothing of it is left."""
        self.process.kill()
        self.process.wait()

    def stop(self, seconds: float = 30.0) -> bool:
        """Ask it to end as systemd does; whether it did, with exit code 0."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            self.kill()
            return False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """SIGSTOP as long as the block lasts."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @property
    def last_words(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def own_time(self) -> float:
        """A clock in seconds that hardly moves while the process would run, and others have the cores."""
        return time.monotonic() - _NOT_COUNTED * _waited_for_a_core(self.process.pid)

    def ready(self) -> dict[str, str] | None:
        """Snapshots by symbol that /readyz names; None where it is not ready."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                snapshots: dict[str, str] = orjson.loads(answer.read())["snapshots"]
                return snapshots
        except (OSError, urllib.error.URLError):
            return None

    def awaited(self, symbol: str, snapshot_id: str, seconds: float = 40.0) -> bool:
        """Whether it comes to serve this snapshot within so many seconds of its own."""
        until = self.own_time() + seconds
        while (self.ready() or {}).get(symbol) != snapshot_id:
            if self.own_time() > until or self.process.poll() is not None:
                return False
            time.sleep(0.05)
        return True
