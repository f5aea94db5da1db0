"""The sentence that reads the ranges, which the answer book leaves out."""

import pytest

from core.figures.kinds.spreads import threshold_analysis
from tests.unit.figures.small_features import NUMERIC, view


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            [0.0, 5.0, 5.0, 30.0],
            "The range 0 to 10 % holds the most days: 2 of 4 (50.00%); "
            "the top range, >= 25 %, was reached on 1 of 4 (25.00%).",
        ),
        ([30.0], "The top range, >= 25 %, holds the most days: 1 of 1 (100.00%)."),
        ([None], "No matching day has a value."),
    ],
)
def test_the_sentence_names_the_fullest_and_the_top_range(values: list[float | None], sentence: str) -> None:
    assert threshold_analysis(view(NUMERIC, values, [])).analysis == sentence
