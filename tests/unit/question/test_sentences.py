"""Filters read as sentences."""

from typing import Any

import pytest

from core.question.conditions import Condition, sentence
from tests.unit.question.toy import CATALOGUE


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition("flag", False, "=", True), "Flag equals True"),
        (Condition("flag", True, "!=", False), "Flag, previous day not equals False"),
        (Condition("place", False, "in", ("above", "inside")), "Place in Above, Inside"),
        (Condition("place", False, "not_in", ("above",)), "Place not in Above"),
        (Condition("touch_bar", False, "=", 0), "Touch Bar equals No Event"),
        (Condition("touch_bar", False, "!=", 0, 30), "Touch Bar not equals No Event, by bar 30"),
        (Condition("touch_bar", False, "<=", 24), "Touch Bar <= Bar 24"),
        (Condition("set_bar", False, "range", (3, 7)), "Set Bar Bar 3 to Bar 7"),
        (Condition("run", False, "=", 0), "Run equals 0"),
        (
            Condition("first_side", False, "=", "both_same_bar", 20),
            "First Side equals Both same bar, by bar 20",
        ),
        (Condition("size", False, "range", (0.0, 12.5)), "Size 0 to 12.5 %"),
        (Condition("size", False, ">", 1500.0), "Size > 1,500 %"),
        (Condition("change", False, "<", -3.0), "Change < -3 pts"),
        (Condition("day", False, "=", "2024-02-01"), "Day equals 02/01/2024"),
    ],
)
def test_a_condition_reads_as_a_sentence(condition: Condition, words: Any) -> None:
    assert sentence(condition, CATALOGUE) == words
