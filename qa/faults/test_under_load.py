"""The short form of a fault of the running system that the soak's short form does not have."""

from pathlib import Path

from qa.faults.sqlite_locked import FAULTS


def test_a_locked_database_costs_nobody_an_answer(tmp_path: Path) -> None:
    outcome = FAULTS[0].inject(tmp_path, "short")
    assert outcome.survived, outcome.wrong
    assert outcome.answers
