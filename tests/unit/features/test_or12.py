"""OR12 by hand: the first hour trades 100 to 104 (high on bar 3, low on bar 5), then stands at 102."""

import pytest

from tests.unit.features.one_session import Bars, answer, answer_by, session

HOUR: Bars = {
    **{bar: (102, 102, 102, 102) for bar in range(1, 13)},
    3: (102, 104, 102, 102),
    5: (102, 102, 100, 102),
}


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session({**HOUR, **(bars or {})}, base=102, **known))


def say_by(bar: int, name: str, bars: Bars) -> object:
    return answer_by(bar, name, session({**HOUR, **bars}, base=102))


def test_the_range_is_of_bars_1_to_12_only() -> None:
    assert say("or12_range_pct_adr", {13: (102, 110, 90, 102)}, adr10=8) == 50
    assert say("or12_range_pct_adr") is None


def test_the_first_bar_at_the_extreme_set_it() -> None:
    twice = {7: (102, 104, 100, 102)}
    assert (say("or12_high_bar", twice), say("or12_low_bar", twice)) == (3, 5)
    assert say("or12_extreme_order", twice) == "high_first"


@pytest.mark.parametrize(
    ("bar", "expected"), [((102, 104.25, 99.75, 102), "same_bar"), ((102, 102, 99.75, 102), "low_first")]
)
def test_extreme_order_compares_the_two_bars(bar: tuple[float, float, float, float], expected: str) -> None:
    assert say("or12_extreme_order", {2: bar}) == expected


@pytest.mark.parametrize(("close", "expected"), [(102.25, "bull"), (101.75, "bear"), (102, "doji")])
def test_direction_is_the_close_of_bar_12_against_the_open(close: float, expected: str) -> None:
    bars = {12: (102, 103, 101, close), 13: (102, 103, 90, 90)}
    assert say("or12_dir", bars) == expected


def test_a_touch_is_no_breakout() -> None:
    touch = {20: (102, 104, 100, 102)}
    assert (say("or12_bo_up_bar", touch), say("or12_bo_dn_bar", touch)) == (0, 0)
    assert (say("or12_first_bo", touch), say("or12_bo_sides", touch)) == ("none", "none")
    assert say("or12_opp_bo_after_bo", touch) is None


def test_one_outside_bar_breaks_both_sides_and_neither_first() -> None:
    outside = {13: (102, 104.25, 99.75, 104)}
    assert say("or12_first_bo", outside) == "both_same_bar"
    assert say("or12_bo_sides", outside) == "both"
    assert say("or12_opp_bo_after_bo", outside) is None
    assert say("or12_hod_or_lod_set", outside) is False


def test_the_earlier_side_is_first_and_the_other_may_follow() -> None:
    both = {15: (102, 102, 99.75, 102), 16: (102, 104.25, 102, 102)}
    assert say("or12_first_bo", both) == "down"
    assert say("or12_opp_bo_after_bo", both) is True
    assert say("or12_bo_sides", both) == "both"
    one = {15: (102, 102, 99.75, 102)}
    assert say("or12_opp_bo_after_bo", one) is False
    assert say("or12_bo_sides", one) == "down_only"
    assert say("or12_hod_or_lod_set", one) is True


def test_a_wick_outside_is_no_close_outside() -> None:
    bars = {14: (102, 106, 102, 104), 17: (102, 102, 99, 99.75)}
    assert say("or12_bo_up_bar", bars) == 14
    assert say("or12_first_close_bo_bar", bars) == 17


def test_extensions_are_measured_from_the_range_and_never_negative() -> None:
    bars = {50: (102, 106, 102, 102)}
    assert (say("or12_ext_up_pct", bars), say("or12_ext_dn_pct", bars)) == (50, 0)


def test_a_range_of_zero_has_no_extension_but_a_measured_move() -> None:
    flat = session({20: (100, 101, 99, 100)})
    assert answer("or12_ext_up_pct", flat) is None
    assert answer("or12_ext_dn_pct", flat) is None
    assert answer("or12_mm_up_bar", flat) == 13
    assert answer("or12_mm_dn_bar", flat) == 13


def test_a_measured_move_is_reached_by_a_touch() -> None:
    bars = {30: (102, 107.75, 96.25, 102), 31: (102, 108, 102, 102), 32: (102, 102, 96, 102)}
    assert (say("or12_mm_up_bar", bars), say("or12_mm_dn_bar", bars)) == (31, 32)


def test_a_measured_move_on_a_tick_of_a_tenth_is_reached_by_a_touch() -> None:
    """0.2 + (0.2 - 0.1) is 0.3; in doubles of points it comes out higher and is never touched."""
    market = session({1: (0.2, 0.2, 0.1, 0.2), 40: (0.2, 0.3, 0.2, 0.2)}, 0.2, tick=0.1)
    assert answer("or12_mm_up_bar", market) == 40


@pytest.mark.parametrize(
    ("bar", "expected"),
    [
        ((102, 104, 102, 103), "bull"),
        ((102, 104.25, 102, 103), "none"),
        ((102, 103, 101, 101), "bear"),
        ((102, 103.25, 101, 101), "none"),
        ((102, 102, 102, 102), "none"),
    ],
)
def test_bar_1_trends_where_its_body_is_half_its_range(
    bar: tuple[float, float, float, float], expected: str
) -> None:
    assert say("bar1_trend", {1: bar}) == expected


def test_no_close_outside_no_pullback() -> None:
    assert say("first_pullback_bar", {20: (102, 110, 102, 102)}) is None
    assert say("first_pullback_resumed_bar", {20: (102, 110, 102, 102)}) is None


RALLY: Bars = {
    20: (102, 105, 102, 105),
    21: (105, 106, 102, 106),
    22: (106, 106, 101.75, 105),
    23: (105, 106, 105, 106),
    24: (106, 106.25, 105, 106),
}


def test_the_pullback_is_the_first_later_bar_under_the_bar_before() -> None:
    """Bar 20 closes outside, bar 21 only matches its low, bar 22 is lower, bar 24 passes the high of 106."""
    assert say("first_pullback_bar", RALLY) == 22
    assert say("first_pullback_resumed_bar", RALLY) == 24


def test_after_a_close_below_the_pullback_is_upward() -> None:
    decline: Bars = {
        **{bar: (98, 98, 98, 98) for bar in range(20, 82)},
        20: (102, 102, 98, 98),
        25: (98, 99, 98, 98),
    }
    assert say("first_pullback_bar", decline) == 25
    assert say("first_pullback_resumed_bar", decline) == 0
    resumed = {**decline, 60: (98, 98, 97.75, 98)}
    assert say("first_pullback_resumed_bar", resumed) == 60


def test_by_bar_a_conditional_feature_is_null_until_its_condition() -> None:
    assert say_by(19, "first_pullback_bar", RALLY) is None
    assert say_by(20, "first_pullback_bar", RALLY) == 0
    assert say_by(22, "first_pullback_bar", RALLY) == 22
    assert say_by(21, "first_pullback_resumed_bar", RALLY) is None
    assert say_by(23, "first_pullback_resumed_bar", RALLY) == 0
    assert say_by(24, "first_pullback_resumed_bar", RALLY) == 24


def test_by_bar_the_first_side_reads_none_until_it_breaks() -> None:
    outside: Bars = {30: (102, 104.25, 99.75, 102)}
    assert say_by(12, "or12_first_bo", outside) == "none"
    assert say_by(29, "or12_first_bo", outside) == "none"
    assert say_by(30, "or12_first_bo", outside) == "both_same_bar"
