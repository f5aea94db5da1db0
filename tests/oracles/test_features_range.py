"""RANGE answers against hand values, one trap of the definitions each."""

import pytest

from tests.golden.handmade import bars as golden_bars
from tests.oracles.days import Row, read
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.hand_days import Prices, day_of

FLAT: Prices = (100, 100, 100, 100)
SHARES = ("day_range_pct_adr", "bar1_range_pct_adr")
REACHED = ("range_50adr_bar", "range_100adr_bar", "ttr_bar")


def test_the_day_range_spans_all_81_bars() -> None:
    day = day_of({1: (100, 104, 100, 100), 81: (100, 100, 94, 100)}, adr10=20)
    assert (ANSWERS["day_range_pts"](day), ANSWERS["day_range_pct_adr"](day)) == (10, 50)
    assert (ANSWERS["adr10_pts"](day), ANSWERS["bar1_range_pct_adr"](day)) == (20, 20)


def test_before_ten_sessions_nothing_measured_by_adr_has_an_answer() -> None:
    names = ("adr10_pts", *SHARES, *REACHED)
    assert [ANSWERS[name](day_of(adr10=None)) for name in names] == [None] * len(names)


def test_an_adr_of_zero_divides_nothing_but_is_reached_at_once() -> None:
    flat = day_of(quiet=FLAT, adr10=0)
    assert [ANSWERS[name](flat) for name in ("adr10_pts", *SHARES)] == [0, None, None]
    assert [ANSWERS[name](flat) for name in REACHED] == [1, 1, 20]
    assert ANSWERS["ttr_bar"](day_of(adr10=0)) == 0


@pytest.mark.parametrize(
    ("adr10", "half", "whole"), [(2, 1, 1), (4, 1, 30), (10, 30, 40), (10.1, 40, 0), (20.25, 0, 0)]
)
def test_the_running_range_reaches_adr_at_equality(adr10: float, half: int, whole: int) -> None:
    """Two points from bar 1, five from bar 30, ten from bar 40: high and low of different bars."""
    day = day_of({30: (100, 104, 100, 100), 40: (100, 100, 94, 100)}, adr10=adr10)
    assert (ANSWERS["range_50adr_bar"](day), ANSWERS["range_100adr_bar"](day)) == (half, whole)


def test_a_range_reached_later_is_zero_by_bar() -> None:
    day = day_of({30: (100, 104, 100, 100)}, adr10=10)
    assert [by_bar("range_50adr_bar", day, n) for n in (1, 29, 30)] == [0, 0, 30]
    assert [by_bar("ttr_bar", day, n) for n in (1, 19, 20)] == [0, 0, 20]


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ((), None),
        ((9, 9, 9, 9, 9), None),
        ((3, 3, 3, 3, 3, 3), True),
        ((3, 3, 3, 2, 3, 3), False),
        ((2, 3, 3, 3, 3, 3), False),
        ((1, 1, 3, 3, 3, 3, 3, 3), True),
        ((2.25,) * 6, True),
    ],
    ids=["none", "five", "smallest", "a tie", "a tie six back", "seven back is past", "by a tick"],
)
def test_nr7_is_smaller_than_each_of_the_six_before(before: tuple[float, ...], wanted: bool | None) -> None:
    assert ANSWERS["nr7"](day_of(ranges_before=before)) is wanted


@pytest.mark.parametrize(
    ("yesterday", "inside", "outside"),
    [
        ((101, 99, 100), True, False),
        ((100.75, 99, 100), False, False),
        ((101, 99.25, 100), False, False),
        ((100.75, 99.25, 100), False, True),
        (None, None, None),
    ],
    ids=["equal is inside", "above alone", "below alone", "both", "no yesterday"],
)
def test_inside_includes_the_edges_and_outside_does_not(
    yesterday: tuple[float, float, float] | None, inside: bool | None, outside: bool | None
) -> None:
    day = day_of(yesterday=yesterday)
    assert (ANSWERS["inside_day"](day), ANSWERS["outside_day"](day)) == (inside, outside)


def test_new_extremes_count_bars_beyond_every_earlier_one() -> None:
    wide: Prices = (100, 102, 98, 100)
    assert (ANSWERS["new_high_count"](day_of()), ANSWERS["new_low_count"](day_of())) == (0, 0)
    day = day_of({2: wide, 3: wide, 10: (100, 101.5, 97, 100), 81: (100, 103, 97, 100)})
    assert (ANSWERS["new_high_count"](day), ANSWERS["new_low_count"](day)) == (2, 2)
    first = day_of({1: (100, 109, 91, 100), 2: wide})
    assert (ANSWERS["new_high_count"](first), ANSWERS["new_low_count"](first)) == (0, 0)


def test_growth_is_measured_against_the_first_18_bars() -> None:
    day = day_of({18: (100, 104, 99, 100), 19: (100, 100, 94, 100)})
    assert ANSWERS["range_growth_after_b18_pct"](day) == 100
    assert ANSWERS["range_growth_after_b18_pct"](day_of()) == 0
    flat = day_of({19: (100, 104, 99, 100)}, quiet=FLAT)
    assert ANSWERS["range_growth_after_b18_pct"](flat) is None


@pytest.mark.parametrize(
    ("bar", "adr10", "wanted"),
    [(1, 10, 21), (5, 10, 25), (20, 10, 40), (81, 10, 20), (62, 10, 20), (5, 9.75, 0)],
    ids=["from bar 2", "from bar 6", "the twentieth bar is in", "last bar", "after it", "over a fifth"],
)
def test_a_tight_range_is_twenty_bars_within_a_fifth_of_adr(bar: int, adr10: float, wanted: int) -> None:
    """Quiet bars span two points, a fifth of ten; the wide bar breaks every stretch that holds it."""
    assert ANSWERS["ttr_bar"](day_of({bar: (100, 101.25, 99, 100)}, adr10=adr10)) == wanted


def test_ranges_before_are_of_full_sessions_oldest_first() -> None:
    found = read(Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in golden_bars())
    ranges = [ANSWERS["day_range_pts"](day) for day in found.days]
    for place, day in enumerate(found.days):
        assert list(day.ranges_before) == ranges[max(0, place - 10) : place]
        assert (day.adr10 is None) == (len(day.ranges_before) < 10)
    assert [ANSWERS["nr7"](day) is None for day in found.days] == [True] * 6 + [False] * 9
