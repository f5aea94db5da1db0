"""OR18 answers against hand values, one trap of the definitions each. The quiet OR18 is 99 to 101."""

import pytest

from tests.oracles.days import Day
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.hand_days import Prices, day_of

UP: Prices = (100, 101.25, 100, 101)
DOWN: Prices = (100, 100, 98.75, 99)
BOTH: Prices = (100, 101.25, 98.75, 100)
ABOVE: Prices = (101, 103, 101, 102)
FLAT: Prices = (100, 100, 100, 100)


@pytest.mark.parametrize(
    ("adr10", "half", "share"), [(4, True, 50), (3.75, False, 160 / 3), (None, None, None)]
)
def test_half_of_adr_includes_the_half_itself(
    adr10: float | None, half: bool | None, share: float | None
) -> None:
    day = day_of(adr10=adr10)
    assert (ANSWERS["or18_half_adr"](day), ANSWERS["or18_range_pct_adr"](day)) == (half, share)


def test_an_adr_of_zero_is_no_denominator_but_still_a_threshold() -> None:
    flat, day = day_of(quiet=FLAT, adr10=0), day_of(adr10=0)
    assert [ANSWERS["or18_range_pct_adr"](each) for each in (flat, day)] == [None, None]
    assert [ANSWERS["or18_half_adr"](each) for each in (flat, day)] == [True, False]


def _above(first: int, last: int) -> dict[int, Prices]:
    return {number: ABOVE for number in range(first, last + 1)}


@pytest.mark.parametrize(
    ("bars", "wanted"),
    [
        ({}, None),
        ({30: BOTH}, None),
        ({30: UP}, 30),
        ({30: DOWN}, 30),
        (_above(30, 34), 35),
        (_above(30, 35), 0),
        ({**_above(30, 35), 31: (99, 102, 98, 98.75), 33: (100, 102, 99, 99)}, 33),
        (_above(79, 81), 0),
        ({**_above(79, 80)}, 81),
    ],
    ids=[
        "no breakout",
        "both sides at once",
        "on the bar itself, closing on the edge",
        "a low, closing on the edge",
        "five bars later",
        "six bars later is too late",
        "through the far side is not inside",
        "the day ends first",
        "on the last bar",
    ],
)
def test_a_quick_failure_closes_inside_within_five_bars(bars: dict[int, Prices], wanted: int | None) -> None:
    assert ANSWERS["or18_quick_fail_bar"](day_of(bars)) == wanted


def test_events_by_bar_wait_for_their_bar_and_conditions_for_their_event() -> None:
    day = day_of(_above(30, 32))
    assert [by_bar("or18_bo_up_bar", day, n) for n in (5, 18, 29, 30)] == [0, 0, 0, 30]
    assert [by_bar("or18_first_bo", day, n) for n in (1, 29, 30)] == ["none", "none", "up"]
    assert [by_bar("or18_quick_fail_bar", day, n) for n in (18, 29, 30, 32, 33)] == [None, None, 0, 0, 33]


# O1 = 100, ORL18 = 98, ORH18 = 101: R18 = 3, and C18 = 100.25 stands 2.25 above the low.
DIP: Prices = (100, 101, 98, 99)
LAST: Prices = (100, 101, 100, 100.25)


def _bull(level: float = 99, adr10: float | None = 20, bars: dict[int, Prices] | None = None) -> Day:
    return day_of(
        {5: DIP, 18: LAST, **(bars or {})}, yesterday=(level, 50, 60), globex=(200, 190), adr10=adr10
    )


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        (_bull(), "bull"),
        (_bull(level=98), "bull"),
        (_bull(level=97.75), "none"),
        (_bull(level=100), "bull"),
        (_bull(level=100.25), "none"),
        (_bull(adr10=20.25), "none"),
        (_bull(bars={18: (100, 101, 100, 100)}), "none"),
        (_bull(bars={10: (100, 101.25, 100, 100), 18: LAST}), "bull"),
        (_bull(bars={10: (100, 101.5, 100, 100), 18: LAST}), "none"),
        (_bull(bars={19: (100, 100, 90, 90)}), "bull"),
    ],
    ids=[
        "a level between",
        "a level on the low",
        "a level under the low",
        "a level on the open",
        "a level above the open",
        "a dip under a tenth of ADR",
        "a close on the open",
        "close still in the upper third",
        "close under the upper third",
        "bar 19 says nothing",
    ],
)
def test_a_bull_reversal_meets_every_condition_edges_included(day: Day, wanted: str) -> None:
    assert ANSWERS["opening_reversal_b18"](day) == wanted


def test_two_thirds_of_the_range_is_enough() -> None:
    bars: dict[int, Prices] = {5: (100, 101, 95, 99), 9: (100, 104, 99, 100), 18: (100, 102, 100, 101)}
    day = day_of(bars, globex=(200, 190))
    assert ANSWERS["opening_reversal_b18"](day) == "bull"
    lower = day_of({**bars, 18: (100, 102, 100, 100.75)}, globex=(200, 190))
    assert ANSWERS["opening_reversal_b18"](lower) == "none"


def test_a_bear_reversal_is_the_mirror() -> None:
    rise: dict[int, Prices] = {5: (100, 102, 99, 101), 18: (100, 100, 99, 99.75)}
    far = (200.0, 190.0, 195.0)
    levels = [(102, 10), (100, 10), (102.25, 10), (99.75, 10)]
    days = [day_of(rise, yesterday=far, globex=level) for level in levels]
    assert [ANSWERS["opening_reversal_b18"](day) for day in days] == ["bear", "bear", "none", "none"]


@pytest.mark.parametrize(("close", "wanted"), [(99, "bear"), (99.25, "none"), (100, "none")])
def test_a_bear_reversal_closes_in_the_lower_third(close: float, wanted: str) -> None:
    """ORH18 = 105 and ORL18 = 96, so that 99 is six ninths of the way down."""
    bars: dict[int, Prices] = {5: (100, 105, 99, 101), 9: (100, 101, 96, 100), 18: (100, 101, 98, close)}
    assert ANSWERS["opening_reversal_b18"](day_of(bars, globex=(200, 190))) == wanted


def test_a_bear_reversal_opens_above_where_it_closes() -> None:
    bars: dict[int, Prices] = {1: (100, 103, 100, 100), 18: (100, 101, 100, 100)}
    assert ANSWERS["opening_reversal_b18"](day_of(bars, quiet=(100, 101, 100, 100))) == "none"


@pytest.mark.parametrize("place", range(5))
def test_any_of_the_five_levels_will_do(place: int) -> None:
    levels = [200.0] * 5
    levels[place] = 99
    hoy, loy, coy, gxh, gxl = levels
    day = day_of({5: DIP, 18: LAST}, yesterday=(hoy, loy, coy), globex=(gxh, gxl))
    assert ANSWERS["opening_reversal_b18"](day) == "bull"


@pytest.mark.parametrize(
    "day",
    [day_of(yesterday=None), day_of(globex=None), day_of(adr10=None)],
    ids=["no yesterday", "no overnight", "no ADR"],
)
def test_a_missing_level_leaves_the_reversal_unanswered(day: Day) -> None:
    assert ANSWERS["opening_reversal_b18"](day) is None


def test_a_day_without_a_test_of_a_level_has_no_reversal() -> None:
    assert ANSWERS["opening_reversal_b18"](day_of()) == "none"
