"""Runs of adjacent matched active sessions, by hand (statistics.md, streak_analysis)."""

from dataclasses import replace
from typing import Any

import pytest

from core.contracts.catalogue import FeatureDefinition
from core.contracts.results.sessions import Continuation, StreakAnalysis
from core.figures.kinds.sessions import streak_analysis
from tests.unit.figures.asked import (
    BOOLEAN,
    EVENT,
    PLACE,
    SIGNED,
    define,
    session_view,
)

FLAG = define("flag", "boolean", "streak_analysis")


def with_streaks(definition: FeatureDefinition) -> FeatureDefinition:
    return replace(definition, modules=("streak_analysis",))


def days(letters: str) -> list[bool | None]:
    """`x` active, `.` not, `?` null."""
    return [{"x": True, ".": False, "?": None}[letter] for letter in letters]


def asked(letters: str, matched: str | None = None, after_a_gap: tuple[int, ...] = ()) -> StreakAnalysis:
    """`matched` marks with `m` what the filter keeps."""
    kept = None if matched is None else [letter == "m" for letter in matched]
    return streak_analysis(session_view(FLAG, days(letters), kept, after_a_gap=after_a_gap))


def lengths(letters: str, matched: str | None = None, after_a_gap: tuple[int, ...] = ()) -> dict[str, int]:
    return asked(letters, matched, after_a_gap).streak_distribution


def test_streaks_are_counted_by_their_length() -> None:
    answer = asked("xx.x.xxx.x")
    assert answer.streak_distribution == {"1": 2, "2": 1, "3": 1}
    assert (answer.active_days, answer.total_days, answer.overall_percentage) == (7, 10, 70.0)
    assert (answer.streak_stats.median_streak, answer.streak_stats.max_streak) == (1.5, 3)
    assert answer.mean_streak == 7 / 4


def test_a_null_ends_a_run_and_leaves_the_denominator() -> None:
    answer = asked("xx?xx")
    assert answer.streak_distribution == {"2": 2}
    assert (answer.active_days, answer.total_days) == (4, 4)


def test_an_absent_session_ends_a_run() -> None:
    assert lengths("xxxx", after_a_gap=(2,)) == {"2": 2}


def test_a_session_the_filter_leaves_out_ends_a_run() -> None:
    assert lengths("xxxx", "mm.m") == {"1": 1, "2": 1}


def test_only_a_day_whose_next_session_is_known_says_whether_its_run_goes_on() -> None:
    # Runs: xx ended by a dot, x cut by a null, x cut by a gap, x ended by a dot, xx cut by the end.
    letters, kept = "xx.x?xx.xx", "mmmmmmm.mm"
    answer = asked(letters, kept, after_a_gap=(6,))
    assert answer.streak_distribution == {"1": 3, "2": 2}
    assert answer.continuation == [Continuation(1, 2 / 3, 3), Continuation(2, 0.0, 1)]


def test_the_next_session_counts_whether_or_not_the_filter_keeps_it() -> None:
    # Days 1, 3 and 5 match: after them the feature is active, inactive, active.
    assert asked("xxx.xx", "m.m.m.").continuation == [Continuation(1, 2 / 3, 3)]


def test_a_filter_that_keeps_a_run_s_days_alone_does_not_make_it_go_on() -> None:
    answer = asked("xx.xx.xx.", "mm.mm.mm.")
    assert answer.continuation == [Continuation(1, 1.0, 3), Continuation(2, 0.0, 3)]


def test_a_run_that_stood_longer_counts_at_every_length_before() -> None:
    answer = asked("xxx.xx.x.")
    assert answer.continuation == [
        Continuation(1, 2 / 3, 3),
        Continuation(2, 1 / 2, 2),
        Continuation(3, 0.0, 1),
    ]


def test_a_length_nobody_could_go_on_from_has_no_probability() -> None:
    assert asked("xx").continuation == [Continuation(1, 1.0, 1), Continuation(2, None, 0)]


@pytest.mark.parametrize("letters", ["", "?", "...", "??"])
def test_without_an_active_day_there_is_no_streak(letters: str) -> None:
    answer = asked(letters)
    assert (answer.active_days, answer.streak_distribution, answer.continuation) == (0, {}, [])
    assert (answer.streak_stats.median_streak, answer.streak_stats.max_streak, answer.mean_streak) == (
        None,
        None,
        None,
    )
    assert answer.total_days == letters.count(".")
    assert answer.overall_percentage == (0.0 if "." in letters else None)


def test_the_baseline_reads_all_days_of_the_range() -> None:
    answer = asked("xxx.x", "m.m.m")
    assert answer.streak_distribution == {"1": 3}
    assert answer.baseline == asked("xxx.x").baseline
    assert answer.baseline is not None
    assert answer.baseline.streak_distribution == {"1": 1, "3": 1}
    assert answer.baseline.baseline is None


def test_a_signed_count_answers_both_signs_and_zero_is_neither() -> None:
    answer = streak_analysis(session_view(with_streaks(SIGNED), [1, 3, -1, 0, -2, -2, -3, None, 2]))
    assert answer.below is not None
    assert answer.streak_distribution == {"1": 1, "2": 1}
    assert answer.below.streak_distribution == {"1": 1, "3": 1}
    assert (answer.active_days, answer.below.active_days, answer.below.total_days) == (3, 4, 8)
    assert answer.baseline is not None
    assert answer.baseline.below == answer.below


@pytest.mark.parametrize(
    ("feature", "values", "active"),
    [
        (BOOLEAN, [True, False, True], 2),
        (EVENT, [0, 1, 81], 2),
        (PLACE, ["above", "inside", "below"], 1),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_active_is_true_above_zero_or_an_enum_s_first_label(feature: Any, values: Any, active: int) -> None:
    answer = streak_analysis(session_view(with_streaks(feature), values))
    assert answer.active_days == active
    assert answer.below is None
