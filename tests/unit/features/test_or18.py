"""OR18 by hand: the first 90 minutes trade 100 to 104 (low on bar 3, high on bar 15), then stand at 102."""

import pytest

from tests.unit.features.one_session import Bars, answer, answer_by, session

STILL = (102.0, 102.0, 102.0, 102.0)
RANGE: Bars = {3: (102, 102, 100, 102), 15: (102, 104, 102, 102)}
LEVELS = {"hoy": 120.0, "loy": 80.0, "coy": 110.0, "gxh": 115.0, "gxl": 90.0, "adr10": 20.0}


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session({**RANGE, **(bars or {})}, base=102, **known))


def say_by(bar: int, name: str, bars: Bars) -> object:
    return answer_by(bar, name, session({**RANGE, **bars}, base=102))


def test_the_range_is_of_bars_1_to_18_only() -> None:
    assert say("or18_range_pct_adr", {19: (102, 110, 90, 102)}, adr10=8) == 50
    assert say("or18_range_pct_adr", {18: (102, 106, 100, 102)}, adr10=8) == 75
    assert say("or18_range_pct_adr") is None


def test_a_share_of_an_adr_off_the_tick_is_exact() -> None:
    """7 ticks of 5.6 are 125 %; 700 over the double next to 5.6 are not."""
    market = session({1: (100, 101.75, 100, 100)}, adr10=1.4)
    assert answer("or18_range_pct_adr", market) == 125


@pytest.mark.parametrize(("close", "expected"), [(102.25, "bull"), (101.75, "bear"), (102, "doji")])
def test_direction_is_the_close_of_bar_18_against_the_open(close: float, expected: str) -> None:
    bars = {17: (102, 103, 101, 103), 18: (102, 103, 101, close), 19: (102, 103, 90, 90)}
    assert say("or18_dir", bars) == expected


@pytest.mark.parametrize(("adr10", "expected"), [(8, True), (7.975, False), (8.025, True)])
def test_half_of_adr_counts_as_half(adr10: float, expected: bool) -> None:
    assert say("or18_half_adr", adr10=adr10) is expected


def test_without_adr_nothing_is_half_of_it() -> None:
    assert say("or18_half_adr") is None


def test_a_touch_is_no_breakout_and_bar_18_is_too_early() -> None:
    touch = {20: (102, 104, 100, 102)}
    assert (say("or18_bo_up_bar", touch), say("or18_bo_dn_bar", touch)) == (0, 0)
    assert (say("or18_first_bo", touch), say("or18_bo_sides", touch)) == ("none", "none")
    assert say("or18_opp_bo_after_bo", touch) is None
    assert say("or18_bo_up_bar", {18: (102, 106, 102, 102)}) == 0
    assert say("or18_bo_up_bar", {19: (102, 104.25, 102, 102)}) == 19


def test_one_outside_bar_breaks_both_sides_and_neither_first() -> None:
    outside = {19: (102, 104.25, 99.75, 102)}
    assert (say("or18_first_bo", outside), say("or18_bo_sides", outside)) == ("both_same_bar", "both")
    assert say("or18_opp_bo_after_bo", outside) is None
    assert say("or18_quick_fail_bar", outside) is None
    assert say("or18_hod_or_lod_set", outside) is False


def test_the_earlier_side_is_first_and_the_other_may_follow() -> None:
    both = {25: (102, 102, 99.75, 102), 26: (102, 104.25, 102, 102)}
    assert (say("or18_first_bo", both), say("or18_bo_sides", both)) == ("down", "both")
    assert say("or18_opp_bo_after_bo", both) is True
    assert say("or18_hod_or_lod_set", both) is False
    one = {25: (102, 102, 99.75, 102)}
    assert (say("or18_opp_bo_after_bo", one), say("or18_bo_sides", one)) == (False, "down_only")
    assert say("or18_hod_or_lod_set", one) is True


