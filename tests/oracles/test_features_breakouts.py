"""BREAKOUTS answers against hand values, one trap each. HoY is 102, LoY 98, CoY 99.5 or as told."""

import pytest

from tests.oracles.days import Day, Value
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.features_breakouts import ANSWERS as BREAKOUTS
from tests.oracles.hand_days import Levels, Prices, day_of

YESTERDAY: Levels = (102, 98, 99.5)
UP: Prices = (101, 102.25, 100, 102)
DOWN: Prices = (99, 100, 97.75, 98)
BOTH: Prices = (100, 102.25, 97.75, 100)
ABOVE: Prices = (102, 104, 102, 103)
BELOW: Prices = (98, 98, 96, 97)
INSIDE: Prices = (100, 101, 99, 100)


def hand_day(bars: dict[int, Prices] | None = None, yesterday: Levels | None = YESTERDAY) -> Day:
    return day_of(bars, yesterday=yesterday)


def answers(day: Day, names: str) -> list[Value]:
    return [ANSWERS[name](day) for name in names.split()]


def test_without_yesterday_nothing_has_an_answer() -> None:
    day = hand_day({30: BOTH}, yesterday=None)
    assert {name: tell(day) for name, tell in BREAKOUTS.items()} == dict.fromkeys(BREAKOUTS)


@pytest.mark.parametrize(
    ("bars", "up", "down", "first", "sides"),
    [
        ({30: (100, 102, 98, 100)}, 0, 0, "none", "none"),
        ({1: UP}, 1, 0, "up", "up_only"),
        ({81: DOWN}, 0, 81, "down", "down_only"),
        ({30: BOTH}, 30, 30, "both_same_bar", "both"),
        ({30: UP, 31: DOWN}, 30, 31, "up", "both"),
        ({30: DOWN, 31: UP}, 31, 30, "down", "both"),
    ],
    ids=["a touch", "bar 1", "bar 81", "an outside bar", "up first", "down first"],
)
def test_a_break_passes_yesterdays_extreme_by_a_tick(
    bars: dict[int, Prices], up: int, down: int, first: str, sides: str
) -> None:
    found = answers(hand_day(bars), "hoy_bo_bar loy_bo_bar prev_first_bo prev_bo_sides")
    assert found == [up, down, first, sides]


HIGH_SIDE = "hoy_bo_bar hoy_close_bo_bar hoy_reentry_bar hoy_bo_failed hoy_second_bo_bar"
LOW_SIDE = "loy_bo_bar loy_close_bo_bar loy_reentry_bar loy_bo_failed loy_second_bo_bar"


def test_an_open_beyond_a_level_leaves_its_breakout_out() -> None:
    above = hand_day({1: (102.25, 104, 102, 103), 30: DOWN})
    assert answers(above, HIGH_SIDE) == [None] * 5
    assert answers(above, "loy_bo_bar prev_first_bo") == [30, "up"]
    below = hand_day({1: (97.75, 98, 96, 97), 30: UP})
    assert answers(below, LOW_SIDE) == [None] * 5
    assert answers(below, "hoy_bo_bar prev_first_bo") == [30, "down"]


def test_sides_and_extensions_count_what_traded_beyond_from_the_open_on() -> None:
    names = "prev_bo_sides prev_bo_by_b12 hoy_ext_pct loy_ext_pct outside_day"
    above = hand_day({1: (102.25, 104, 102, 103), 30: DOWN})
    assert answers(above, names) == ["both", "up_only", 50, 6.25, True]
    below = hand_day({1: (97.75, 98, 96, 97)})
    assert answers(below, names) == ["down_only", "down_only", 0, 50, False]


def test_an_open_on_the_level_is_not_beyond_it() -> None:
    assert answers(hand_day({1: ABOVE, 81: BELOW}), "hoy_bo_bar loy_bo_bar") == [1, 81]
    on_it = hand_day({1: (102, 102, 100, 101)})
    assert answers(on_it, "hoy_bo_bar hoy_close_bo_bar hoy_reentry_bar") == [0, 0, None]
    on_low = hand_day({1: (98, 100, 98, 99)})
    assert answers(on_low, "loy_bo_bar loy_close_bo_bar loy_reentry_bar") == [0, 0, None]


@pytest.mark.parametrize(("bar", "wanted"), [(12, "up_only"), (13, "none")])
def test_the_first_hour_ends_with_bar_12(bar: int, wanted: str) -> None:
    assert answers(hand_day({bar: UP, 20: DOWN}), "prev_bo_by_b12 prev_bo_sides") == [wanted, "both"]


def test_a_close_on_the_level_is_no_close_beyond_it() -> None:
    day = hand_day({30: UP, 31: (101, 103, 101, 102.25), 40: DOWN, 41: (98, 99, 97, 97.75)})
    assert answers(day, "hoy_close_bo_bar loy_close_bo_bar") == [31, 41]
    assert answers(hand_day({30: UP, 40: DOWN}), "hoy_close_bo_bar loy_close_bo_bar") == [0, 0]
    assert answers(hand_day({1: (100, 103, 99, 103)}), "hoy_close_bo_bar") == [1]
    assert answers(hand_day({1: (100, 101, 97, 97)}), "loy_close_bo_bar") == [1]


