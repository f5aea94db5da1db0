"""BREAKOUTS by hand: the open is 100, yesterday traded 95 to 105 and closed at 102."""

import pytest

from tests.unit.features.one_session import Bars, answer, answer_by, session

YESTERDAY = {"hoy": 105.0, "loy": 95.0, "coy": 102.0}
UP: Bars = {9: (100, 105.25, 100, 104)}
DOWN: Bars = {14: (100, 100, 94.75, 96)}
ALL = [
    "hoy_bo_bar",
    "loy_bo_bar",
    "prev_first_bo",
    "prev_bo_sides",
    "prev_bo_by_b12",
    "hoy_close_bo_bar",
    "loy_close_bo_bar",
    "hoy_reentry_bar",
    "loy_reentry_bar",
    "hoy_bo_failed",
    "loy_bo_failed",
    "hoy_ext_pct",
    "loy_ext_pct",
    "coy_touch_bar",
    "close_vs_prev_range",
    "hoy_second_bo_bar",
    "loy_second_bo_bar",
]
OF_HOY = [name for name in ALL if name.startswith("hoy_") and name != "hoy_ext_pct"]
OF_LOY = [name for name in ALL if name.startswith("loy_") and name != "loy_ext_pct"]


def say(name: str, bars: Bars | None = None, base: float = 100, **known: float) -> object:
    return answer(name, session(bars, base, **{**YESTERDAY, **known}))


@pytest.mark.parametrize("name", ALL)
def test_without_yesterday_every_feature_is_null(name: str) -> None:
    assert answer(name, session({**UP, **DOWN}, adr10=20.0)) is None


def test_a_touch_is_no_breakout() -> None:
    touch = {9: (100, 105, 95, 100)}
    assert (say("hoy_bo_bar", touch), say("loy_bo_bar", touch)) == (0, 0)
    assert (say("prev_first_bo", touch), say("prev_bo_sides", touch)) == ("none", "none")
    assert (say("hoy_bo_bar", UP), say("loy_bo_bar", DOWN)) == (9, 14)


def test_the_earlier_side_is_first() -> None:
    both = {**UP, **DOWN}
    assert (say("prev_first_bo", both), say("prev_bo_sides", both)) == ("up", "both")
    assert (say("prev_first_bo", DOWN), say("prev_bo_sides", DOWN)) == ("down", "down_only")
    assert (say("prev_first_bo", UP), say("prev_bo_sides", UP)) == ("up", "up_only")


def test_one_bar_through_both_sides_has_no_first() -> None:
    assert say("prev_first_bo", {1: (100, 105.25, 94.75, 100)}) == "both_same_bar"


def test_the_first_hour_ends_with_bar_12() -> None:
    assert say("prev_bo_by_b12", {**UP, **DOWN}) == "up_only"
    assert say("prev_bo_by_b12", {**UP, 12: (100, 100, 94.75, 96)}) == "both"
    assert say("prev_bo_by_b12", {13: (100, 106, 94, 100)}) == "none"


@pytest.mark.parametrize("name", OF_HOY)
def test_an_open_above_hoy_cannot_break_it(name: str) -> None:
    assert say(name, {1: (105.25, 106, 100, 104), 5: (104, 110, 104, 104)}) is None


@pytest.mark.parametrize("name", OF_LOY)
def test_an_open_below_loy_cannot_break_it(name: str) -> None:
    assert say(name, {1: (94.75, 98, 94, 98), 5: (98, 98, 90, 98)}) is None


def test_an_open_on_hoy_can_still_break_it() -> None:
    assert say("hoy_bo_bar", {1: (105, 105.25, 105, 105)}, base=105) == 1
    assert say("loy_bo_bar", {1: (95, 95, 94.75, 95)}, base=95) == 1


def test_an_open_outside_is_the_first_break() -> None:
    """Ruling 42: which side was first is read from prices, as which sides were broken is."""
    assert (say("prev_first_bo", base=106), say("prev_bo_sides", base=106)) == ("up", "up_only")
    assert (say("prev_first_bo", base=94), say("prev_bo_sides", base=94)) == ("down", "down_only")
    assert say("prev_bo_by_b12", {20: (106, 106, 94, 106)}, base=106) == "up_only"
    assert say("prev_bo_sides", {20: (106, 106, 94, 106)}, base=106) == "both"


@pytest.mark.parametrize(("opened", "side"), [(105.25, "up"), (94.75, "down")])
def test_the_open_comes_before_a_first_bar_through_both_sides(opened: float, side: str) -> None:
    through = {1: (opened, 106, 94, 100)}
    assert say("prev_first_bo", through) == side
    assert answer_by(1, "prev_first_bo", session(through, **YESTERDAY)) == side


def test_an_open_on_a_side_has_not_broken_it() -> None:
    assert say("prev_first_bo", {1: (105, 105, 94, 100)}) == "down"
    assert say("prev_first_bo", {1: (95, 106, 95, 100)}) == "up"
    assert say("prev_first_bo", {1: (105, 106, 94, 100)}) == "both_same_bar"


