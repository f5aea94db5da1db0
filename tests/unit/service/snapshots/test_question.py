"""Answering keeps nothing of a snapshot that nobody holds."""

import gc
from pathlib import Path
from typing import Any
from weakref import ref

from core.contracts.requests import QuestionRequest
from service.snapshots.question import parse_question, results
from service.snapshots.snapshot import Snapshot
from service.snapshots.source import DirectorySource
from tests.support.snapshots import publish_random

NAMES = ("gap_up", "gap_size_pct_adr", "or18_first_bo", "hod_bar")
GAP_UP: Any = {"gap_up": {"operator": "=", "value": True}}


def asked(snapshot: Snapshot) -> int:
    """How many results the days with a gap up have."""
    question = parse_question(QuestionRequest(filters=GAP_UP), snapshot, "pro")
    return len(results(question, question.select(), NAMES))


def test_a_snapshot_that_was_asked_goes_when_nobody_holds_it(tmp_path: Path) -> None:
    snapshot = DirectorySource(tmp_path).load("DEMO", publish_random(tmp_path, symbol="DEMO", sessions=41))
    left = ref(snapshot.index)
    assert [asked(snapshot) for _ in range(2)] == [len(NAMES)] * 2
    del snapshot
    gc.collect()
    assert left() is None
