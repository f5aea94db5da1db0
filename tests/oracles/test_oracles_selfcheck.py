"""The answer book against hand values and against the authorities it leans on; nothing of the product."""

import math
from datetime import date
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from tests.golden.compare import differences
from tests.golden.handmade import bars, market
from tests.oracles.answers import select, statistics
from tests.oracles.catalogue import SPECS
from tests.oracles.days import Bar, Day, Reading, Row, Value, read
from tests.oracles.exchange import LISTED_YEARS, is_half_day, library_dates, sessions_between
from tests.oracles.features import ANSWERS, BY_BAR, by_bar
from tests.oracles.figures import bin_edges, histogram, median_interval, range_counts, ranges_of
from tests.oracles.proportions import fisher, holm, newcombe, wilson

JUNE_24, JULY_5 = date(2024, 6, 24), date(2024, 7, 5)


@cache
def handmade() -> Reading:
    return read(Row(bar.ts, bar.open, bar.high, bar.low, bar.close, bar.contract) for bar in bars())


def day_of(day: date) -> Day:
    return next(found for found in handmade().days if found.date == day)


def test_every_feature_of_the_catalogue_has_an_answer_and_a_spec() -> None:
    assert ANSWERS.keys() == SPECS.keys()


def test_handmade_market_is_read_as_it_describes_itself() -> None:
    found, told = handmade(), market()
    assert len(found.days) == told["full_sessions"]
    assert [str(day) for day in found.half_days] == told["half_days"]
    assert [str(day) for day in found.missing] == told["missing"]
    assert [str(day) for day in found.closed_days] == told["closed_days"]
    assert [str(day) for day in found.rolls] == told["rolls"]


def test_handmade_bars_are_possible_prices_on_the_tick() -> None:
    for bar in bars():
        assert bar.low <= min(bar.open, bar.close) <= max(bar.open, bar.close) <= bar.high
        assert all(price % 0.25 == 0 for price in bar[1:5])


@pytest.mark.parametrize("question", market()["questions"], ids=lambda question: question["id"])
def test_handmade_questions_come_out_as_by_hand(question: dict[str, Any]) -> None:
    dates = question.get("start_date"), question.get("end_date")
    selection = select(handmade().days, question["filters"], *dates)
    assert [str(day.date) for day in selection.matched] == question["dates"]
    assert len(selection.matched) == question["total_days"]
    for name, wanted in question.get("statistics", {}).items():
        assert list(differences(statistics(name, selection)[1], wanted)) == []


def test_comparison_names_what_differs() -> None:
    wanted = {"share": 0.5, "labels": [{"label": "A", "count": 1}, {"label": "B", "count": 2}], "p": None}
    same = {"share": 0.5000004, "labels": [{"label": "B", "count": 2}, {"label": "A", "count": 1}], "p": None}
    assert list(differences({**same, "more": 1}, wanted)) == []
    wrong = {"share": True, "labels": [{"label": "A", "count": 2}, {"label": "C", "count": 2}]}
    paths = [line.split(":")[0] for line in differences(wrong, wanted)]
    assert paths == ["share", "labels[0].count", "labels[1]", ".p"]


HAND_VALUES: dict[date, dict[str, Value]] = {
    JUNE_24: {
        "gap_size_pts": -25.0,
        "gap_size_pct_adr": None,
        "gap_class": "full_down",
        "open_loc_prev_range_pct": -40.0,
        "gap_fill_bar": 0,
        "gap_half_fill_bar": 0,
        "gap_and_go": False,
        "gap_bo_test_bar": 41,
        "or12_bo_up_bar": 41,
        "or12_bo_dn_bar": 43,
        "or12_first_bo": "up",
        "or12_bo_sides": "both",
        "or12_opp_bo_after_bo": True,
        "or12_ext_up_pct": 70.0,
        "or12_ext_dn_pct": 30.0,
        "or12_hod_or_lod_set": False,
        "bar1_trend": "bear",
        "first_pullback_bar": 43,
        "first_pullback_resumed_bar": 71,
        "gxh_bo_bar": 71,
        "gxl_bo_bar": 0,
        "gx_bo_by_b12": "none",
        "gxh_bo_failed": True,
        "gxl_bo_failed": None,
        "open_loc_gx_pct": 50.0,
        "gx_above_coy_pct": 0.0,
    },
    JULY_5: {
        "gap_size_pct_adr": 20.0,
        "gap_class": "partial_up",
        "gap_fill_bar": 13,
        "gap_half_fill_bar": 1,
        "gap_fill_pct_max": 400.0,
        "gap_fill_by_b12": False,
        "gap_and_go": False,
        "gap_bo_test_bar": None,
        "gap_adverse_pct_adr": 20.0,
        "or12_range_pct_adr": 30.0,
        "or12_high_bar": 1,
        "or12_extreme_order": "same_bar",
        "or12_dir": "bear",
        "or12_first_close_bo_bar": 13,
        "or12_mm_dn_bar": 13,
        "gx_range_pct_adr": 50.0,
        "gx_vs_prev_range": "higher",
        "gx_first_bo": "up",
        "gx_mid_touch_bar": 13,
        "close_vs_gx": "below",
    },
}


