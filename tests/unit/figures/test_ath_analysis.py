"""All-time-high days, by hand (statistics.md, ath_analysis)."""

from collections.abc import Sequence
from math import nan

import numpy as np
import pytest

from core.contracts.results.sessions import AthAnalysis, DaysSinceLast, Drawdown
from core.figures.kinds.sessions import ath_analysis
from tests.unit.figures.asked import define, session_view

ATH = define("ath_made", "boolean", "ath_analysis")

Day = tuple[float, float, float, float]
"""First bar with a new high (0 none), sessions since the day before that made one, next one too, drawdown."""

DAYS: list[Day] = [
    (5, nan, 1, -1.0),
    (9, 1, 0, -0.5),
    (0, nan, 1, 2.0),
    (30, 2, nan, 0.25),
    (0, nan, 0, 4.0),
    (0, nan, nan, 3.0),
]


def asked(days: Sequence[Day], matched: Sequence[bool] | None = None) -> AthAnalysis:
    values = [None if np.isnan(day[0]) else day[0] > 0 for day in days]
    highs = np.array(days, dtype=np.float64).reshape(-1, 4)
    return ath_analysis(session_view(ATH, values, matched, all_time_highs=highs))


def test_the_figures_of_six_days() -> None:
    answer = asked(DAYS)
    assert (answer.ath_days, answer.percentage) == (3, 50.0)
    assert answer.days_since_last == DaysSinceLast(1.5, 2)
    assert (answer.next_session_ath, answer.next_sessions) == (0.5, 2)
    assert answer.median_bar_of_first_ath == 9
    assert answer.drawdown_when_not == Drawdown(3.0, 2.5, 3.5)


def test_the_day_before_and_the_next_one_need_not_match() -> None:
    answer = asked(DAYS, [False, True, False, False, True, False])
    assert answer.days_since_last == DaysSinceLast(1, 1)
    assert (answer.next_session_ath, answer.next_sessions) == (0.0, 1)
    assert (answer.ath_days, answer.percentage) == (1, 50.0)
    assert answer.baseline == asked(DAYS).baseline


def test_days_before_highs_mean_something_leave_the_denominator() -> None:
    answer = asked([(nan, nan, nan, nan), *DAYS])
    assert (answer.ath_days, answer.percentage) == (3, 50.0)
    assert answer.drawdown_when_not == Drawdown(3.0, 2.5, 3.5)


def test_without_a_high_only_the_drawdown_is_known() -> None:
    answer = asked([DAYS[4]])
    assert (answer.ath_days, answer.percentage, answer.next_session_ath) == (0, 0.0, None)
    assert answer.days_since_last == DaysSinceLast(None, None)
    assert answer.median_bar_of_first_ath is None
    assert answer.drawdown_when_not == Drawdown(4.0, 4.0, 4.0)


def test_a_high_every_day_leaves_no_drawdown() -> None:
    assert asked(DAYS[:2]).drawdown_when_not == Drawdown(None, None, None)


def test_without_a_day_there_are_no_shares() -> None:
    answer = asked([])
    assert (answer.ath_days, answer.percentage, answer.next_session_ath) == (0, None, None)


def test_a_feature_without_highs_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="ath_made: all-time highs by session expected"):
        ath_analysis(session_view(ATH, [True]))
