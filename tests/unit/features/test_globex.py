"""GLOBEX by hand: the overnight range is 95 to 105 and the session opens at 100."""

import pytest

from tests.unit.features.one_session import Bars, answer, answer_by, session

NIGHT = {"gxh": 105.0, "gxl": 95.0}
GLOBEX_FEATURES = [
    "gx_range_pct_adr",
    "open_loc_gx_pct",
    "gx_vs_prev_range",
    "gx_above_coy_pct",
    "gxh_bo_bar",
    "gxl_bo_bar",
    "gx_first_bo",
    "gx_bo_sides",
    "gx_bo_by_b12",
    "gxh_bo_failed",
    "gxl_bo_failed",
    "gx_mid_touch_bar",
    "close_vs_gx",
]


def say(name: str, bars: Bars | None = None, **known: float) -> object:
    return answer(name, session(bars, **{**NIGHT, **known}))


@pytest.mark.parametrize("name", GLOBEX_FEATURES)
def test_without_overnight_bars_every_globex_feature_is_null(name: str) -> None:
    assert answer(name, session(hoy=101, loy=99, coy=100, adr10=20)) is None


def test_range_and_open_location() -> None:
    assert say("gx_range_pct_adr", adr10=40) == 25
    assert say("open_loc_gx_pct") == 50
    assert say("open_loc_gx_pct", gxh=95, gxl=95) is None


@pytest.mark.parametrize(
    ("hoy", "loy", "expected"),
    [
        (104.75, 95.25, "outside"),
        (104.75, 95, "higher"),
        (105, 95.25, "lower"),
        (105, 95, "inside"),
    ],
)
def test_an_equal_extreme_is_inside_yesterday(hoy: float, loy: float, expected: str) -> None:
    assert say("gx_vs_prev_range", hoy=hoy, loy=loy, coy=100) == expected


def test_globex_against_yesterday_needs_yesterday() -> None:
    assert say("gx_vs_prev_range") is None
    assert say("gx_above_coy_pct") is None


@pytest.mark.parametrize(("coy", "expected"), [(100, 50), (94, 100), (106, 0), (105, 0), (95, 100)])
def test_the_share_above_coy_stays_within_0_and_100(coy: float, expected: float) -> None:
    assert say("gx_above_coy_pct", hoy=110, loy=90, coy=coy) == expected


def test_a_touch_is_no_breakout() -> None:
    touch: Bars = {4: (100, 105, 95, 100)}
    assert (say("gxh_bo_bar", touch), say("gxl_bo_bar", touch)) == (0, 0)
    assert (say("gx_first_bo", touch), say("gx_bo_sides", touch)) == ("none", "none")
    assert (say("gxh_bo_failed", touch), say("gxl_bo_failed", touch)) == (None, None)


def test_bar_1_can_break_out() -> None:
    assert say("gxh_bo_bar", {1: (100, 105.25, 100, 100)}) == 1


def test_one_outside_bar_breaks_both() -> None:
    outside: Bars = {8: (100, 105.25, 94.75, 100)}
    assert say("gx_first_bo", outside) == "both_same_bar"
    assert say("gx_bo_sides", outside) == "both"


def test_the_first_hour_ends_with_bar_12() -> None:
    bars: Bars = {12: (100, 105.25, 100, 100), 13: (100, 100, 94.75, 100)}
    assert say("gx_bo_by_b12", bars) == "up_only"
    assert say("gx_bo_sides", bars) == "both"
    assert say("gx_first_bo", bars) == "up"


@pytest.mark.parametrize(("close", "expected"), [(105, True), (105.25, False)])
def test_a_break_up_failed_where_the_close_is_at_or_under_gxh(close: float, expected: bool) -> None:
    assert say("gxh_bo_failed", {81: (100, 106, 100, close)}) is expected


@pytest.mark.parametrize(("close", "expected"), [(95, True), (94.75, False)])
def test_a_break_down_failed_where_the_close_is_at_or_over_gxl(close: float, expected: bool) -> None:
    assert say("gxl_bo_failed", {81: (100, 100, 94, close)}) is expected


def test_the_midpoint_is_tested_by_a_bar_that_spans_it() -> None:
    over: Bars = {bar: (102, 103, 101, 102) for bar in range(1, 40)}
    assert say("gx_mid_touch_bar", over) == 40
    assert say("gx_mid_touch_bar", {**over, 9: (102, 102, 100, 102)}) == 9
    jumped: Bars = {bar: (98, 99, 97, 98) for bar in range(40, 82)}
    assert say("gx_mid_touch_bar", {**over, **jumped}) == 0


@pytest.mark.parametrize(
    ("close", "expected"), [(105.25, "above"), (105, "inside"), (95, "inside"), (94.75, "below")]
)
def test_the_close_on_an_edge_is_inside(close: float, expected: str) -> None:
    assert say("close_vs_gx", {81: (100, 106, 94, close)}) == expected


def test_by_bar_the_first_side_reads_none_until_it_breaks() -> None:
    market = session({30: (100, 105.25, 100, 100)}, **NIGHT)
    assert answer_by(29, "gx_first_bo", market) == "none"
    assert answer_by(30, "gx_first_bo", market) == "up"
    assert answer_by(30, "gx_first_bo", session()) is None
