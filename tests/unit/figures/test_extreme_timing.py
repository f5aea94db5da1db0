"""New and final extremes by period, by hand (statistics.md, extreme_timing and hod_lod_analysis)."""

from collections.abc import Sequence

import numpy as np
import pytest

from core.contracts.results.sessions import ExtremeShare, ExtremeTiming
from core.figures.kinds.sessions import extreme_timing, hod_lod_analysis
from tests.unit.figures.asked import define, session_view

HOD = define("hod_bar", "integer bar", "hod_lod_analysis", value_range=(1, 81))

Day = tuple[int, int, int, int]
"""Updates in the three periods, and the bar of the final extreme."""


def asked(
    days: Sequence[Day], matched: Sequence[bool] | None = None, nulls: Sequence[int] = ()
) -> ExtremeTiming:
    values = [None if place in nulls else day[3] for place, day in enumerate(days)]
    extremes = np.array(days, dtype=np.uint8).reshape(-1, 4)
    return hod_lod_analysis(session_view(HOD, values, matched, extremes=extremes))


def shares(answer: ExtremeTiming) -> dict[str, tuple[ExtremeShare, ExtremeShare]]:
    return {name: (each.new_extremes, each.final_extremes) for name, each in answer.period_analysis.items()}


def test_new_extremes_count_updates_and_final_extremes_count_days() -> None:
    answer = asked([(3, 0, 1, 55), (0, 0, 0, 1), (5, 2, 0, 54), (1, 0, 0, 27)])
    assert shares(answer) == {
        "1-27": (ExtremeShare(9, 75.0), ExtremeShare(2, 50.0)),
        "28-54": (ExtremeShare(2, 100 * 2 / 12), ExtremeShare(1, 25.0)),
        "55-81": (ExtremeShare(1, 100 / 12), ExtremeShare(1, 25.0)),
    }


def test_updates_a_day_are_summed_over_its_periods() -> None:
    daily = asked([(3, 0, 1, 55), (0, 0, 0, 1), (5, 2, 0, 54), (1, 0, 0, 27)]).daily_updates
    assert (daily.average, daily.median, daily.max) == (3.0, 2.5, 7)


def test_both_sides_of_a_busy_day_fit() -> None:
    daily = asked([(52, 54, 54, 81)]).daily_updates
    assert (daily.average, daily.max) == (160.0, 160)


def test_final_by_bar_counts_the_days_whose_extreme_is_in() -> None:
    curve = asked([(0, 0, 0, 1), (1, 1, 1, 81), (2, 1, 0, 40), (2, 1, 0, 40)]).final_by_bar_days
    assert len(curve) == 81
    assert (curve[0], curve[38], curve[39], curve[79], curve[80]) == (1, 1, 3, 3, 4)


def test_the_others_stand_beside_the_matched_days() -> None:
    days: list[Day] = [(3, 0, 0, 20), (0, 1, 0, 30), (0, 0, 2, 60)]
    answer = asked(days, [True, False, True])
    assert answer.others == asked([days[1]])
    assert answer.daily_updates == asked([days[0], days[2]]).daily_updates
    assert asked(days).others is None


def test_a_null_day_leaves_every_figure() -> None:
    days: list[Day] = [(3, 0, 0, 20), (9, 9, 9, 80)]
    assert asked(days, nulls=[1]) == asked(days[:1])


@pytest.mark.parametrize("answer", [asked([]), asked([(1, 1, 1, 5)], [False])])
def test_without_a_day_there_are_no_shares(answer: ExtremeTiming) -> None:
    daily = answer.daily_updates
    assert (daily.average, daily.median, daily.max) == (None, None, None)
    assert set(shares(answer).values()) == {(ExtremeShare(0, None), ExtremeShare(0, None))}
    assert answer.final_by_bar_days == [0] * 81


def test_days_without_an_update_share_no_new_extremes() -> None:
    answer = asked([(0, 0, 0, 1)] * 3)
    assert shares(answer)["1-27"] == (ExtremeShare(0, None), ExtremeShare(3, 100.0))
    assert answer.daily_updates.average == 0


def test_a_feature_without_extremes_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="hod_bar: extremes by session expected"):
        extreme_timing(session_view(HOD, [1, 2]))
