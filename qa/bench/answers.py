"""What an Apply costs on a service that has just started, every call counted, against what others need."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from qa.bench.almanac import views_of
from qa.bench.peer_times import AGGREGATES, Answers, peer_times
from qa.bench.question import FILTERS, TWENTY, Breadth
from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import (
    COMPARE,
    COMPUTE,
    COUNT,
    CURVE,
    DAY_BARS,
    PATH,
    PROBABILITIES,
    Took,
    Visitor,
    as_of_bar_12,
    comparison,
    curve,
    full_answer,
    gallery,
    live_count,
    new_service,
    percentiles,
    typical_path,
)

CALLS, PEER_CALLS, STARTS = 150, 30, 5
APPLIES = (1, 2, 4, 10)
SAME = Aim("ours/peer", 1.5)


def answer_rows(
    sample: Path, folder: Path, calls: int = CALLS, peer_calls: int = PEER_CALLS
) -> Iterator[Row]:
    """The full answer of twenty features against the peers; all features and other questions against it."""
    with new_service(sample, folder / "state-answers") as service, closing(Visitor(service)) as visitor:
        features = arrive(visitor)
        all_cards = [each["name"] for each in features if each["type"] != "date"]
        took = {breadth: _applies(visitor, breadth, TWENTY, calls) for breadth in FILTERS}
        whole = _applies(visitor, "broad", all_cards, max(2, calls // 5))
        others = _other_questions(visitor, max(2, calls // 5))
        answers = {breadth: both_answers(visitor, breadth, all_cards) for breadth in FILTERS}
    peers = peer_times(folder, views_of(sample, "DEMO"), features, answers, peer_calls)
    for breadth in FILTERS:
        yield from _beside(breadth, took[breadth], peers[breadth])
    twenty, all_of_them = (percentiles([each.cpu for each in some]) for some in (took["broad"], whole))
    name = f"full answer of all {len(all_cards)} features against 20, broad: ms of CPU"
    yield judged(name, all_of_them[0], p99=all_of_them[1], peer=twenty[0], aim=Aim("ours/peer", 5))
    for asked, cost in others.items():
        middle, tail = percentiles([each.cpu for each in cost])
        name = f"{asked} against a full answer of 20 features, broad: ms of CPU"
        yield judged(name, middle, p99=tail, peer=twenty[0])


def new_list_rows(sample: Path, folder: Path, starts: int = STARTS) -> Iterator[Row]:
    """The first Applies of a list of cards on a new service: the median of several services."""
    costs = [_first_applies(sample, folder / f"state-new-{number}") for number in range(starts)]
    by_apply = {at: median(each[at - 1] for each in costs) for at in APPLIES}
    for at, cost in by_apply.items():
        yield judged(f"Apply number {at} of a new list of 20 cards on a new service: ms of CPU", cost)
    slowest, fastest = max(by_apply.values()), min(by_apply.values())
    name = "Apply of a new list of 20 cards on a new service, slowest against fastest: ms of CPU"
    yield judged(name, slowest, peer=fastest, aim=SAME)


def arrive(visitor: Visitor) -> list[dict[str, Any]]:
    """A page's requests before the first Apply; returns the features it may show."""
    features: list[dict[str, Any]] = visitor.get("/api/features")["features"]
    visitor.post(PROBABILITIES, {"features": [each["name"] for each in features[3:12]]})
    for number in range(3):
        visitor.post(COUNT, live_count(number))
    return features


def both_answers(visitor: Visitor, breadth: Breadth, features: Sequence[str]) -> Answers:
    """The answer of twenty features, which alone are adjusted together against the coin, and that of all."""
    twenty, whole = (
        json.loads(visitor.post(COMPUTE, full_answer(breadth, names, 0))) for names in (TWENTY, features)
    )
    return twenty, whole


def _first_applies(sample: Path, state: Path) -> list[float]:
    with new_service(sample, state) as service, closing(Visitor(service)) as visitor:
        arrive(visitor)
        return [each.cpu for each in _applies(visitor, "narrow", TWENTY, max(APPLIES))]


def _applies(visitor: Visitor, breadth: Breadth, features: Sequence[str], calls: int) -> list[Took]:
    """Each with another selection."""
    return [visitor.timed(COMPUTE, full_answer(breadth, features, number)) for number in range(1, calls + 1)]


def _other_questions(visitor: Visitor, calls: int) -> dict[str, list[Took]]:
    """Always new: a comparison, a curve with its cut, days with bars, their path, an Apply as of bar 12."""
    asked = {
        "comparison of two questions on 20 features": (COMPARE, comparison),
        "curve and cut": (CURVE, curve),
        "60 days with their bars": (DAY_BARS, gallery),
        "typical path": (PATH, typical_path),
        "Apply of 20 features as of bar 12": (COMPUTE, as_of_bar_12),
    }
    return {
        name: [visitor.timed(path, body(number)) for number in range(1, calls + 1)]
        for name, (path, body) in asked.items()
    }


def _beside(breadth: Breadth, took: list[Took], peers: dict[str, list[float]]) -> Iterator[Row]:
    ours, tail = percentiles([each.cpu for each in took])
    wall, slow = percentiles([each.wall for each in took])
    theirs = {name: percentiles(times)[0] for name, times in peers.items()}
    aggregates = theirs.pop(AGGREGATES)
    title = f"full answer of 20 features, {breadth}"
    yield judged(f"{title}: ms until it is there", wall, p99=slow)
    yield judged(
        f"{title}: ms of CPU, against the fastest of {', '.join(theirs)} giving the same",
        ours,
        p99=tail,
        peer=min(theirs.values()),
        aim=Aim("peer/ours", 5),
    )
    yield from (
        judged(f"{title}: ms of CPU, against {name}", ours, peer=each) for name, each in theirs.items()
    )
    name = f"{title}: ms of CPU, against {AGGREGATES}"
    yield judged(name, ours, p99=tail, peer=aggregates, aim=Aim("ours/peer", 2))
