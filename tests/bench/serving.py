"""Time and memory of the service beside a Starlette app that returns the same bytes prebuilt."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from statistics import median

REQUESTS = 400
ENTRY = {"user_id": "bench", "user_email": "bench@example.com", "course_id": "dev-cad-std", "profile": "pro"}
FIVE_FILTERS = {
    "gap_up": {"operator": "=", "value": True},
    "gap_fill_bar": {"operator": "<=", "value": 60},
    "or12_range_pct_adr": {"operator": "range", "value": [10, 95]},
    "or12_bo_sides": {"operator": "in", "value": ["up_only", "down_only", "both"]},
    "gx_range_pct_adr": {"operator": ">", "value": 5},
}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server process, answered once before the body runs and ended after it."""
    env = os.environ | {"ACCESS_MODE": "trusted_url", "COMPUTE_LIMIT": "0/1"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if process.poll() is not None:
                raise SystemExit(f"{command[:4]} ended with {process.returncode}")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait(timeout=20)


class Caller:
    """One kept connection that posts JSON."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Content-Type": "application/json"}

    def post(self, path: str, body: object) -> bytes:
        """The answer's bytes; anything but 200 stops the bench."""
        self._connection.request("POST", path, json.dumps(body), self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}: {content[:300]!r}")
        return content

    def close(self) -> None:
        """Give the connection up."""
        self._connection.close()

    def enter(self) -> None:
        """Sign in through the trusted entry."""
        self.token: str = json.loads(self.post("/api/auth/entry", ENTRY))["access_token"]
        self._headers["Authorization"] = f"Bearer {self.token}"


def compute_body(features: list[str]) -> dict[str, object]:
    """Five filters and twenty features, answered anew each time."""
    return {"filters": FIVE_FILTERS, "statistics_features": features[:20], "options": {"cache": False}}


def chart_bodies(days: list[str]) -> Iterator[dict[str, object]]:
    """A day's chart with settings of its own, never the same twice: none is answered from a cache."""
    for number in count():
        config = {"show_climax": True, "show_outside_bars": True, "show_big_breakouts": 2}
        unlike = {"climax_factor": 1 + number / 10_000, "zscore_lookback": 50}
        yield {"selected_date": days[-1 - number % len(days)], "ama_config": config | unlike}


def milliseconds(caller: Caller, path: str, bodies: Iterator[object], requests: int = REQUESTS) -> float:
    """Median round trip of many requests, after a warm-up of a tenth of them."""
    for body in islice(bodies, requests // 10):
        caller.post(path, body)
    times = []
    for body in islice(bodies, requests):
        started = time.perf_counter()
        caller.post(path, body)
        times.append(time.perf_counter() - started)
    return median(times) * 1000


def megabytes(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of a process."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def proportional_megabytes(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of a process, pages that several share divided among them."""
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return int(next(line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:"))) / 1024


def service_command(warehouse: Path, state: Path, port: int) -> list[str]:
    """The service as it is run."""
    return [
        *(sys.executable, "-m", "service", "--port", str(port)),
        *("--warehouse", str(warehouse), "--state", str(state)),
    ]


def peer_command(content: Path, port: int) -> list[str]:
    """The prebuilt peer."""
    return [sys.executable, "-m", "tests.bench.prebuilt", str(content), str(port)]
