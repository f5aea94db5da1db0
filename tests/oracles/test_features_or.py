"""What every opening range answers against hand values, one trap each. The quiet range is 99 to 101."""

import pytest

from tests.oracles.days import Day
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.hand_days import Prices, day_of

LENGTHS = pytest.mark.parametrize("length", [6, 12, 18])
UP: Prices = (100, 101.25, 100, 101)
DOWN: Prices = (100, 100, 98.75, 99)
BOTH: Prices = (100, 101.25, 98.75, 100)
FLAT: Prices = (100, 100, 100, 100)


def ask(length: int, day: Day, *names: str) -> list[object]:
    return [ANSWERS[f"or{length}_{name}"](day) for name in names]


@LENGTHS
@pytest.mark.parametrize(
    ("after", "prices", "up", "down", "first", "sides"),
    [
        (1, (100, 101, 99, 100), 0, 0, "none", "none"),
        (0, (100, 105, 95, 100), 0, 0, "none", "none"),
        (1, UP, 1, 0, "up", "up_only"),
        (1, DOWN, 0, 1, "down", "down_only"),
        (63, DOWN, 0, 63, "down", "down_only"),
        (30, BOTH, 30, 30, "both_same_bar", "both"),
    ],
    ids=["a touch", "in the range", "first bar after", "first bar after, down", "last bar", "an outside bar"],
)
def test_breakouts_pass_the_range_by_a_tick_after_its_last_bar(
    length: int, after: int, prices: Prices, up: int, down: int, first: str, sides: str
) -> None:
    day = day_of({length + after: prices})
    bars = [at and length + at for at in (up, down)]
    assert ask(length, day, "bo_up_bar", "bo_dn_bar", "first_bo", "bo_sides") == [*bars, first, sides]
    assert ask(length, day, "hod_or_lod_set") == [sides != "both"]


@LENGTHS
@pytest.mark.parametrize(
    ("bars", "wanted"),
    [
        ({}, None),
        ({40: BOTH}, None),
        ({40: UP}, False),
        ({40: UP, 41: DOWN}, True),
        ({40: DOWN, 81: UP}, True),
        ({40: DOWN, 41: DOWN}, False),
    ],
    ids=["none", "both at once", "up alone", "up then down", "down then up", "down twice"],
)
def test_an_opposite_breakout_needs_a_one_sided_first(
    length: int, bars: dict[int, Prices], wanted: bool | None
) -> None:
    assert ask(length, day_of(bars), "opp_bo_after_bo") == [wanted]


@LENGTHS
def test_events_by_bar_wait_for_their_bar(length: int) -> None:
    day = day_of({30: DOWN, 31: UP})
    assert [by_bar(f"or{length}_first_bo", day, n) for n in (3, 29, 30)] == ["none", "none", "down"]
    assert [by_bar(f"or{length}_bo_up_bar", day, n) for n in (5, 18, 30, 31)] == [0, 0, 0, 31]


@LENGTHS
def test_direction_is_the_last_bar_s_close_against_the_open(length: int) -> None:
    up, down = (100, 101, 99, 100.25), (100, 101, 99, 99.75)
    days = [
        day_of({length: up, length + 1: down}),
        day_of({length: down, length + 1: up}),
        day_of({length - 1: up, length + 1: up}),
    ]
    assert [ask(length, day, "dir") for day in days] == [["bull"], ["bear"], ["doji"]]


@LENGTHS
def test_shares_are_of_the_range_and_of_adr(length: int) -> None:
    day = day_of(
        {length: (100, 104, 100, 103), length + 1: (103, 105, 98, 104), 81: (104, 104, 104, 104)}, adr10=10
    )
    names = ("range_pct_adr", "close_loc_pct", "ext_up_pct", "ext_dn_pct", "dir_holds_eod")
    assert ask(length, day, *names) == [50, 80, 20, 20, True]
    assert ask(length, day_of(adr10=4), "range_pct_adr", "ext_up_pct", "ext_dn_pct") == [50, 0, 0]
    for adr10 in (None, 0):
        assert ask(length, day_of(adr10=adr10), "range_pct_adr") == [None]


@LENGTHS
def test_a_measured_move_is_reached_by_a_touch(length: int) -> None:
    day = day_of({29: (100, 102.75, 97.25, 100), 30: (100, 103, 97, 100), 31: (100, 104, 96, 100)})
    assert ask(length, day, "mm_up_bar", "mm_dn_bar") == [30, 30]
    short = day_of({30: (100, 102.75, 97.25, 100)})
    assert ask(length, short, "mm_up_bar", "mm_dn_bar") == [0, 0]


@LENGTHS
def test_a_range_of_zero_has_no_shares_but_its_own_level_as_measured_move(length: int) -> None:
    flat = day_of({50: BOTH}, quiet=FLAT)
    names = ("ext_up_pct", "ext_dn_pct", "close_loc_pct", "dir", "dir_holds_eod")
    assert ask(length, flat, *names) == [None, None, None, "doji", None]
    assert ask(length, flat, "mm_up_bar", "mm_dn_bar") == [length + 1, length + 1]
