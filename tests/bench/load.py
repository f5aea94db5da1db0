"""Load on a server from h2load: compiled, HTTP/1.1, closed or open loop, every request's time in a log."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

GENERATOR = "h2load"
OPEN_CLIENTS = 256
"""Connections of an open loop: so many that none has its next request due before its last is answered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: an address's path and body, by a caller with a token."""

    port: int
    path: str
    body: object
    token: str = ""


@dataclass(frozen=True, slots=True)
class Load:
    """What a load met: answers a second, and milliseconds of its median and slow requests."""

    per_second: float
    p50: float
    p99: float
    late: int = 0
    """Requests of an open loop that took longer than their connection's interval: the next one waited."""

    @property
    def tail(self) -> float:
        """p99 over p50."""
        return self.p99 / self.p50


def closed_loop(target: Asked, *, clients: int, requests: int) -> Load:
    """`clients` callers that ask again as soon as they are answered."""
    return _run([target], [f"--clients={clients}", f"--requests={requests}"])


def closed_loop_on(targets: Sequence[Asked], *, clients: int, requests: int) -> Load:
    """The same on several workers at once, each with its share of callers and requests."""
    share = len(targets)
    return _run(targets, [f"--clients={clients // share}", f"--requests={requests // share}"])


def open_loop(target: Asked, *, rate: float, requests: int) -> Load:
    """Requests at their own times, `rate` a second, whether earlier ones are answered or not.

    Every one of the connections asks at an even pace and begins one arrival after the one before. A request
    can wait unseen only for an earlier one of its connection, and `late` counts those.
    """
    clients = max(1, min(OPEN_CLIENTS, requests // 4))
    apart = max(1, round(1000 / rate))
    pace = [f"--clients={clients}", "--rate=1", f"--rate-period={apart}ms", f"--requests={requests}"]
    return _run([target], [*pace, f"--rps={rate / clients:.6f}"], interval_ms=1000 * clients / rate)


def read_log(text: str, interval_ms: float = float("inf")) -> Load:
    """The load from lines of start (microseconds since 1970), status and microseconds.

    Raises:
        SystemExit: a request was not answered with 200.
    """
    rows = [tuple(map(int, line.split("\t")[:3])) for line in text.splitlines()]
    refused = [status for _, status, _ in rows if status != 200]
    if refused or len(rows) < 2:
        raise SystemExit(f"bench: {len(refused)} of {len(rows)} requests failed, first with {refused[:1]}")
    times = [took / 1000 for _, _, took in rows]
    seconds = (max(start + took for start, _, took in rows) - min(start for start, _, _ in rows)) / 1e6
    cuts = quantiles(times, n=100, method="inclusive")
    late = sum(took > interval_ms for took in times)
    return Load(len(rows) / seconds, cuts[49], cuts[98], late)


def _run(targets: Sequence[Asked], options: list[str], interval_ms: float = float("inf")) -> Load:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        logs = [folder / f"{number}.log" for number in range(len(targets))]
        started = [_start(target, options, log) for target, log in zip(targets, logs, strict=True)]
        for process in started:
            output, _ = process.communicate()
            if process.returncode != 0:
                raise SystemExit(f"bench: {GENERATOR} ended with {process.returncode}: {output[-300:]!r}")
        return read_log("".join(log.read_text() for log in logs), interval_ms)


def _start(target: Asked, options: list[str], log: Path) -> subprocess.Popen[bytes]:
    body = log.with_suffix(".json")
    body.write_text(json.dumps(target.body))
    headers = [f"--header=authorization: Bearer {target.token}", "--header=content-type: application/json"]
    address = f"http://127.0.0.1:{target.port}{target.path}"
    command = [GENERATOR, "--h1", f"--data={body}", f"--log-file={log}", *headers, *options, address]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
