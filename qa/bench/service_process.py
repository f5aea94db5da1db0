"""The service as it is started and called by a visitor's browser; what each call takes, in time and CPU."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

from qa.bench.question import TWENTY, Breadth, wire

COMPUTE, COUNT = "/api/compute", "/api/v2/filtered"
PROBABILITIES, EXPORT = "/api/v2/probabilities", "/api/v2/export"
COMPARE, CURVE = "/api/v2/compare", "/api/v2/curve"
DAY_BARS, PATH = "/api/v2/days/bars", "/api/v2/path"
KNOWN_BY_BAR_12 = ("gap_up", "or12_range_pct_adr", "gx_range_pct_adr")
ENTRY = {"user_id": "bench", "user_email": "bench@example.com", "course_id": "dev-cad-std", "profile": "pro"}
HAIR = 1e-9
STARTS_WITHIN = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Took:
    """One call: milliseconds until its answer was there, and of CPU in the service."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Service:
    port: int
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Milliseconds of CPU of the process, its threads and its children so far."""
        return sum(_cpu_of(pid) for pid in _family(self.process.pid))

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


@contextmanager
def new_service(warehouse: Path, state: Path) -> Iterator[Service]:
    """A service that has just started, ended after the body."""
    port = free_port()
    command = [sys.executable, "-m", "service", "--port", str(port)]
    command += ["--warehouse", str(warehouse), "--state", str(state)]
    env = os.environ | {"ACCESS_MODE": "trusted_url", "COMPUTE_LIMIT": "0/1"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _await(port, process)
        yield Service(port, process)
    finally:
        process.terminate()
        process.wait(timeout=20)


class Visitor:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        self._headers = {"Content-Type": "application/json"}
        token = json.loads(self.post("/api/auth/entry", ENTRY))["access_token"]
        self._headers["Authorization"] = f"Bearer {token}"

    def post(self, path: str, body: object, allowed: Sequence[int] = (200,)) -> bytes:
        """The answer's bytes; a status that is not allowed stops the bench."""
        return self._asked("POST", path, json.dumps(body), allowed)

    def get(self, path: str) -> Any:
        return json.loads(self._asked("GET", path, None))

    def timed(self, path: str, body: object) -> Took:
        content = json.dumps(body)
        cpu, began = self._service.cpu(), time.perf_counter()
        self._asked("POST", path, content)
        return Took((time.perf_counter() - began) * 1000, self._service.cpu() - cpu)

    def close(self) -> None:
        self._connection.close()

    def _asked(self, method: str, path: str, content: str | None, allowed: Sequence[int] = (200,)) -> bytes:
        self._connection.request(method, path, content, self._headers)
        answer = self._connection.getresponse()
        found = answer.read()
        if answer.status not in allowed:
            raise SystemExit(f"bench: {path} answered {answer.status}: {found[:300]!r}")
        return found


def full_answer(breadth: Breadth, features: Sequence[str], number: int) -> dict[str, object]:
    """An Apply of a selection never asked before: the filters' bounds move by a hair with `number`."""
    return {
        "filters": wire(breadth, nudge=HAIR * number),
        "statistics_features": list(features),
        "options": {"cache": False},
    }


def live_count(number: int) -> dict[str, object]:
    return {"filters": wire("narrow", nudge=HAIR * number)}


def comparison(number: int) -> dict[str, object]:
    """The narrow question against the broad one."""
    a, b = ({"filters": wire(breadth, nudge=HAIR * number)} for breadth in ("narrow", "broad"))
    return {"a": a, "b": b, "features": list(TWENTY)}


def curve(number: int) -> dict[str, object]:
    """An outcome along a number on the days of the broad question, with a cut."""
    along = {"by": "gap_size_pct_adr", "outcome": "close_above_open", "cut": 30.0}
    return {"filters": wire("broad", nudge=HAIR * number), **along}


def gallery(number: int) -> dict[str, object]:
    """The longest page of days with their bars, of the broad question, with three features each."""
    return {"filters": wire("broad", nudge=HAIR * number), "columns": TWENTY[:3], "page_size": 60}


def typical_path(number: int) -> dict[str, object]:
    """The path of the broad question's days, the others and coin days."""
    return {"filters": wire("broad", nudge=HAIR * number)}


def as_of_bar_12(number: int) -> dict[str, object]:
    """An Apply of the filters that are known by then, as of bar 12."""
    whole = full_answer("broad", TWENTY, number)
    known = [each for each in wire("narrow", nudge=HAIR * number) if each["feature"] in KNOWN_BY_BAR_12]
    return {**whole, "filters": known, "as_of": 12}


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[98]


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"bench: the service did not start: {process.poll()}")


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return
    for child in " ".join(children).split():
        yield from _family(int(child))


def _cpu_of(pid: int) -> float:
    """CPU milliseconds of another process by Linux's clock of it; 0 for one that has ended."""
    try:
        return time.clock_gettime((~pid << 3) | 2) * 1000
    except OSError:
        return 0.0
