"""The short form: the same cases of every target at every run. `make fuzz` is the long one."""

import pytest

from qa.fuzz.page import page_outcomes
from qa.fuzz.target import run
from qa.fuzz.targets import TARGETS

NUMBER = 7


@pytest.mark.parametrize("name", TARGETS)
def test_every_case_holds_the_target_s_promise(name: str) -> None:
    target = TARGETS[name]
    assert run(target, target.short, NUMBER).total() >= target.short


def test_what_the_page_reads_holds_its_promises() -> None:
    outcomes = page_outcomes()
    assert [outcome.failure for outcome in outcomes] == [None] * len(outcomes)
    assert all(outcome.cases >= 60 for outcome in outcomes)
