"""REGIME answers against hand values, one trap of the definitions each. The average is level unless said."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.oracles.days import Day
from tests.oracles.features import ANSWERS, by_bar
from tests.oracles.features_regime import ANSWERS as REGIME
from tests.oracles.hand_days import Prices, day_of
from tests.oracles.past import Past

ABOVE: Prices = (101, 103, 101, 102)
BELOW: Prices = (99, 99, 97, 98)
TOUCH_ABOVE: Prices = (100, 102, 100, 101)
TOUCH_BELOW: Prices = (100, 100, 98, 99)
ON: Prices = (100, 101, 99, 100)
BEAR_ABOVE: Prices = (103, 103, 101, 102)
BULL_BELOW: Prices = (97, 99, 97, 98)
DOJI_ABOVE: Prices = (102, 103, 101, 102)
DOJI_BELOW: Prices = (98, 99, 97, 98)
BULL_TO_IT: Prices = (99, 100, 99, 100)
BEAR_TO_IT: Prices = (101, 101, 100, 100)


def against(bars: dict[int, Prices] | None = None, quiet: Prices = ON, level: float = 100.0) -> Day:
    """A day beside a level average."""
    return replace(day_of(bars, quiet), past=Past(ema=(level,) * 81, ema_before=level, daily_ema=level))


def spans(*parts: tuple[int, int, Prices]) -> dict[int, Prices]:
    return {number: prices for first, last, prices in parts for number in range(first, last + 1)}


def answers(day: Day, *names: str) -> list[object]:
    return [ANSWERS[name](day) for name in names]


def test_without_a_line_only_the_daily_average_is_known() -> None:
    day = replace(day_of(), past=Past(daily_ema=100.0))
    known = {name: tell(day) for name, tell in REGIME.items() if tell(day) is not None}
    assert known == {"d_ema20_side": "at"}


@pytest.mark.parametrize(("before", "side"), [(99.75, "above"), (100, "at"), (100.25, "below"), (None, None)])
def test_the_open_stands_beside_yesterdays_last_average(before: float | None, side: str | None) -> None:
    day = replace(day_of(), past=Past(ema=(50.0,) * 81, ema_before=before))
    assert ANSWERS["ema20_open_side"](day) == side


@pytest.mark.parametrize(("average", "side"), [(99.9, "above"), (100, "at"), (100.1, "below"), (None, None)])
def test_the_daily_side_is_that_of_yesterdays_close(average: float | None, side: str | None) -> None:
    day = replace(day_of(quiet=ABOVE, yesterday=(110, 90, 100)), past=Past(daily_ema=average))
    assert ANSWERS["d_ema20_side"](day) == side
    assert ANSWERS["d_ema20_side"](replace(day, yesterday=None)) is None


def test_bars_on_the_average_count_on_neither_side() -> None:
    day = against(spans((1, 20, ABOVE), (21, 30, BELOW)))
    names = ("ema20_bars_above", "ema20_bars_below", "ema20_bars_above_b18")
    assert answers(day, *names) == [20, 10, 18]


@pytest.mark.parametrize(
    ("bars", "wanted"),
    [({}, 0), ({1: TOUCH_ABOVE}, 1), ({7: TOUCH_BELOW, 9: ON}, 7), ({81: ON}, 81)],
)
def test_a_touch_may_be_at_either_edge(bars: dict[int, Prices], wanted: int) -> None:
    day = against(bars, quiet=ABOVE)
    assert ANSWERS["ema20_first_touch_bar"](day) == wanted


def test_a_gap_across_the_average_is_no_touch() -> None:
    day = against(spans((1, 40, ABOVE)), quiet=BELOW)
    names = ("ema20_first_touch_bar", "ema20_first_flip_bar", "ema20_max_gap_run", "ema20_gb20_bar")
    assert answers(day, *names) == [0, 41, 41, 20]


def test_a_flip_is_a_close_on_the_other_side_of_bar_1() -> None:
    assert answers(against({1: ABOVE, 2: ON, 3: ABOVE, 4: BELOW}), "ema20_first_flip_bar") == [4]
    assert answers(against({1: BELOW, 81: ABOVE}), "ema20_first_flip_bar") == [81]
    assert answers(against({1: BELOW}), "ema20_first_flip_bar") == [0]
    assert answers(against({2: BELOW, 3: ABOVE}), "ema20_first_flip_bar") == [None]


@pytest.mark.parametrize(
    ("bars", "flips"),
    [
        ({1: ABOVE, 2: ON, 3: ABOVE}, 0),
        ({1: ABOVE, 2: ON, 3: BELOW}, 1),
        ({1: ABOVE, 2: BELOW, 3: ABOVE, 80: BELOW}, 3),
        ({}, 0),
    ],
    ids=["back to its side", "over an equal close", "again and again", "always on it"],
)
def test_side_changes_skip_equal_closes(bars: dict[int, Prices], flips: int) -> None:
    assert ANSWERS["ema20_flip_count"](against(bars)) == flips


def test_a_gap_run_ends_with_a_touch_or_on_the_other_side() -> None:
    parts = spans((1, 19, ABOVE), (20, 20, TOUCH_ABOVE), (21, 30, ABOVE), (31, 50, BELOW), (51, 60, BELOW))
    assert answers(against(parts), "ema20_max_gap_run", "ema20_gb20_bar") == [30, 50]
    assert answers(against(), "ema20_max_gap_run", "ema20_gb20_bar") == [0, 0]
    assert answers(against(spans((62, 81, BELOW))), "ema20_gb20_bar") == [81]
    assert answers(against(spans((63, 81, BELOW))), "ema20_gb20_bar") == [0]


@pytest.mark.parametrize(
    ("bars", "streak"),
    [
        (spans((70, 81, ABOVE)), 12),
        (spans((60, 75, ABOVE), (76, 81, BELOW)), -6),
        (spans((1, 80, ABOVE)), 0),
        (spans((1, 81, BELOW)), -81),
    ],
)
def test_the_streak_into_the_close_is_signed(bars: dict[int, Prices], streak: int) -> None:
    assert ANSWERS["ema20_eod_streak"](against(bars)) == streak


@pytest.mark.parametrize(
    ("last", "prices", "regime"),
    [(73, ABOVE, "above"), (72, ABOVE, "mixed"), (73, BELOW, "below"), (72, BELOW, "mixed")],
)
def test_a_regime_takes_seventy_three_closes(last: int, prices: Prices, regime: str) -> None:
    assert ANSWERS["ema20_day_regime"](against(spans((1, last, prices)))) == regime


@pytest.mark.parametrize(("prices", "side"), [(ABOVE, "above"), (BELOW, "below"), (ON, "at")])
def test_bar_18_closes_beside_its_own_average(prices: Prices, side: str) -> None:
    day = against({18: prices, 17: BELOW, 19: BELOW})
    assert ANSWERS["ema20_side_b18"](day) == side
    assert day.past.ema is not None
    moved = replace(day, past=Past(ema=(*day.past.ema[:17], 200.0, *day.past.ema[18:])))
    assert ANSWERS["ema20_side_b18"](moved) == "below"


@pytest.mark.parametrize(
    ("bars", "side"),
    [
        ({17: ABOVE, 18: ABOVE}, "long"),
        ({18: ABOVE, 19: ABOVE}, "none"),
        ({1: BELOW, 2: BELOW}, "short"),
        ({3: ABOVE, 4: ABOVE, 5: BELOW, 6: BELOW}, "short"),
        ({3: BELOW, 4: BELOW, 5: ABOVE, 7: ABOVE}, "short"),
        ({3: ABOVE, 4: BEAR_ABOVE}, "none"),
        ({3: BELOW, 4: BULL_BELOW}, "none"),
        ({3: ABOVE, 4: BELOW}, "none"),
        (spans((3, 4, DOJI_ABOVE)), "none"),
        (spans((3, 4, DOJI_BELOW)), "none"),
        (spans((3, 4, BULL_TO_IT)), "none"),
        (spans((3, 4, BEAR_TO_IT)), "none"),
    ],
)
def test_always_in_takes_two_bars_in_a_row(bars: dict[int, Prices], side: str) -> None:
    assert ANSWERS["always_in_b18"](against(bars)) == side


def test_always_in_changes_leave_out_the_first_pair() -> None:
    longs, shorts = spans((2, 5, ABOVE), (40, 41, ABOVE)), spans((20, 22, BELOW), (80, 81, BELOW))
    assert ANSWERS["always_in_flips"](against(longs)) == 0
    assert ANSWERS["always_in_flips"](against(longs | shorts)) == 3
    assert ANSWERS["always_in_flips"](against()) == 0


@pytest.mark.parametrize(
    ("name", "bars", "fires"),
    [
        ("ema20_first_touch_bar", [5], 5),
        ("ema20_first_flip_bar", [5], 0),
        ("ema20_gb20_bar", [5, 50], 25),
    ],
)
def test_by_bar_reads_a_later_event_as_zero(name: str, bars: Sequence[int], fires: int) -> None:
    day = against(dict.fromkeys(bars, ON), quiet=ABOVE)
    assert ANSWERS[name](day) == fires
    assert [by_bar(name, day, n) for n in (1, max(fires - 1, 1), max(fires, 1), 81)] == [0, 0, fires, fires]