def test_extensions_are_measured_from_the_range_and_never_negative() -> None:
    bars = {50: (102, 102, 97, 102)}
    assert (say("or18_ext_up_pct", bars), say("or18_ext_dn_pct", bars)) == (0, 75)
    flat = session({20: (100, 101, 99, 100)})
    assert (answer("or18_ext_up_pct", flat), answer("or18_ext_dn_pct", flat)) == (None, None)


def test_a_measured_move_is_reached_by_a_touch() -> None:
    bars = {30: (102, 107.75, 96.25, 102), 31: (102, 108, 102, 102), 32: (102, 102, 96, 102)}
    assert (say("or18_mm_up_bar", bars), say("or18_mm_dn_bar", bars)) == (31, 32)


OUT: Bars = {number: (105, 106, 105, 105) for number in range(30, 82)}


@pytest.mark.parametrize(("back", "expected"), [(30, 30), (35, 35), (36, 0)])
def test_a_quick_failure_closes_inside_from_the_breakout_to_five_bars_later(back: int, expected: int) -> None:
    assert say("or18_quick_fail_bar", {**OUT, back: (105, 106, 104, 104)}) == expected


def test_a_close_through_the_other_side_is_not_back_inside() -> None:
    assert say("or18_quick_fail_bar", {**OUT, 31: (105, 105, 99, 99.75)}) == 0
    assert say("or18_quick_fail_bar", {**OUT, 31: (105, 105, 99, 100)}) == 31


def test_without_a_breakout_there_is_no_failure() -> None:
    assert say("or18_quick_fail_bar") is None


def test_by_bar_a_failure_is_null_until_the_breakout_and_0_until_it_fails() -> None:
    bars = {**OUT, 33: STILL}
    assert say_by(29, "or18_quick_fail_bar", bars) is None
    assert say_by(30, "or18_quick_fail_bar", bars) == 0
    assert say_by(33, "or18_quick_fail_bar", bars) == 33
    assert (say_by(29, "or18_first_bo", bars), say_by(30, "or18_first_bo", bars)) == ("none", "up")


def reversal(low: float = 100, close: float = 103.5, **known: float) -> object:
    """From 102 down to `low` on bar 3, up to 104 on bar 15, `close` on bar 18."""
    bars = {3: (102, 102, low, 102), 18: (102, max(close, 102), min(close, 102), close)}
    return say("opening_reversal_b18", bars, **{**LEVELS, **known})


def test_a_reversal_tests_a_level_under_the_open_and_closes_in_the_upper_third() -> None:
    assert reversal() == "none"
    assert reversal(loy=101) == "bull"
    assert reversal(loy=101, close=102.5) == "none"
    assert reversal(loy=101, close=101.75) == "none"


@pytest.mark.parametrize("name", ["hoy", "loy", "coy", "gxh", "gxl"])
@pytest.mark.parametrize(
    ("level", "expected"), [(100, "bull"), (102, "bull"), (99.75, "none"), (102.25, "none")]
)
def test_each_level_counts_from_the_low_to_the_open_ends_included(
    name: str, level: float, expected: str
) -> None:
    assert reversal(**{name: level}) == expected


@pytest.mark.parametrize(("adr10", "expected"), [(20, "bull"), (20.025, "none")])
def test_the_test_goes_a_tenth_of_adr(adr10: float, expected: str) -> None:
    assert reversal(loy=101, adr10=adr10) == expected


@pytest.mark.parametrize(("close", "expected"), [(103, "bull"), (102.75, "none")])
def test_a_close_on_two_thirds_is_in_the_upper_third(close: float, expected: str) -> None:
    """The range is 101 to 104: two thirds up stands at 103."""
    assert reversal(low=101, loy=101, adr10=10, close=close) == expected


def test_a_bear_reversal_is_the_mirror() -> None:
    assert reversal(close=100.5, gxh=103) == "bear"
    assert reversal(close=100.5, gxh=101) == "none"
    assert reversal(close=101.5, gxh=103) == "none"


@pytest.mark.parametrize("name", list(LEVELS))
def test_a_reversal_needs_every_level(name: str) -> None:
    known = {level: value for level, value in LEVELS.items() if level != name}
    assert say("opening_reversal_b18", None, **known) is None
