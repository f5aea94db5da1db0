"""How the cost of an answer grows with features, sessions and students."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from core.query.index import SnapshotIndex
from service.snapshot import Snapshot
from tests.bench import serving
from tests.bench.compare import side_by_side
from tests.bench.engine import FullAnswers
from tests.bench.http_rows import CALLS, Call, workers
from tests.bench.load import Asked, closed_loop
from tests.bench.power import power_of
from tests.bench.rows import Row
from tests.bench.tables import long_pack
from tests.bench.targets import judged

FEATURES = (1, 5, 20, 80, 154)
SESSIONS = (1, 2, 4, 10)
STUDENTS = (1, 4, 16, 64)


def answer_growth_rows(snapshot: Snapshot, rounds: int = 10) -> Iterator[Row]:
    """Milliseconds of a full answer on the broad filter, by features asked and by sessions."""
    names = [feature.name for feature in snapshot.catalogue.features if feature.kind != "date"]
    by_features = {
        f"full answer, sample, {number} features, ms": FullAnswers(
            snapshot, "broad", tuple(names[:: max(1, len(names) // number)][:number])
        )
        for number in FEATURES
    }
    longer = {copies: _longer(snapshot, copies) for copies in SESSIONS}
    by_sessions = {
        f"full answer, {copies}x the sample's sessions, 20 features, ms": FullAnswers(long, "broad")
        for copies, long in longer.items()
    }
    took = side_by_side({**by_features, **by_sessions}, rounds)
    yield from (judged(name, milliseconds) for name, milliseconds in took.items())
    features = dict(zip(FEATURES, (took[name] for name in by_features), strict=True))
    yield judged("full answer: power of the features that its cost grows with", power_of(features))
    sessions = dict(zip(SESSIONS, (took[name] for name in by_sessions), strict=True))
    yield judged("full answer: power of the sessions that its cost grows with", power_of(sessions))


def _longer(snapshot: Snapshot, copies: int) -> Snapshot:
    """The snapshot with all its features on so many times its sessions."""
    if copies == 1:
        return snapshot
    return replace(snapshot, index=SnapshotIndex(long_pack(snapshot.index.pack, copies)))


def student_rows(warehouse: Path, folder: Path, requests: int = 600) -> list[Row]:
    """Throughput and median wait of one worker by how many students ask it at once."""
    with workers(warehouse, folder, 1) as (only,):
        return [row for call in CALLS for row in _student_rows(call, only.port, requests)]


def _student_rows(call: Call, port: int, requests: int) -> Iterator[Row]:
    with closing(serving.Caller(port)) as caller:
        caller.enter()
        asked = Asked(port, call.path, call.body, caller.token)
    waits: dict[int, float] = {}
    for students in STUDENTS:
        load = closed_loop(asked, clients=students, requests=requests)
        waits[students] = load.p50
        yield judged(f"{call.key}: answers a second to {students} at once", load.per_second)
        yield judged(f"{call.key}: p50 of {students} at once, ms", load.p50)
    yield judged(f"{call.key}: power of the students that their wait grows with", power_of(waits))
