"""What an answerer keeps between questions, and what it lets go."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any
from weakref import ref

from service.answering import Answerer, parse_question
from service.snapshot import Snapshot
from tests.bench.engine_rows import opened
from tests.support.snapshots import publish_random

NAMES = ("gap_up", "gap_size_pct_adr", "or18_first_bo", "hod_bar")
GAP_UP: Any = {"gap_up": {"operator": "=", "value": True}}


def asked(answerer: Answerer, snapshot: Snapshot) -> int:
    """How many results the days with a gap up have."""
    question = parse_question(snapshot, "pro", GAP_UP, None, None)
    return len(answerer.results(question, question.select(), NAMES))


def test_a_snapshot_that_was_asked_goes_when_nobody_holds_it(tmp_path: Path) -> None:
    publish_random(tmp_path, symbol="DEMO", sessions=41)
    snapshot = opened(tmp_path)
    answerer, left = Answerer(), ref(snapshot.index)
    assert [asked(answerer, snapshot) for _ in range(2)] == [len(NAMES)] * 2
    del snapshot
    gc.collect()
    assert left() is None