@pytest.mark.parametrize("day", HAND_VALUES, ids=str)
def test_features_have_their_hand_values(day: date) -> None:
    wanted = HAND_VALUES[day]
    assert {name: ANSWERS[name](day_of(day)) for name in wanted} == wanted


def test_by_bar_reads_later_events_as_zero_and_conditions_as_null() -> None:
    day = day_of(JUNE_24)
    assert [by_bar("gap_bo_test_bar", day, n) for n in (40, 41)] == [0, 41]
    assert [by_bar("or12_first_bo", day, n) for n in (12, 40, 41)] == ["none", "none", "up"]
    assert [by_bar("first_pullback_bar", day, n) for n in (40, 41, 43)] == [None, 0, 43]
    assert [by_bar("first_pullback_resumed_bar", day, n) for n in (42, 43, 71)] == [None, 0, 71]
    assert [by_bar(name, day, 81) for name in BY_BAR] == [ANSWERS[name](day) for name in BY_BAR]


@pytest.mark.parametrize("year", LISTED_YEARS)
def test_listed_days_are_the_librarys_own(year: int) -> None:
    sessions, early = library_dates(year)
    listed = sessions_between(date(year, 1, 1), date(year, 12, 31))
    assert listed == sorted(sessions)
    assert [day for day in listed if is_half_day(day)] == sorted(early)


counts = st.integers(0, 60)


@given(counts, counts, counts, counts)
def test_fisher_in_whole_numbers_is_scipys(a: int, b: int, c: int, d: int) -> None:
    if a + b and c + d:
        wanted = fisher_exact(np.array([[a, b], [c, d]])).pvalue
        assert fisher(a, a + b, c, c + d) == pytest.approx(wanted, rel=1e-9)


@given(counts, counts, counts, counts)
def test_newcombe_squares_and_adds_the_wilson_intervals(a: int, b: int, c: int, d: int) -> None:
    n, m = a + b, c + d
    if not n or not m:
        return
    (l1, u1), (l2, u2) = (closed_wilson(a, n), closed_wilson(c, m))
    p1, p2 = a / n, c / m
    found = newcombe(a, n, c, m)
    assert found["lower"] == pytest.approx(p1 - p2 - math.hypot(p1 - l1, u2 - p2), abs=1e-9)
    assert found["upper"] == pytest.approx(p1 - p2 + math.hypot(u1 - p1, p2 - l2), abs=1e-9)
    assert wilson(a, n) == {"lower": pytest.approx(l1, abs=1e-9), "upper": pytest.approx(u1, abs=1e-9)}


def closed_wilson(x: int, n: int) -> tuple[float, float]:
    z = 1.959963984540054
    middle, half = x + z * z / 2, z * math.sqrt(x * (n - x) / n + z * z / 4)
    return (middle - half) / (n + z * z), (middle + half) / (n + z * z)


def test_holm_leaves_nulls_outside() -> None:
    assert holm({"a": 0.01, "b": None, "c": 0.04}) == {"a": 0.02, "b": None, "c": 0.04}


def test_ranges_pin_the_hard_minimum_and_end_at_the_hard_maximum() -> None:
    labels = [cut[0] for cut in ranges_of(SPECS["gx_above_coy_pct"])]
    assert labels[:3] == ["0 %", "0 to 1 %", "1 to 25 %"]
    assert labels[-2:] == ["99 to 100 %", ">= 100 %"]
    assert range_counts([0, 0.5, 1, 99, 100], SPECS["gx_above_coy_pct"]) == [1, 1, 1, 0, 0, 0, 1, 1]
    assert range_counts([-41, -40, 0, 40], SPECS["gap_size_pts"]) == [1, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert ranges_of(SPECS["or12_range_pct_adr"])[0][0] == "< 20 %"


def test_every_value_falls_into_one_bin() -> None:
    universe = [float(value) for value in range(1000)]
    assert len(bin_edges(universe)) == 11
    assert (
        sum(int(row["count"]) for row in histogram([-5, 0, 500, 999, 2000], universe, SPECS["gap_size_pts"]))
        == 5
    )


def test_median_interval_needs_six_days() -> None:
    assert median_interval([1, 2, 3, 4, 5]) is None
    assert median_interval([6, 1, 5, 2, 4, 3]) == {"lower": 1, "upper": 6}


def test_flat_days_have_no_range_to_measure_by() -> None:
    flat = Day(JULY_5, (Bar(1, 1, 1, 1),) * 81, (1, 1, 1), (1, 1), 0.0, None, JUNE_24)
    nulls = ("open_loc_prev_range_pct", "or12_ext_up_pct", "open_loc_gx_pct", "gx_range_pct_adr")
    assert [ANSWERS[name](flat) for name in nulls] == [None] * 4