def test_a_wick_outside_is_no_close_outside() -> None:
    bars = {**UP, 20: (100, 105.25, 100, 105), 30: (100, 106, 100, 105.25), 40: (100, 100, 94, 94.75)}
    assert (say("hoy_close_bo_bar", bars), say("loy_close_bo_bar", bars)) == (30, 40)


def test_the_breakout_bar_itself_may_close_back_inside() -> None:
    assert say("hoy_reentry_bar", UP) == 9
    assert say("loy_reentry_bar", DOWN) == 14


def test_a_close_on_hoy_is_back_inside() -> None:
    bars = {9: (100, 106, 100, 106), 10: (106, 106, 105, 105.25), 11: (105, 105, 105, 105)}
    assert say("hoy_reentry_bar", bars) == 11
    away: Bars = {number: (106, 106, 106, 106) for number in range(9, 82)}
    assert say("hoy_reentry_bar", away) == 0
    assert say("hoy_second_bo_bar", away) is None


@pytest.mark.parametrize("name", ["hoy_reentry_bar", "hoy_bo_failed", "hoy_second_bo_bar"])
def test_without_a_breakout_nothing_comes_back(name: str) -> None:
    assert say(name, DOWN) is None


@pytest.mark.parametrize(("close", "failed"), [(105.25, False), (105, True), (104, True)])
def test_a_breakout_failed_where_the_session_closed_at_hoy_or_under(close: float, failed: bool) -> None:
    assert say("hoy_bo_failed", {**UP, 81: (100, 106, 100, close)}) is failed


@pytest.mark.parametrize(("close", "failed"), [(94.75, False), (95, True), (96, True)])
def test_a_breakdown_failed_where_the_session_closed_at_loy_or_over(close: float, failed: bool) -> None:
    assert say("loy_bo_failed", {**DOWN, 81: (100, 100, 94, close)}) is failed


def test_extensions_are_of_yesterdays_range_and_never_negative() -> None:
    bars = {9: (100, 107.5, 100, 100)}
    assert (say("hoy_ext_pct", bars), say("loy_ext_pct", bars)) == (25, 0)
    assert say("loy_ext_pct", {9: (100, 100, 90, 100)}) == 50
    still = {"hoy": 102.0, "loy": 102.0}
    assert (say("hoy_ext_pct", bars, **still), say("loy_ext_pct", bars, **still)) == (None, None)


def test_an_extension_is_measured_after_an_open_outside_too() -> None:
    assert say("hoy_ext_pct", base=106) == 10


def test_coy_is_tested_by_a_touch_and_not_by_a_jump_over_it() -> None:
    jump = {5: (103, 103, 102.25, 103)}
    assert say("coy_touch_bar", jump) == 0
    assert say("coy_touch_bar", {**jump, 6: (103, 103, 102, 103)}) == 6
    assert say("coy_touch_bar", {**jump, 6: (101, 102, 101, 101)}) == 6
    assert say("coy_touch_bar", coy=100) == 1


@pytest.mark.parametrize(
    ("close", "expected"),
    [(105.25, "above"), (105, "inside"), (95, "inside"), (94.75, "below")],
)
def test_a_close_on_yesterdays_extreme_is_inside(close: float, expected: str) -> None:
    assert say("close_vs_prev_range", {81: (100, 106, 94, close)}) == expected


SECOND: Bars = {
    9: (100, 107, 100, 106),
    10: (106, 108, 104, 104),
    11: (104, 108, 104, 106),
    12: (106, 108.25, 106, 107),
}


def test_a_second_breakout_passes_every_earlier_high_after_the_reentry() -> None:
    """Back inside on bar 10, which made the high of 108; bar 11 only matches it."""
    assert say("hoy_reentry_bar", SECOND) == 10
    assert say("hoy_second_bo_bar", SECOND) == 12
    assert say("hoy_second_bo_bar", {**SECOND, 12: (106, 108, 106, 107)}) == 0


def test_the_bar_that_comes_back_is_no_second_breakout() -> None:
    assert say("hoy_second_bo_bar", {9: (100, 107, 100, 104)}) == 0


def test_a_second_breakdown_is_the_mirror() -> None:
    bars = {9: (100, 100, 93, 96), 10: (96, 97, 93, 97), 11: (97, 97, 92.75, 97)}
    assert (say("loy_reentry_bar", bars), say("loy_second_bo_bar", bars)) == (9, 11)


def test_by_bar_each_step_is_null_until_the_one_before_it() -> None:
    market = session(SECOND, **YESTERDAY)
    steps = [
        (answer_by(bar, "hoy_reentry_bar", market), answer_by(bar, "hoy_second_bo_bar", market))
        for bar in (8, 9, 10, 11, 12)
    ]
    assert steps == [(None, None), (0, None), (10, 0), (10, 0), (10, 12)]


def test_by_bar_the_first_side_reads_none_until_it_breaks() -> None:
    market = session(UP, **YESTERDAY)
    assert (answer_by(8, "prev_first_bo", market), answer_by(9, "prev_first_bo", market)) == ("none", "up")
