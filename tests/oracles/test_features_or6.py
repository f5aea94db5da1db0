"""Opening ranges of any length against hand values, one trap each, and against the books of 12 and 18 bars.

The quiet range is 99 to 101.
"""

import pytest

from tests.oracles import features_or12, features_or18, features_orcl
from tests.oracles.days import Day
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.features_or6 import answers
from tests.oracles.hand_days import Prices, day_of
from tests.oracles.ticks import in_tenths
from tests.property.markets import random_market
from tests.property.test_answer_book import days_of

UP: Prices = (100, 101.25, 100, 101)
DOWN: Prices = (100, 100, 98.75, 99)
BOTH: Prices = (100, 101.25, 98.75, 100)
FLAT: Prices = (100, 100, 100, 100)


def ask(day: Day, *names: str) -> list[object]:
    return [ANSWERS[f"or6_{name}"](day) for name in names]


@pytest.mark.parametrize(
    ("bar", "prices", "wanted"),
    [
        (7, (100, 101, 99, 100), [0, 0, "none", "none", True]),
        (6, (100, 105, 95, 100), [0, 0, "none", "none", True]),
        (7, UP, [7, 0, "up", "up_only", True]),
        (7, DOWN, [0, 7, "down", "down_only", True]),
        (81, DOWN, [0, 81, "down", "down_only", True]),
        (40, BOTH, [40, 40, "both_same_bar", "both", False]),
    ],
    ids=["a touch", "in the range", "first bar after", "first bar after, down", "last bar", "an outside bar"],
)
def test_breakouts_pass_the_range_by_a_tick_after_bar_6(
    bar: int, prices: Prices, wanted: list[object]
) -> None:
    day = day_of({bar: prices})
    assert ask(day, "bo_up_bar", "bo_dn_bar", "first_bo", "bo_sides", "hod_or_lod_set") == wanted
    assert ask(day, "opp_bo_after_bo") == [False if wanted[2] in ("up", "down") else None]


def test_the_other_side_may_follow() -> None:
    day = day_of({10: DOWN, 11: UP})
    assert ask(day, "first_bo", "opp_bo_after_bo", "hod_or_lod_set") == ["down", True, False]
    assert [by_bar("or6_first_bo", day, n) for n in (3, 9, 10)] == ["none", "none", "down"]


def test_shares_are_of_the_range_of_bars_1_to_6() -> None:
    day = day_of({6: (100, 104, 100, 103), 7: (103, 105, 98, 104), 81: (104, 104, 104, 104)}, adr10=10)
    names = ("range_pct_adr", "dir", "close_loc_pct", "ext_up_pct", "ext_dn_pct", "dir_holds_eod")
    assert ask(day, *names) == [50, "bull", 80, 20, 20, True]
    assert ask(day_of(adr10=None), "range_pct_adr") == [None]
    assert ask(day_of(adr10=0), "range_pct_adr") == [None]


def test_a_measured_move_is_reached_by_a_touch() -> None:
    day = day_of({29: (100, 102.75, 97.25, 100), 30: (100, 103, 97, 100)})
    assert ask(day, "mm_up_bar", "mm_dn_bar") == [30, 30]


def test_a_range_of_zero_has_no_shares_but_its_own_level_as_measured_move() -> None:
    flat = day_of({50: BOTH}, quiet=FLAT)
    assert ask(flat, "ext_up_pct", "ext_dn_pct", "close_loc_pct", "dir", "dir_holds_eod") == [
        *(None, None, None, "doji", None),
    ]
    assert ask(flat, "mm_up_bar", "mm_dn_bar") == [7, 7]


@pytest.mark.parametrize("seed", range(4))
def test_the_books_of_12_and_18_bars_say_the_same(seed: int) -> None:
    """Each was written without looking at the other."""
    known = features_or12.ANSWERS | features_or18.ANSWERS | features_orcl.ANSWERS
    asked = {name: answer for length in (12, 18) for name, answer in answers(length).items()}
    assert len(asked) == 28
    market = random_market(seed, sessions=60, step=1 + seed)
    for day in (in_tenths(each, market.tick) for each in days_of(market)):
        for name, answer in asked.items():
            assert answer(day) == known[name](day), name
