"""A publish during load: every answer is whole, of one snapshot, and none is lost."""

from __future__ import annotations

import http.client
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson

from tests.bench import serving
from tests.bench.http_rows import COMPUTE, workers
from tests.bench.rows import Row
from tests.bench.targets import CHANGED, judged
from tests.support.snapshots import point, publish_random

SYMBOL = "DEMO"
SWITCHES = 6
PATIENCE = 30.0
"""Seconds in which a service has to have noticed a publication."""

BODY = {
    "filters": {"gap_up": {"operator": "=", "value": True}},
    "statistics_features": ["close_ibs"],
    "options": {"cache": False},
}


def publication_rows(folder: Path, switches: int = SWITCHES) -> list[Row]:
    """Answers that were lost, mixed or other than the snapshot's own while two snapshots took turns."""
    warehouse = folder / "publications"
    ids = [publish_random(warehouse, symbol=SYMBOL, seed=seed, sessions=160) for seed in (1, 2)]
    with workers(warehouse, folder, 1) as (only,), closing(serving.Caller(only.port)) as caller:
        caller.enter()
        expected = {each: _until_served(caller, warehouse, each)[-1] for each in ids}
        answers = [
            answer for turn in range(switches) for answer in _until_served(caller, warehouse, ids[turn % 2])
        ]
    wrong = sum(answer is None or answer != expected.get(answer["snapshot"]) for answer in answers)
    return [
        judged(CHANGED, wrong),
        judged(f"answers while {switches} snapshots were published", len(answers)),
    ]


def _until_served(caller: serving.Caller, warehouse: Path, snapshot_id: str) -> list[dict[str, Any] | None]:
    """Answers from before the pointer moves until the snapshot is served; None is one that was lost."""
    answers = [_answer(caller)]
    point(warehouse, SYMBOL, snapshot_id)
    deadline = time.monotonic() + PATIENCE
    while (latest := answers[-1]) is None or latest["snapshot"] != snapshot_id:
        if time.monotonic() > deadline:
            raise SystemExit(f"bench: {snapshot_id} was not served within {PATIENCE:g} s")
        answers.append(_answer(caller))
    return answers


def _answer(caller: serving.Caller) -> dict[str, Any] | None:
    """One answer without what tells of its own request."""
    try:
        answer: dict[str, Any] = orjson.loads(caller.post(COMPUTE, BODY))
    except (OSError, http.client.HTTPException, SystemExit):
        return None
    del answer["metadata"]
    return answer
