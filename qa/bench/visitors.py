"""What one visitor feels while others ask for a lot: the live count as they type."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from qa.bench.answers import arrive
from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import (
    COMPUTE,
    COUNT,
    EXPORT,
    Service,
    Visitor,
    full_answer,
    live_count,
    new_service,
    percentiles,
)

ALONE, TURNS = 300, 12
PAUSE = 0.01
"""Seconds between two counts."""


def visitor_rows(sample: Path, folder: Path, alone: int = ALONE, turns: int = TURNS) -> Iterator[Row]:
    """Live counts alone, then while one opens all cards and one exports a PDF of everything."""
    with new_service(sample, folder / "state-visitors") as service, closing(Visitor(service)) as typing:
        features = [each["name"] for each in arrive(typing) if each["type"] != "date"]
        p50, p99 = percentiles(_counts(typing, lambda counted: counted >= alone))
        with ThreadPoolExecutor(2) as others:
            busy = [others.submit(each, service, features, turns) for each in (_open_all, _export_all)]
            crowded = _counts(typing, lambda counted: _all_ended(busy))
        for each in busy:
            each.result()
    middle, slow = percentiles(crowded)
    yield judged("live count alone: ms until it is there", p50, p99=p99)
    yield judged("live count beside all cards and a PDF of everything: ms", middle, p99=slow)
    name = "p99 of a live count beside all cards and a PDF of everything, against its p50 alone: ms"
    yield judged(name, slow, peer=p50, aim=Aim("ours/peer", 5))


def _counts(visitor: Visitor, is_enough: Callable[[int], bool]) -> list[float]:
    """Milliseconds of every count until `is_enough` of their number."""
    found: list[float] = []
    while not is_enough(len(found)):
        found.append(visitor.timed(COUNT, live_count(100 + len(found))).wall)
        time.sleep(PAUSE)
    return found


def _all_ended(busy: list[Future[None]]) -> bool:
    return all(each.done() for each in busy)


def _open_all(service: Service, features: list[str], turns: int) -> None:
    with closing(Visitor(service)) as visitor:
        for number in range(turns):
            visitor.post(COMPUTE, full_answer("broad", features, number))


def _export_all(service: Service, features: list[str], turns: int) -> None:
    """Export in turns; whether the file is written or refused, the service works as long."""
    with closing(Visitor(service)) as visitor:
        for number in range(max(1, turns // 4)):
            body = live_count(number) | {"kind": "statistics", "format": "pdf", "features": features}
            visitor.post(EXPORT, body, allowed=(200, 504))
