"""The modules that read sessions, against figures counted by hand on a few made days."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.golden.compare import differences
from tests.oracles.case import Case, Data
from tests.oracles.catalogue import SPECS
from tests.oracles.days import Day, Row, Value, read
from tests.oracles.features import ANSWERS
from tests.oracles.hand_days import Prices, chain, day_of
from tests.oracles.modules import MODULES, answer
from tests.oracles.past import Past

QUIET: Prices = (100, 101, 99, 100)
JULY_3 = date(2024, 7, 3)
"""A half day between the full sessions of 2 and 5 July."""


def cut(days: Sequence[Day], *places: int) -> list[Day]:
    """The same days with an exchange session missing before the places."""
    return [replace(day, follows=None) if place in places else day for place, day in enumerate(days)]


def case(name: str, days: Sequence[Day], values: Sequence[Value], kept: Sequence[int] | None = None) -> Case:
    """The feature's values on days of which only the kept places match."""
    kept = range(len(days)) if kept is None else kept
    other = [place for place in range(len(days)) if place not in kept]
    return Case(
        SPECS[name],
        matched=[values[place] for place in kept],
        others=[values[place] for place in other],
        universe=values,
        days=[days[place] for place in kept],
        other_days=[days[place] for place in other],
        universe_days=days,
    )


def agrees(found: Data, wanted: Mapping[str, Any]) -> None:
    assert list(differences(found, wanted)) == []


def asked(name: str, days: Sequence[Day], kept: Sequence[int] | None = None) -> dict[str, Data]:
    """Every module of a feature whose values come from the days themselves."""
    return answer(case(name, days, [ANSWERS[name](day) for day in days], kept))


def streaks(values: Sequence[Value], days: Sequence[Day] | None = None, **more: Any) -> Data:
    name = more.pop("name", "gap_up")
    return MODULES["streak_analysis"](case(name, days or chain(len(values)), values, **more))


def test_streaks_are_runs_of_adjacent_active_sessions() -> None:
    wanted = {
        "active_days": 4,
        "total_days": 7,
        "overall_percentage": 400 / 7,
        "streak_distribution": {"1": 1, "3": 1},
        "streak_stats": {"median_streak": 2, "max_streak": 3},
        "mean_streak": 2,
        "continuation": [
            {"length": 1, "probability": 0.5, "streaks": 2},
            {"length": 2, "probability": 1, "streaks": 1},
            {"length": 3, "probability": 0, "streaks": 1},
        ],
        "below": None,
    }
    found = streaks([True, False, True, True, True, False, False])
    agrees(found, wanted)
    agrees(found["baseline"], wanted)


def test_a_missing_session_and_a_null_end_a_streak_and_leave_the_continuation() -> None:
    gap = streaks([True, True, True], cut(chain(3), 2))
    agrees(gap, {"streak_distribution": {"1": 1, "2": 1}})
    assert [each["streaks"] for each in gap["continuation"]] == [1, 0]
    null = streaks([True, True, None, True, False])
    agrees(null, {"streak_distribution": {"1": 1, "2": 1}, "total_days": 4})
    agrees(null, {"continuation": [{"streaks": 2, "probability": 0.5}, {"streaks": 0, "probability": None}]})


def test_a_filter_cuts_a_streak_and_leaves_the_baseline_whole() -> None:
    found = streaks([True] * 5 + [False], kept=[0, 1, 3, 5])
    agrees(found, {"streak_distribution": {"1": 1, "2": 1}, "total_days": 4})
    assert [(each["probability"], each["streaks"]) for each in found["continuation"]] == [(1.0, 2), (1.0, 1)]
    agrees(found["baseline"], {"streak_distribution": {"5": 1}, "total_days": 6})


def test_a_half_day_is_skipped_over_where_it_counts_and_ends_the_streak_where_it_is_missing() -> None:
    assert full_before_july_5(half_day=True) == date(2024, 7, 2)
    assert full_before_july_5(half_day=False) is None


def full_before_july_5(half_day: bool) -> date | None:
    from datetime import datetime, timedelta

    bars = {date(2024, 7, 2): 81, JULY_3: 45 if half_day else 44, date(2024, 7, 5): 81}
    rows = [
        Row(datetime.fromisoformat(f"{day}T13:30:00+00:00") + timedelta(minutes=5 * i), 1, 1, 1, 1, None)
        for day, count in bars.items()
        for i in range(count)
    ]
    return read(rows).days[-1].follows


def test_a_signed_count_has_streaks_of_both_signs_and_an_enum_of_its_first_label() -> None:
    signed = streaks([2, 1, 0, -1, -2, -3, 4], name="bull_day_streak")
    agrees(signed, {"active_days": 3, "streak_distribution": {"1": 1, "2": 1}})
    agrees(signed["below"], {"active_days": 3, "streak_distribution": {"3": 1}})
    enum = streaks(["above", "at", "above", "above", "below"], name="d_ema20_side")
    agrees(enum, {"active_days": 3, "streak_distribution": {"1": 1, "2": 1}, "below": None})


