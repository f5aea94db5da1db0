"""Filters read as sentences."""

from __future__ import annotations

from typing import Any

import pytest

from core.query.conditions import Condition
from core.query.sentences import sentence
from tests.unit.query.toy import CATALOGUE


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition("flag", False, "=", True), "Flag is true"),
        (Condition("flag", True, "!=", False), "The session before, Flag is not false"),
        (Condition("place", False, "in", ("above", "inside", "below")), "Place is Above, Inside or Below"),
        (Condition("place", False, "not_in", ("above", "below")), "Place is neither Above nor Below"),
        (Condition("place", False, "not_in", ("above",)), "Place is not Above"),
        (Condition("touch_bar", False, "=", 0), "Touch Bar did not happen"),
        (Condition("touch_bar", False, "!=", 0, 30), "Touch Bar happened, as known at bar 30"),
        (Condition("touch_bar", False, "<=", 24), "Touch Bar is at most 24"),
        (Condition("set_bar", False, ">=", 3), "Set Bar is at least 3"),
        (Condition("run", False, "=", 0), "Run is 0"),
        (
            Condition("first_side", False, "=", "both_same_bar", 20),
            "First Side is Both same bar, as known at bar 20",
        ),
        (Condition("size", False, "range", (0.0, 12.5)), "Size is between 0 and 12.5 %"),
        (Condition("change", False, "<", -3.0), "Change is below -3 pts"),
        (Condition("day", False, "=", "2024-02-01"), "Day is 2024-02-01"),
    ],
)
def test_a_condition_reads_as_a_sentence(condition: Condition, words: Any) -> None:
    assert sentence(condition, CATALOGUE) == words
