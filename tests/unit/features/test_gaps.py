"""GAPS by hand: the open is 100 and yesterday's levels are chosen around it."""

import pytest

from tests.unit.features.one_session import answer, answer_by, session

YESTERDAY = {"hoy": 99.0, "loy": 90.0, "coy": 95.0, "adr10": 20.0}
GAP_FEATURES = [
    "gap_up",
    "gap_down",
    "gap_size_pts",
    "gap_size_pct_adr",
    "gap_class",
    "open_vs_prev_range",
    "open_loc_prev_range_pct",
    "gap_fill_bar",
    "gap_half_fill_bar",
    "gap_fill_pct_max",
    "gap_fill_by_b12",
    "gap_and_go",
    "gap_bo_test_bar",
    "gap_adverse_pct_adr",
]


@pytest.mark.parametrize("name", GAP_FEATURES)
def test_without_yesterday_every_gap_feature_is_null(name: str) -> None:
    assert answer(name, session(adr10=20.0)) is None


@pytest.mark.parametrize(
    ("hoy", "loy", "coy", "expected"),
    [
        (99.75, 90, 95, ("full_up", "above")),
        (100.00, 90, 95, ("partial_up", "inside")),
        (105.00, 95, 100, ("flat", "inside")),
        (110.00, 100, 105, ("partial_down", "inside")),
        (110.00, 100.25, 105, ("full_down", "below")),
    ],
)
def test_an_open_on_yesterdays_extreme_is_not_a_full_gap(
    hoy: float, loy: float, coy: float, expected: tuple[str, str]
) -> None:
    market = session(hoy=hoy, loy=loy, coy=coy)
    assert (answer("gap_class", market), answer("open_vs_prev_range", market)) == expected


def test_gap_size_is_signed_and_its_share_of_adr_is_not() -> None:
    market = session(hoy=110, loy=95, coy=105, adr10=20)
    assert answer("gap_size_pts", market) == -5
    assert answer("gap_size_pct_adr", market) == 25
    assert (answer("gap_up", market), answer("gap_down", market)) == (False, True)


@pytest.mark.parametrize(("opened", "expected"), [(90, 0), (99, 100), (94.5, 50), (108, 200), (81, -100)])
def test_open_location_leaves_0_to_100_outside_yesterday(opened: float, expected: float) -> None:
    assert answer("open_loc_prev_range_pct", session(None, opened, **YESTERDAY)) == expected


def test_open_location_is_null_where_yesterday_stood_still() -> None:
    assert answer("open_loc_prev_range_pct", session(hoy=95, loy=95, coy=95)) is None


def test_no_adr_or_an_adr_of_zero_is_null() -> None:
    assert answer("gap_size_pct_adr", session(hoy=99, loy=90, coy=95)) is None
    assert answer("gap_size_pct_adr", session(hoy=99, loy=90, coy=95, adr10=0)) is None


def test_a_touch_of_coy_fills_the_gap_and_one_tick_less_does_not() -> None:
    short = session({7: (100, 100, 95.25, 100)}, **YESTERDAY)
    touch = session({7: (100, 100, 95.25, 100), 9: (100, 100, 95, 100)}, **YESTERDAY)
    assert answer("gap_fill_bar", short) == 0
    assert answer("gap_fill_bar", touch) == 9
    assert answer("gap_half_fill_bar", touch) == 7


def test_a_gap_down_fills_upward() -> None:
    down = {"hoy": 110.0, "loy": 101.0, "coy": 105.0, "adr10": 20.0}
    market = session({1: (100, 102.5, 100, 100), 30: (100, 105, 100, 100)}, **down)
    assert answer("gap_fill_bar", market) == 30
    assert answer("gap_half_fill_bar", market) == 1
    assert answer("gap_fill_by_b12", market) is False
    assert answer("gap_bo_test_bar", market) == 1


