"""HTTP calls of the service beside the same bytes prebuilt: throughput, slow requests, one worker and two."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.bench import serving
from tests.bench.engine import HAIR
from tests.bench.load import Asked, Load, closed_loop, closed_loop_on, open_loop
from tests.bench.question import TWENTY, wire
from tests.bench.rows import Row
from tests.bench.targets import judged

CALLERS = 16
COMPUTE = "/api/compute"
COUNT = "/api/v2/filtered"


@dataclass(frozen=True, slots=True)
class Call:
    """One kind of call; `is_quick` where five times as many requests make a figure."""

    key: str
    path: str
    body: object
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class Effort:
    """How many requests make a figure, and how many turns: the best of each side counts."""

    ours: int = 600
    prebuilt: int = 6000
    rounds: int = 3


EFFORT = Effort()


def _compute(features: int, *, cache: bool) -> dict[str, object]:
    return {
        "filters": wire("narrow"),
        "statistics_features": TWENTY[:: 20 // features],
        "options": {"cache": cache},
    }


CALLS = (
    Call("full 20", COMPUTE, _compute(20, cache=False)),
    Call("full 5", COMPUTE, _compute(5, cache=False)),
    Call("live count", COUNT, {"filters": wire("narrow")}, is_quick=True),
    Call("cached", COMPUTE, _compute(20, cache=True), is_quick=True),
)
"""The calls of the targets: full with twenty features and five, the live count, the kept answer."""


def http_rows(
    warehouse: Path, folder: Path, effort: Effort = EFFORT, asked: Sequence[Call] = CALLS
) -> list[Row]:
    """Rows of every call on one worker, and of the throughput of two."""
    with workers(warehouse, folder, 2) as both:
        ports = [each.port for each in both]
        rows = [row for call in asked for row in _call_rows(call, ports, folder, effort)]
        return [*rows, *_new_selection_rows(ports[0], effort.ours)]


@dataclass(frozen=True, slots=True)
class Worker:
    """A service process and its port."""

    port: int
    process: subprocess.Popen[bytes]


@contextmanager
def workers(warehouse: Path, folder: Path, number: int) -> Iterator[list[Worker]]:
    """Service processes on one warehouse and one state."""
    with ExitStack() as stack:
        ports = [serving.free_port() for _ in range(number)]
        commands = [serving.service_command(warehouse, folder / "http-state", port) for port in ports]
        started = [
            stack.enter_context(serving.running(command, port))
            for command, port in zip(commands, ports, strict=True)
        ]
        yield [Worker(port, process) for port, process in zip(ports, started, strict=True)]


def _call_rows(call: Call, ports: list[int], folder: Path, effort: Effort) -> Iterator[Row]:
    with closing(serving.Caller(ports[0])) as caller:
        caller.enter()
        answer, token = caller.post(call.path, call.body), caller.token
    ours = [Asked(port, call.path, call.body, token) for port in ports]
    requests = effort.ours * (5 if call.is_quick else 1)
    with _prebuilt(answer, folder, 2) as peers:
        theirs = [Asked(port, call.path, call.body) for port in peers]
        for target in (*ours, *theirs):
            closed_loop(target, clients=CALLERS, requests=max(CALLERS, effort.ours // 6))
        busy, peer = _busiest(((ours[:1], requests), (theirs[:1], effort.prebuilt)), effort.rounds)
        both, both_peers = _busiest(((ours, requests), (theirs, effort.prebuilt)), effort.rounds)
    yield judged(f"{call.key}: throughput", busy.per_second, peer.per_second)
    yield judged(f"{call.key}: throughput of two workers", both.per_second, both_peers.per_second)
    yield from _tails(call, ours[0], busy, requests, effort.rounds)


def _new_selection_rows(port: int, requests: int) -> Iterator[Row]:
    """The load repeats one question, which is read once and whose tests are kept; here every one is new."""
    for key, path, body in (("full 20", COMPUTE, _compute(20, cache=False)), ("live count", COUNT, {})):
        bodies = ({**body, "filters": wire("narrow", nudge=HAIR * number)} for number in count())
        with closing(serving.Caller(port)) as caller:
            caller.enter()
            took = serving.milliseconds(caller, path, bodies, requests)
        yield judged(f"{key}, every selection a new one: p50 of one caller, ms", took)


def _busiest(sides: tuple[tuple[list[Asked], int], ...], rounds: int) -> list[Load]:
    """The best throughput of each side's workers with so many requests, the sides taking turns."""
    turns = [
        [closed_loop_on(asked, clients=CALLERS, requests=requests) for asked, requests in sides]
        for _ in range(rounds)
    ]
    return [max(side, key=lambda load: load.per_second) for side in zip(*turns, strict=True)]


def _tails(call: Call, target: Asked, busy: Load, requests: int, rounds: int) -> Iterator[Row]:
    alone = _steadiest([closed_loop(target, clients=1, requests=requests) for _ in range(rounds)])
    rate = busy.per_second / 2
    half = _steadiest([open_loop(target, rate=rate, requests=requests) for _ in range(rounds)])
    yield judged(f"{call.key}: p50 of one caller, ms", alone.p50)
    yield judged(f"{call.key}: p99 over p50, one caller", alone.tail)
    yield judged(f"{call.key}: p99 over p50, half load", half.tail)
    yield judged(f"{call.key}: of {requests} at half load, late for the next of their connection", half.late)


def _steadiest(turns: list[Load]) -> Load:
    return min(turns, key=lambda load: load.tail)


@contextmanager
def _prebuilt(answer: bytes, folder: Path, number: int) -> Iterator[list[int]]:
    content = folder / "prebuilt.json"
    content.write_bytes(answer)
    with ExitStack() as stack:
        ports = [serving.free_port() for _ in range(number)]
        for port in ports:
            stack.enter_context(serving.running(serving.peer_command(content, port), port))
        yield ports