def test_without_an_active_day_there_is_no_streak() -> None:
    nothing = {"median_streak": None, "max_streak": None}
    for values, total, share in (([], 0, None), ([None, None], 0, None), ([False] * 3, 3, 0)):
        found = streaks(values)
        agrees(found, {"total_days": total, "overall_percentage": share, "streak_stats": nothing})
        assert (found["continuation"], found["streak_distribution"], found["mean_streak"]) == ([], {}, None)


RISING: dict[int, Prices] = {1: (100, 101, 99, 100), 2: (100, 102, 99, 100), 30: (100, 103, 98, 100)}
"""New highs at bars 2 and 30, a new low at bar 30; both final extremes at bar 30."""


def extreme_day(bars: dict[int, Prices]) -> Day:
    return replace(chain(1)[0], bars=day_of(bars).bars)


def test_updates_begin_at_bar_two_and_need_a_price_beyond() -> None:
    found = asked("new_high_count", [extreme_day(RISING), extreme_day({1: (100, 105, 99, 100)})])
    timing = found["extreme_timing"]
    agrees(timing, {"daily_updates": {"average": 1, "median": 1, "max": 2}})
    new = [timing["period_analysis"][name]["new_extremes"] for name in ("1-27", "28-54", "55-81")]
    assert [(each["count"], each["pct_of_total"]) for each in new] == [(1, 50), (1, 50), (0, 0)]
    final = [timing["period_analysis"][name]["final_extremes"]["count"] for name in ("1-27", "28-54")]
    assert final == [1, 1]
    assert timing["final_by_bar_days"] == [1] * 29 + [2] * 52
    agrees(found["binary_multi_occurrence"], {"days_none": {"days": 1, "percentage": 50}, "max": 2})


def test_the_first_extreme_counts_updates_of_both_sides() -> None:
    found = asked("first_extreme_bar", [extreme_day(RISING)])["hod_lod_analysis"]
    agrees(found, {"daily_updates": {"average": 3, "max": 3}})
    agrees(found["period_analysis"]["28-54"]["new_extremes"], {"count": 2, "pct_of_total": 200 / 3})
    low = asked("lod_bar", [extreme_day(RISING)])["hod_lod_analysis"]
    agrees(low, {"daily_updates": {"average": 1, "max": 1}})


def test_a_day_that_never_passes_bar_one_has_a_final_extreme_and_no_share_of_new_ones() -> None:
    found = asked("hod_bar", [extreme_day({})], kept=[0])["hod_lod_analysis"]
    agrees(found["period_analysis"]["1-27"]["new_extremes"], {"count": 0, "pct_of_total": None})
    agrees(found["period_analysis"]["1-27"]["final_extremes"], {"count": 1, "pct_of_total": 100})
    assert found["others"] is None


def ema_days(*sides: Sequence[int]) -> list[Day]:
    """Days whose bars close above (1), on (0) or below (-1) the line by bar; the rest of a day is on it."""
    return [
        replace(day, past=Past(ema=tuple(100.0 - side for side in [*told, *[0] * (81 - len(told))])))
        for day, told in zip(chain(len(sides)), sides, strict=True)
    ]


def test_bars_above_the_average_fall_into_buckets_and_runs() -> None:
    days = ema_days([1] * 6 + [-1] + [1] * 10, [1] * 81, [])
    found = asked("ema20_bars_above", days)["ema_accumulation"]
    buckets = found["regime_balance"]["distribution_buckets"]
    assert [each["bar_range"] for each in buckets] == ["0-16", "17-32", "33-48", "49-64", "65-81"]
    assert [each["days"] for each in buckets] == [2, 0, 0, 0, 1]
    agrees(found["regime_balance"], {"mean_bars": 97 / 3, "mean_percentage": 9700 / 243})
    agrees(
        found["regime_persistence"],
        {
            "runs": 3,
            "avg_consecutive_bars": 97 / 3,
            "max_streak": 81,
            "continuation_prob_5_plus": 1,
            "continuation_distribution": [
                {"threshold_bars": 5, "probability": 1},
                {"threshold_bars": 10, "probability": 2 / 3},
                {"threshold_bars": 20, "probability": 1 / 3},
                {"threshold_bars": 40, "probability": 1 / 3},
            ],
            "full_day_regime_prob": 1 / 3,
        },
    )
    agrees(found["streak_stats"], {"mean_eod_streak": 27, "max_streak_in_data": 81})
    agrees(found["distribution_stats"], {"quartiles": [8, 16, 48.5]})


def test_a_run_goes_on_into_the_adjacent_matched_session_alone() -> None:
    days = ema_days([0] * 71 + [1] * 10, [1] * 5, [1] * 3)
    assert longest(days) == 15
    assert longest(cut(days, 1)) == 10
    assert longest(days, kept=[0, 2]) == 10
    assert longest([days[0], replace(days[1], past=Past()), days[2]]) == 10


