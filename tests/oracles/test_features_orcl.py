"""ORCL answers against hand values, one trap of the definitions each."""

import pytest

from tests.oracles.days import Day, Value
from tests.oracles.features import ANSWERS
from tests.oracles.hand_days import Prices, day_of

LENGTHS = pytest.mark.parametrize("length", [12, 18])
FLAT: Prices = (100, 100, 100, 100)


def ask(name: str, day: Day, length: int) -> Value:
    return ANSWERS[name.format(length)](day)


def closing(length: int, close: float) -> Day:
    """An opening range of 97 to 103 whose last bar closes as told, with a wide bar right after it."""
    wide: Prices = (100, 103, 97, 100)
    return day_of({1: wide, length: (100, 103, 97, close), length + 1: (100, 109, 91, 108)})


@LENGTHS
@pytest.mark.parametrize(
    ("close", "location", "third"),
    [
        (97, 0, "lower"),
        (99, 100 / 3, "lower"),
        (99.25, 37.5, "middle"),
        (100.75, 62.5, "middle"),
        (101, 200 / 3, "upper"),
        (103, 100, "upper"),
    ],
)
def test_a_close_on_the_edge_of_a_third_belongs_to_the_outer_one(
    length: int, close: float, location: float, third: str
) -> None:
    day = closing(length, close)
    assert ask("or{}_close_loc_pct", day, length) == pytest.approx(location, rel=1e-15)
    assert ask("or{}_close_third", day, length) == third


@LENGTHS
def test_a_range_of_zero_has_no_location_and_no_third(length: int) -> None:
    flat = day_of({length + 1: (100, 103, 97, 100)}, quiet=FLAT)
    assert ask("or{}_close_loc_pct", flat, length) is None
    assert ask("or{}_close_third", flat, length) is None
    assert ask("eod_close_vs_or{}", flat, length) == "inside"


@LENGTHS
@pytest.mark.parametrize(
    ("close", "wanted"), [(101.25, "above"), (101, "inside"), (99, "inside"), (98.75, "below")]
)
def test_a_close_on_a_level_is_inside(length: int, close: float, wanted: str) -> None:
    last: Prices = (100, 102, 98, close)
    early = day_of({length: last}, yesterday=(101, 99, 100), globex=(101, 99))
    assert ask("or{}_close_vs_prev_range", early, length) == wanted
    assert ANSWERS["or12_close_vs_gx"](day_of({12: last}, globex=(101, 99))) == wanted
    assert ask("eod_close_vs_or{}", day_of({81: last}), length) == wanted


@LENGTHS
def test_the_bar_after_the_range_is_not_in_it(length: int) -> None:
    day = day_of({length + 1: (100, 110, 90, 100), 81: (100, 105, 100, 104)})
    assert ask("eod_close_vs_or{}", day, length) == "above"
    day = day_of({length: (100, 110, 90, 100), 81: (100, 105, 100, 104)})
    assert ask("eod_close_vs_or{}", day, length) == "inside"


def test_a_missing_level_leaves_its_question_unanswered() -> None:
    day = day_of(yesterday=None, globex=None)
    names = ("or12_close_vs_prev_range", "or18_close_vs_prev_range", "or12_close_vs_gx")
    assert [ANSWERS[name](day) for name in names] == [None] * 3
    assert ANSWERS["or12_close_vs_gx"](day_of(yesterday=None)) == "inside"


@LENGTHS
@pytest.mark.parametrize(
    ("early", "last", "wanted"),
    [
        (100, 105, None),
        (101, 102, True),
        (101, 101, False),
        (101, 100.75, False),
        (99, 98, True),
        (99, 99, False),
        (99, 99.5, False),
    ],
    ids=["no direction", "up on", "up, then flat", "up, then back", "down on", "down, then flat", "down, up"],
)
def test_a_direction_holds_from_the_range_s_own_close(
    length: int, early: float, last: float, wanted: bool | None
) -> None:
    day = day_of({length: (100, 106, 94, early), 81: (100, 106, 94, last)})
    assert ask("or{}_dir_holds_eod", day, length) is wanted
