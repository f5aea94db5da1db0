"""Bars on one side of the EMA, from days drawn bar by bar (statistics.md, ema_accumulation)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import KnownAt
from core.contracts.results.sessions import EmaAccumulation, RunContinuation
from core.figures.kinds.sessions import ema_accumulation
from tests.unit.figures.asked import define, session_view

ABOVE = define("bars_above", "integer count", "ema_accumulation", value_range=(0, 81))
BY_18 = replace(ABOVE, known_at=KnownAt.BAR_18, value_range=(0, 18))
REGIME = define("regime", "enum", "ema_accumulation", labels=("above", "below", "mixed"))

FULL = "x" * 81
NONE = "." * 81


def day(*runs: tuple[int, str]) -> str:
    """A day of 81 bars from (bars, letter); `x` is on the side."""
    drawn = "".join(letter * bars for bars, letter in runs)
    return drawn + "." * (81 - len(drawn))


def summary(drawn: str) -> list[int]:
    """The columns of EmaRun, counted run by run."""
    runs = [len(list(group)) for letter, group in groupby(drawn) if letter == "x"]
    head, tail = len(drawn) - len(drawn.lstrip("x")), len(drawn) - len(drawn.rstrip("x"))
    lasting = [sum(run >= threshold for run in runs) for threshold in (5, 10, 20, 40)]
    return [sum(runs), head, tail, max(runs, default=0), len(runs), *lasting]


def entry(*sides: Sequence[str]) -> NDArray[np.uint8]:
    rows = [[summary(drawn) for drawn in side] for side in sides]
    return np.array(rows, dtype=np.uint8).reshape(len(sides), -1, 9)


def asked(
    days: Sequence[str],
    matched: Sequence[bool] | None = None,
    feature: FeatureDefinition = ABOVE,
    after_a_gap: Collection[int] = (),
    nulls: Collection[int] = (),
) -> EmaAccumulation:
    values = [None if place in nulls else drawn.count("x") for place, drawn in enumerate(days)]
    runs = entry(days)
    return ema_accumulation(session_view(feature, values, matched, after_a_gap=after_a_gap, ema_runs=runs))


def test_bars_a_day_are_averaged_and_sorted_into_fifths() -> None:
    answer = asked([day((16, "x")), day((17, "x")), day((65, "x")), FULL])
    assert answer.is_5m_ema
    assert answer.regime_balance.mean_bars == 179 / 4
    assert answer.regime_balance.mean_percentage == pytest.approx(100 * 179 / (4 * 81), rel=1e-15)
    assert [
        (each.bar_range, each.days, each.days_pct) for each in answer.regime_balance.distribution_buckets
    ] == [
        ("0-16", 1, 25.0),
        ("17-32", 1, 25.0),
        ("33-48", 0, 0.0),
        ("49-64", 0, 0.0),
        ("65-81", 2, 50.0),
    ]
    assert answer.distribution_stats.quartiles == [16.75, 41.0, 69.0]


def test_runs_end_with_the_session_and_are_pooled_over_the_days() -> None:
    persistence = asked(
        [day((40, "x"), (1, "."), (4, "x")), day((5, "x"), (75, "."), (1, "x")), NONE]
    ).regime_persistence
    assert (persistence.runs, persistence.avg_consecutive_bars, persistence.max_streak) == (4, 50 / 4, 40)
    assert persistence.continuation_prob_5_plus == 0.5
    assert persistence.continuation_distribution == [
        RunContinuation(5, 0.5),
        RunContinuation(10, 0.25),
        RunContinuation(20, 0.25),
        RunContinuation(40, 0.25),
    ]


def test_a_full_day_has_every_bar_on_the_side() -> None:
    assert asked([FULL, day((80, "x")), NONE]).regime_persistence.full_day_regime_prob == 1 / 3


def test_the_run_alive_at_the_close_is_averaged_over_all_days() -> None:
    answer = asked([day((60, "."), (21, "x")), day((80, "x")), FULL, NONE])
    assert answer.streak_stats.mean_eod_streak == (21 + 0 + 81 + 0) / 4


TAIL, HEAD = day((71, "."), (10, "x")), day((7, "x"))


@pytest.mark.parametrize(
    ("days", "gaps", "longest"),
    [
        ([TAIL, HEAD], (), 17),
        ([TAIL, FULL, FULL, HEAD], (), 10 + 162 + 7),
        ([TAIL, FULL, HEAD], (1,), 81 + 7),
        ([TAIL, FULL, HEAD], (2,), 10 + 81),
        ([FULL, FULL, FULL], (), 243),
        ([FULL, NONE, FULL], (), 81),
        ([TAIL, NONE, HEAD], (), 10),
        ([day((30, "x"), (1, "."), (3, "x")), HEAD], (), 30),
    ],
)
def test_the_longest_run_goes_on_over_neighbouring_sessions(
    days: list[str], gaps: tuple[int, ...], longest: int
) -> None:
    assert asked(days, after_a_gap=gaps).streak_stats.max_streak_in_data == longest


def test_a_filter_or_a_null_between_cuts_the_longest_run() -> None:
    days = [FULL, FULL, FULL]
    assert asked(days, [True, False, True]).streak_stats.max_streak_in_data == 81
    assert asked(days, nulls=[1]).streak_stats.max_streak_in_data == 81


def test_by_bar_18_the_span_is_18_and_no_run_passes_a_night() -> None:
    answer = asked(["x" * 18, "x" * 18, "." * 15 + "xxx"], feature=BY_18)
    assert answer.regime_balance.mean_percentage == pytest.approx(100 * 39 / 54, rel=1e-15)
    assert [each.bar_range for each in answer.regime_balance.distribution_buckets] == [
        "0-3",
        "4-7",
        "8-10",
        "11-14",
        "15-18",
    ]
    assert [each.days for each in answer.regime_balance.distribution_buckets] == [1, 0, 0, 0, 2]
    assert [each.probability for each in answer.regime_persistence.continuation_distribution] == [
        2 / 3,
        2 / 3,
        None,
        None,
    ]
    assert answer.regime_persistence.full_day_regime_prob == 2 / 3
    assert answer.streak_stats.max_streak_in_data == 18


def test_a_two_sided_feature_answers_above_and_repeats_itself_below() -> None:
    above, below = [day((20, "x")), NONE], [NONE, FULL]
    runs = entry(above, below)
    answer = ema_accumulation(session_view(REGIME, ["mixed", "below"], ema_runs=runs))
    assert answer.below is not None
    assert answer.regime_balance == asked(above).regime_balance
    assert answer.below.regime_balance == asked(below).regime_balance
    assert answer.below.streak_stats == asked(below).streak_stats
    assert answer.baseline is not None
    assert answer.baseline.below == answer.below


def test_the_baseline_reads_all_days_of_the_range() -> None:
    days = [FULL, NONE, FULL]
    answer = asked(days, [True, False, True])
    assert answer.baseline == asked(days).baseline
    assert answer.regime_persistence.full_day_regime_prob == 1


@pytest.mark.parametrize("days", [[], [NONE, NONE]])
def test_without_a_run_nothing_is_said_of_runs(days: list[str]) -> None:
    answer = asked(days)
    persistence = answer.regime_persistence
    assert (persistence.runs, persistence.avg_consecutive_bars, persistence.max_streak) == (0, None, None)
    assert [each.probability for each in persistence.continuation_distribution] == [None] * 4
    assert answer.streak_stats.max_streak_in_data is None
    assert answer.streak_stats.mean_eod_streak == (0 if days else None)
    assert answer.distribution_stats.quartiles == ([0, 0, 0] if days else None)
    assert answer.regime_balance.mean_bars == (0 if days else None)


def test_a_feature_without_runs_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="bars_above: runs of bars by session expected"):
        ema_accumulation(session_view(ABOVE, [1]))