@pytest.mark.parametrize(
    ("bars", "wanted"),
    [
        ({}, None),
        ({30: UP}, 30),
        ({30: ABOVE, 31: ABOVE}, 32),
        ({30: ABOVE, 31: (103, 103, 97, 97)}, 31),
        ({number: ABOVE for number in range(30, 82)}, 0),
        ({81: UP}, 81),
    ],
    ids=["unbroken", "on the bar itself, on the level", "later", "below everything", "never", "at the end"],
)
def test_a_reentry_closes_at_or_under_the_level_from_the_breakout_on(
    bars: dict[int, Prices], wanted: int | None
) -> None:
    assert answers(hand_day(bars), "hoy_reentry_bar") == [wanted]


def test_the_low_side_is_the_mirror() -> None:
    day = hand_day({30: BELOW, 31: BELOW, 32: (97, 98, 95, 98), 40: (98, 99, 95, 98), 50: (98, 99, 94, 95)})
    assert answers(day, LOW_SIDE) == [30, 30, 32, True, 50]
    assert answers(hand_day({30: BELOW, 81: (98, 99, 95, 98)}), "loy_second_bo_bar") == [81]
    assert answers(hand_day(), LOW_SIDE) == [0, 0, None, None, None]


@pytest.mark.parametrize(
    ("last", "failed"), [((100, 103, 100, 102), True), ((100, 103, 100, 102.25), False), (INSIDE, True)]
)
def test_a_breakout_failed_closes_at_or_inside_the_level(last: Prices, failed: bool) -> None:
    assert answers(hand_day({30: ABOVE, 81: last}), "hoy_bo_failed") == [failed]
    assert answers(hand_day(), "hoy_bo_failed loy_bo_failed") == [None, None]


@pytest.mark.parametrize(
    ("last", "failed"), [((100, 100, 97, 98), True), ((100, 100, 97, 97.75), False), (INSIDE, True)]
)
def test_a_breakdown_failed_closes_at_or_inside_the_level(last: Prices, failed: bool) -> None:
    assert answers(hand_day({30: BELOW, 80: BELOW, 81: last}), "loy_bo_failed") == [failed]


@pytest.mark.parametrize(
    ("bars", "wanted"),
    [
        ({}, None),
        ({number: ABOVE for number in range(30, 82)}, None),
        ({30: ABOVE}, 0),
        ({30: ABOVE, 40: ABOVE}, 0),
        ({30: ABOVE, 40: (102, 104.25, 102, 103)}, 40),
        ({30: ABOVE, 31: (103, 105, 101, 101), 40: (102, 104.25, 102, 103), 41: (103, 106, 103, 104)}, 41),
        ({30: ABOVE, 31: (103, 105, 101, 101)}, 0),
    ],
    ids=[
        "unbroken",
        "no re-entry",
        "never again",
        "an equal high",
        "a tick higher",
        "above the re-entry bar's own high",
        "the re-entry bar itself does not count",
    ],
)
def test_a_second_breakout_passes_every_earlier_high(bars: dict[int, Prices], wanted: int | None) -> None:
    assert answers(hand_day(bars), "hoy_second_bo_bar") == [wanted]


def test_conditions_by_bar_are_unanswered_until_their_event() -> None:
    day = hand_day({30: ABOVE, 31: ABOVE, 40: (102, 105, 102, 103)})
    assert [by_bar("hoy_bo_bar", day, n) for n in (1, 29, 30)] == [0, 0, 30]
    assert [by_bar("prev_first_bo", day, n) for n in (29, 30)] == ["none", "up"]
    assert [by_bar("hoy_reentry_bar", day, n) for n in (29, 30, 31, 32)] == [None, 0, 0, 32]
    assert [by_bar("hoy_second_bo_bar", day, n) for n in (31, 32, 39, 40)] == [None, 0, 0, 40]
    opened_above = hand_day({1: (103, 104, 102, 103), 30: DOWN})
    assert [by_bar("prev_first_bo", opened_above, n) for n in (1, 81)] == ["up", "up"]


def test_extensions_are_shares_of_yesterdays_range() -> None:
    day = hand_day({30: (100, 103, 96, 100)})
    assert answers(day, "hoy_ext_pct loy_ext_pct") == [25, 50]
    assert answers(hand_day(), "hoy_ext_pct loy_ext_pct") == [0, 0]
    flat = hand_day(yesterday=(100, 100, 100))
    assert answers(flat, "hoy_ext_pct loy_ext_pct hoy_bo_bar loy_bo_bar") == [None, None, 1, 1]


@pytest.mark.parametrize(
    ("close", "wanted"), [(101, 1), (99, 1), (101.25, 0), (98.75, 0)], ids=["high", "low", "over", "under"]
)
def test_a_test_of_the_close_is_a_touch(close: float, wanted: int) -> None:
    assert answers(hand_day(yesterday=(102, 98, close)), "coy_touch_bar") == [wanted]


def test_a_bar_that_jumps_over_the_close_does_not_touch_it() -> None:
    later = {number: ABOVE for number in range(2, 82)}
    assert answers(hand_day(later, yesterday=(110, 98, 101.5)), "coy_touch_bar") == [0]
    later[81] = (102, 104, 101.5, 103)
    assert answers(hand_day(later, yesterday=(110, 98, 101.5)), "coy_touch_bar") == [81]


@pytest.mark.parametrize(
    ("close", "wanted"), [(102.25, "above"), (102, "inside"), (98, "inside"), (97.75, "below")]
)
def test_the_close_on_an_extreme_is_inside(close: float, wanted: str) -> None:
    assert answers(hand_day({81: (100, 103, 97, close)}), "close_vs_prev_range") == [wanted]