def test_a_fill_on_bar_12_is_in_the_first_hour_and_one_on_bar_13_is_not() -> None:
    assert answer("gap_fill_by_b12", session({12: (100, 100, 95, 100)}, **YESTERDAY)) is True
    assert answer("gap_fill_by_b12", session({13: (100, 100, 95, 100)}, **YESTERDAY)) is False


@pytest.mark.parametrize(
    "name",
    [
        "gap_fill_bar",
        "gap_half_fill_bar",
        "gap_fill_by_b12",
        "gap_and_go",
        "gap_bo_test_bar",
        "gap_fill_pct_max",
        "gap_adverse_pct_adr",
    ],
)
def test_on_a_flat_open_there_is_nothing_to_fill(name: str) -> None:
    market = session({5: (100, 110, 90, 100)}, hoy=105, loy=95, coy=100, adr10=20)
    assert answer(name, market) is None


def test_a_gap_of_exactly_5_percent_of_adr_counts_and_a_tick_less_is_null() -> None:
    assert answer("gap_fill_pct_max", session(coy=99, hoy=110, loy=90, adr10=20)) == 0
    assert answer("gap_fill_pct_max", session(coy=99.25, hoy=110, loy=90, adr10=20)) is None
    assert answer("gap_fill_pct_max", session(coy=99, hoy=110, loy=90)) is None


def test_the_deepest_retrace_may_pass_100_percent() -> None:
    market = session({40: (100, 100, 92.5, 100)}, **YESTERDAY)
    assert answer("gap_fill_pct_max", market) == 150


@pytest.mark.parametrize(("close", "expected"), [(100.25, True), (100, False), (99.75, False)])
def test_gap_and_go_needs_a_close_beyond_the_open(close: float, expected: bool) -> None:
    market = session({81: (100, 100.25, 99.75, close)}, **YESTERDAY)
    assert answer("gap_and_go", market) is expected


def test_a_filled_gap_never_goes() -> None:
    market = session({3: (100, 100, 95, 100), 81: (100, 104, 100, 104)}, **YESTERDAY)
    assert answer("gap_and_go", market) is False


def test_the_breakout_point_is_tested_at_hoy_and_only_on_full_gaps() -> None:
    assert answer("gap_bo_test_bar", session({20: (100, 100, 99, 100)}, **YESTERDAY)) == 20
    assert answer("gap_bo_test_bar", session({20: (100, 100, 99.25, 100)}, **YESTERDAY)) == 0
    assert answer("gap_bo_test_bar", session({20: (100, 100, 90, 100)}, hoy=100, loy=90, coy=95)) is None


def test_heat_stops_at_the_bar_that_fills_and_counts_that_bar() -> None:
    bars = {4: (100, 103, 100, 100), 6: (100, 104, 95, 100), 7: (100, 120, 100, 100)}
    assert answer("gap_adverse_pct_adr", session(bars, **YESTERDAY)) == 20
    unfilled = session({7: (100, 120, 100, 100)}, **YESTERDAY)
    assert answer("gap_adverse_pct_adr", unfilled) == 100


def test_by_bar_a_later_fill_did_not_happen_yet() -> None:
    market = session({24: (100, 100, 95, 100)}, **YESTERDAY)
    assert answer_by(23, "gap_fill_bar", market) == 0
    assert answer_by(24, "gap_fill_bar", market) == 24


def test_a_half_gap_on_a_tick_of_a_tenth_is_filled_by_a_touch() -> None:
    """Between 0.1 and 1.5 it is 0.8; in doubles of points it comes out lower and is never touched."""
    market = session({2: (1.5, 1.5, 0.8, 1.5)}, 1.5, hoy=1.0, loy=0.1, coy=0.1, adr10=2.8, tick=0.1)
    assert answer("gap_half_fill_bar", market) == 2
    assert answer("gap_size_pts", market) == 1.4
    assert answer("gap_size_pct_adr", market) == 50
