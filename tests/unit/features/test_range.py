"""RANGE by hand: the session stands at 100 but where a bar is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from core.market.market import FloatArray, Market
from tests.support.one_feature import compute_feature
from tests.unit.features.one_session import ENTRIES, Bars, answer, answer_by, session

WIDE: Bars = {10: (100, 106, 100, 100), 40: (100, 100, 98, 100)}


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session(bars, **known))


def test_the_day_range_is_from_the_low_to_the_high_of_every_bar() -> None:
    assert say("day_range_pts", WIDE) == 8
    assert say("day_range_pct_adr", WIDE, adr10=16) == 50
    assert say("day_range_pct_adr", WIDE) is None
    assert say("day_range_pct_adr", WIDE, adr10=0) is None


def test_points_of_a_tick_of_a_tenth_are_the_nearest_double() -> None:
    """2021.8 - 2015.3 in doubles is 6.5 and a little; a mean of 0.21 is not 2.1 ticks divided by ten."""
    bars = {1: (2020, 2021.8, 2015.3, 2020)}
    assert answer("day_range_pts", session(bars, 2020.0, tick=0.1)) == 6.5
    assert answer("adr10_pts", session(None, 2020.0, tick=0.1, adr10=0.21)) == 0.21


def test_adr_is_read_as_it_is_and_null_without_ten_sessions() -> None:
    assert say("adr10_pts", adr10=32.175) == 32.175
    assert say("adr10_pts") is None


def test_bar_1_is_measured_alone() -> None:
    assert say("bar1_range_pct_adr", {1: (100, 103, 99, 100), **WIDE}, adr10=16) == 25
    assert say("bar1_range_pct_adr") is None


def test_a_share_of_adr_is_reached_by_the_range_so_far_and_by_a_touch() -> None:
    assert say("range_50adr_bar", WIDE, adr10=12) == 10
    assert say("range_50adr_bar", WIDE, adr10=12.025) == 40
    assert say("range_100adr_bar", WIDE, adr10=8) == 40
    assert say("range_100adr_bar", WIDE, adr10=8.025) == 0
    assert say("range_100adr_bar", {1: (100, 108, 100, 100)}, adr10=8) == 1


@pytest.mark.parametrize("name", ["range_50adr_bar", "range_100adr_bar", "ttr_bar"])
def test_without_adr_no_share_of_it_is_reached(name: str) -> None:
    assert say(name, WIDE) is None


def test_by_bar_a_later_reach_did_not_happen_yet() -> None:
    market = session(WIDE, adr10=8)
    assert (answer_by(39, "range_100adr_bar", market), answer_by(40, "range_100adr_bar", market)) == (0, 40)


@pytest.mark.parametrize(
    ("hoy", "loy", "inside"), [(106, 98, True), (105.75, 98, False), (106, 98.25, False)]
)
def test_an_inside_day_may_touch_both_extremes(hoy: float, loy: float, inside: bool) -> None:
    assert say("inside_day", WIDE, hoy=hoy, loy=loy) is inside
    assert say("outside_day", WIDE, hoy=hoy, loy=loy) is False


def test_an_outside_day_passes_both_extremes() -> None:
    assert say("outside_day", WIDE, hoy=105.75, loy=98.25) is True
    assert say("inside_day", WIDE, hoy=105.75, loy=98.25) is False


@pytest.mark.parametrize("name", ["inside_day", "outside_day"])
def test_without_yesterday_a_day_is_neither_inside_nor_outside(name: str) -> None:
    assert say(name, WIDE) is None


def test_a_new_extreme_passes_every_earlier_bar_and_bar_1_makes_none() -> None:
    bars = {
        1: (100, 101, 99, 100),
        2: (100, 101, 99, 100),
        3: (100, 102, 98, 100),
        4: (100, 101.5, 98.5, 100),
        5: (100, 102, 97, 100),
        81: (100, 102.25, 97, 100),
    }
    assert (say("new_high_count", bars), say("new_low_count", bars)) == (2, 2)
    assert (say("new_high_count"), say("new_low_count")) == (0, 0)


def test_growth_after_bar_18_is_of_the_range_until_then() -> None:
    assert say("range_growth_after_b18_pct", {18: (100, 102, 98, 100), 19: (100, 104, 98, 100)}) == 50
    assert say("range_growth_after_b18_pct", {18: (100, 102, 98, 100)}) == 0
    assert say("range_growth_after_b18_pct", {19: (100, 104, 98, 100)}) is None


CLIMB: Bars = {
    number: (100 + number, 100.0 + number, 100.0 + number, 100 + number) for number in range(1, 82)
}


@pytest.mark.parametrize(("adr10", "expected"), [(95, 20), (94.975, 0)])
def test_twenty_bars_are_tight_within_a_fifth_of_adr(adr10: float, expected: float) -> None:
    """A climb of a point a bar: any twenty bars in a row span 19 points."""
    assert say("ttr_bar", CLIMB, adr10=adr10) == expected


def test_a_tight_range_takes_the_last_twenty_bars_only() -> None:
    assert say("ttr_bar", {3: (100, 120, 100, 100)}, adr10=10) == 23
    assert say("ttr_bar", {bar: (100, 120, 100, 100) for bar in (3, 23, 43, 63)}, adr10=10) == 0


def test_by_bar_nineteen_bars_are_never_tight() -> None:
    market = session(adr10=10)
    assert (answer_by(19, "ttr_bar", market), answer_by(20, "ttr_bar", market)) == (0, 20)


def days(*ranges: float) -> Market:
    """As many sessions, each of that range."""
    one = session()
    rows = np.zeros(len(ranges), dtype=np.int64)
    high: FloatArray = one.high[rows].copy()
    high[:, 5] += ranges
    low = one.low[rows]
    numbers = np.arange(len(rows))
    table = replace(
        one.sessions, is_full=numbers >= 0, full_row=numbers, high=high.max(axis=1), low=low.min(axis=1)
    )
    return replace(
        one,
        sessions=table,
        ordinal=numbers,
        open=one.open[rows],
        high=high,
        low=low,
        close=one.close[rows],
    )


def narrowest(*ranges: float) -> list[float | None]:
    values = compute_feature(ENTRIES["nr7"], days(*ranges)).values
    return [None if np.isnan(value) else value for value in values.tolist()]


def test_nr7_is_narrower_than_each_of_the_six_before_and_null_until_there_are_six() -> None:
    assert narrowest(5, 4, 6, 7, 8, 9, 3.75) == [None] * 6 + [1]
    assert narrowest(5, 4, 6, 7, 8, 9, 4) == [None] * 6 + [0]
    assert narrowest(1, 5, 4, 6, 7, 8, 9, 2) == [None] * 6 + [0, 1]


def test_six_sessions_and_fewer_know_no_nr7() -> None:
    assert narrowest() == []
    assert narrowest(5, 4, 6, 7, 8, 1) == [None] * 6
