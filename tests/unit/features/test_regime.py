"""REGIME by hand: every bar stands at 100, the EMA is drawn by hand."""

import pytest

from tests.unit.features.one_session import Bars, answer, answer_by, session, with_ema

ABOVE: Bars = {number: (100, 101, 100, 101) for number in range(1, 82)}
OVER_5_MINUTES = [
    "ema20_bars_above",
    "ema20_bars_below",
    "ema20_bars_above_b18",
    "ema20_first_touch_bar",
    "ema20_first_flip_bar",
    "ema20_flip_count",
    "ema20_max_gap_run",
    "ema20_gb20_bar",
    "ema20_eod_streak",
    "ema20_day_regime",
    "ema20_side_b18",
    "always_in_b18",
    "always_in_flips",
]


def say(
    name: str, bars: Bars | None = None, line: dict[int, float] | None = None, ema: float = 99.0
) -> object:
    return answer(name, with_ema(session(bars, ema=ema), line or {}))


@pytest.mark.parametrize("name", OVER_5_MINUTES)
def test_a_session_without_an_ema_has_no_regime(name: str) -> None:
    assert answer(name, session(ABOVE)) is None


@pytest.mark.parametrize(("before", "side"), [(99.9, "above"), (100, "at"), (100.1, "below")])
def test_the_open_is_compared_with_the_line_at_the_last_close(before: float, side: str) -> None:
    assert answer("ema20_open_side", session(ema_open=before)) == side
    assert answer("ema20_open_side", session(ema=before)) is None


def test_a_close_at_the_line_is_on_neither_side() -> None:
    line = {1: 100.0, 2: 100.5, 20: 101.0}
    assert say("ema20_bars_above", line=line) == 78
    assert say("ema20_bars_below", line=line) == 2
    assert say("ema20_bars_above_b18", line=line) == 16
    assert say("ema20_side_b18", line={18: 100.0}) == "at"
    assert say("ema20_side_b18", line={18: 100.25}) == "below"


def test_a_touch_needs_the_line_inside_the_bar_ends_included() -> None:
    assert say("ema20_first_touch_bar") == 0
    assert say("ema20_first_touch_bar", {7: (100, 100, 99, 100)}) == 7
    assert say("ema20_first_touch_bar", {7: (98, 99, 98, 98)}) == 7
    assert say("ema20_first_touch_bar", {7: (100, 100, 99.25, 100)}) == 0


def test_a_flip_is_a_close_on_the_other_side_than_the_first() -> None:
    assert say("ema20_first_flip_bar", {5: (98, 98, 98, 98)}) == 5
    assert say("ema20_first_flip_bar", line={5: 100.0}) == 0
    assert say("ema20_first_flip_bar", {1: (98, 98, 98, 98)}) == 2
    assert say("ema20_first_flip_bar", line={1: 100.0}) is None


def test_side_changes_skip_a_close_at_the_line() -> None:
    assert say("ema20_flip_count", line={10: 100.0}) == 0
    assert say("ema20_flip_count", line={10: 100.0, 11: 101.0}) == 2
    assert say("ema20_flip_count", line={81: 101.0}) == 1
    assert say("ema20_flip_count", line={1: 100.0, 2: 101.0}) == 1


def test_a_gap_run_ends_at_a_touch_and_at_the_other_side() -> None:
    assert say("ema20_max_gap_run") == 81
    assert say("ema20_max_gap_run", {31: (100, 100, 99, 100)}) == 50
    assert say("ema20_max_gap_run", line={number: 101.0 for number in range(31, 82)}) == 51
    assert say("ema20_max_gap_run", line={31: 100.0}, ema=100.0) == 0


def test_the_twentieth_gap_bar_in_a_row_is_on_one_side() -> None:
    assert say("ema20_gb20_bar") == 20
    assert say("ema20_gb20_bar", {15: (100, 100, 99, 100)}) == 35
    assert say("ema20_gb20_bar", line={number: 101.0 for number in range(11, 82)}) == 30
    touches: Bars = {number: (100, 100, 99, 100) for number in (20, 40, 60, 80)}
    assert say("ema20_gb20_bar", touches) == 0


def test_the_streak_into_the_close_is_signed() -> None:
    assert say("ema20_eod_streak") == 81
    assert say("ema20_eod_streak", line={80: 101.0, 81: 101.0}) == -2
    assert say("ema20_eod_streak", line={81: 100.0}) == 0
    assert say("ema20_eod_streak", line={78: 100.0}) == 3


@pytest.mark.parametrize(("below", "regime"), [(8, "above"), (9, "mixed"), (72, "mixed"), (73, "below")])
def test_the_day_s_regime_needs_73_closes(below: int, regime: str) -> None:
    assert say("ema20_day_regime", line={number: 101.0 for number in range(1, below + 1)}) == regime


def test_bars_at_the_line_count_for_no_regime() -> None:
    assert say("ema20_day_regime", line={number: 100.0 for number in range(1, 10)}) == "mixed"


@pytest.mark.parametrize(("coy", "side"), [(99.5, "below"), (100, "at"), (100.25, "above")])
def test_the_daily_side_compares_yesterday_s_close_with_the_line_through_it(coy: float, side: str) -> None:
    assert answer("d_ema20_side", session(coy=coy, d_ema20=100)) == side
    assert answer("d_ema20_side", session(coy=coy)) is None
    assert answer("d_ema20_side", session(d_ema20=100)) is None


UP = (100.0, 101.0, 100.0, 101.0)
DOWN = (101.0, 101.0, 98.0, 98.0)


def test_always_in_is_the_side_of_the_latest_pair() -> None:
    assert say("always_in_b18") == "none"
    assert say("always_in_b18", {4: UP, 6: UP}) == "none"
    assert say("always_in_b18", {4: UP, 5: UP}) == "long"
    assert say("always_in_b18", {4: UP, 5: UP, 17: DOWN, 18: DOWN}) == "short"
    assert say("always_in_b18", {4: UP, 5: UP, 18: DOWN, 19: DOWN}) == "long"


def test_a_bull_bar_under_the_line_makes_no_pair() -> None:
    assert say("always_in_b18", {4: UP, 5: UP}, line={5: 101.0}) == "none"
    assert say("always_in_b18", {4: UP, 5: (101.5, 101.5, 101, 101)}) == "none"


def test_always_in_changes_count_sides_not_pairs() -> None:
    assert say("always_in_flips", {4: UP, 5: UP}) == 0
    assert say("always_in_flips", {4: UP, 5: UP, 6: UP, 20: UP, 21: UP}) == 0
    assert say("always_in_flips", {4: UP, 5: UP, 20: DOWN, 21: DOWN, 22: DOWN, 50: UP, 51: UP}) == 2
    assert say("always_in_flips", {80: DOWN, 81: DOWN, 4: UP, 5: UP}) == 1


def test_an_event_by_bar_n_waits_for_its_bar() -> None:
    dip: Bars = {30: (98, 98, 98, 98)}
    market = session(dip, ema=99.0)
    assert [answer_by(bar, "ema20_first_flip_bar", market) for bar in (1, 29, 30)] == [0, 0, 30]
    assert [answer_by(bar, "ema20_gb20_bar", market) for bar in (19, 20)] == [0, 20]