def longest(days: Sequence[Day], kept: Sequence[int] | None = None) -> Any:
    found = asked("ema20_bars_above", days, kept)["ema_accumulation"]
    return found["streak_stats"]["max_streak_in_data"]


def test_by_bar_18_the_span_ends_there() -> None:
    days = ema_days([0] * 8 + [1] * 20, [1] * 18)
    found = asked("ema20_bars_above_b18", days)["ema_accumulation"]
    agrees(found["regime_balance"], {"mean_bars": 14, "mean_percentage": 1400 / 18})
    assert [each["days"] for each in found["regime_balance"]["distribution_buckets"]] == [0, 0, 1, 0, 1]
    agrees(found["streak_stats"], {"mean_eod_streak": 14, "max_streak_in_data": 18})
    shares = [each["probability"] for each in found["regime_persistence"]["continuation_distribution"]]
    assert shares == [1, 1, None, None]


@pytest.mark.parametrize("name", ["ema20_day_regime", "ema20_eod_streak"])
def test_a_two_sided_feature_repeats_the_block_for_below(name: str) -> None:
    found = asked(name, ema_days([1] * 3 + [-1] * 78))["ema_accumulation"]
    agrees(found, {"regime_balance": {"mean_bars": 3}, "streak_stats": {"mean_eod_streak": 0}})
    agrees(found["below"], {"regime_balance": {"mean_bars": 78}, "streak_stats": {"mean_eod_streak": 78}})


def ath_days(*highs: float) -> list[Day]:
    """Days that stand under an all-time high of 110 and trade to the high told at bar 40, closing at 99."""
    bars = [{40: (100.0, high, 99.0, 100.0), 81: (100.0, 101.0, 99.0, 99.0)} for high in highs]
    return [
        replace(day, bars=day_of(placed).bars, past=Past(highest=110))
        for day, placed in zip(chain(len(highs)), bars, strict=True)
    ]


def test_all_time_high_days_and_the_distance_of_the_others() -> None:
    found = asked("ath_made", ath_days(111, 112, 105, 110, 111))["ath_analysis"]
    agrees(
        found,
        {
            "ath_days": 3,
            "percentage": 60,
            "days_since_last": {"median": 2, "max": 3},
            "next_session_ath": 0.5,
            "next_sessions": 2,
            "median_bar_of_first_ath": 40,
            "drawdown_when_not": {"median": 10, "q1": 10, "q3": 10},
        },
    )


def test_days_since_count_the_exchange_s_sessions_and_a_missing_next_one_is_not_asked() -> None:
    days = cut(ath_days(111, 105, 105, 105, 105, 105, 105, 111, 105), 8)
    found = asked("ath_first_bar", days)["ath_analysis"]
    assert (days[0].date, days[7].date) == (date(2024, 6, 24), date(2024, 7, 5))
    agrees(found, {"days_since_last": {"median": 8, "max": 8}, "next_session_ath": 0, "next_sessions": 1})


def test_a_filter_hides_neither_the_high_before_nor_the_next_session() -> None:
    found = asked("ath_made", ath_days(111, 105, 111, 111, 105), kept=[2, 4])["ath_analysis"]
    agrees(found, {"ath_days": 1, "percentage": 50, "next_session_ath": 1, "next_sessions": 1})
    agrees(found, {"days_since_last": {"median": 2, "max": 2}})
    agrees(found["baseline"], {"ath_days": 3, "next_session_ath": 1 / 3, "next_sessions": 3})


def test_counts_are_none_once_or_several() -> None:
    counts = MODULES["binary_multi_occurrence"](case("always_in_flips", chain(5), [0, 1, 3, None, 1]))
    wanted = {"days_none": 1, "days_once": 2, "days_multiple": 1}
    assert {name: counts[name]["days"] for name in wanted} == wanted
    agrees(counts, {"average_when_active": 5 / 3, "max": 3, "others": None})
    agrees(counts["days_once"], {"percentage": 50})


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_every_module_answers_on_no_day_few_days_and_nulls_alone(name: str, size: int) -> None:
    days = ema_days(*[[1, -1]] * size)
    found = asked(name, [replace(day, past=replace(day.past, highest=100.5)) for day in days])
    assert list(found) == list(SPECS[name].modules)
    nulls = answer(case(name, days, [None] * size))
    assert list(nulls) == list(SPECS[name].modules)


def test_a_narrow_count_has_a_bin_for_every_whole_number() -> None:
    spread = MODULES["basic_distribution"](case("days_since_prev_session", chain(4), [1, 1, 3, 7]))
    assert [(row["lower"], row["count"]) for row in spread["histogram"]] == [
        (1, 2),
        (2, 0),
        (3, 1),
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 1),
    ]
    signed = MODULES["basic_distribution"](case("ema20_eod_streak", chain(4), [1, -5, 3, 7]))
    assert len(signed["histogram"]) == 10
