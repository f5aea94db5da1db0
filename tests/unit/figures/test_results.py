"""The assembled result: modules by definition, tests where they belong, one failure contained."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import astuple

from core.contracts.results import ModuleKind
from core.contracts.results.rates import Occurrence
from core.contracts.results.spreads import LabelDistribution
from core.figures import answer
from core.figures.answer import Caveats, result_of
from core.figures.kinds import KINDS, Feature, Kind
from core.figures.kinds.sessions import ath_analysis, ema_accumulation, extreme_timing
from tests.unit.figures.small_features import (
    BOOLEAN,
    COUNT,
    EVENT,
    NUMERIC,
    SIDES,
    verdict_of,
    view,
    weekdays,
)

MATCHED = ["none"] * 30 + ["up_only"] * 50 + ["both"] * 20
OTHERS = ["none"] * 90 + ["up_only"] * 60 + ["both"] * 50
GAPS = view(BOOLEAN, [True] * 12 + [False] * 18, [True] * 10 + [False] * 60)
SIDED = view(SIDES, MATCHED, OTHERS)


def test_every_kind_of_the_contract_is_built_and_asked_by_name() -> None:
    assert set(KINDS) == set(get_args(ModuleKind))
    assert tuple(result_of(GAPS).modules) == BOOLEAN.modules == ("occurrence", "streak_analysis")


def test_modules_stand_in_the_definition_s_order_under_their_display_names() -> None:
    answers = result_of(view(EVENT, [1, 0])).modules
    assert {kind: each.display_name for kind, each in answers.items()} == {
        "occurrence": "Occurrence",
        "timing_analysis": "Timing Analysis",
        "period_probability": "Period Probability",
        "time_distribution": "Time Distribution",
    }
    assert list(answers) == list(EVENT.modules)


@pytest.mark.parametrize(
    ("days", "grade"), [(0, "small"), (29, "small"), (30, "medium"), (100, "medium"), (101, "large")]
)
def test_metadata_says_days_grade_and_missing_days(days: int, grade: str) -> None:
    found = result_of(view(BOOLEAN, [True] * days + [None] * 4), Caveats(look_ahead=["range_pct"]))
    assert astuple(found.metadata.sample_size) == (days, grade)
    assert astuple(found.modules["occurrence"].metadata) == (days, 4)
    assert found.metadata.look_ahead == ["range_pct"]
    assert (found.metadata.kind, found.metadata.known_at_bar) == ("boolean", 81)


def test_an_outcome_and_each_label_are_compared_with_the_other_days() -> None:
    modules = result_of(SIDED).modules
    active, labels = modules["occurrence"].data, modules["basic_distribution"].data
    assert isinstance(active, Occurrence)
    assert isinstance(labels, LabelDistribution)
    others = {"active": active.others} | {each.value: each.others for each in labels.labels}
    counts = {
        name: None if each is None else (each.occurrence_days, each.total_days)
        for name, each in others.items()
    }
    assert counts == {
        "active": (110, 200),
        "up_only": (60, 200),
        "down_only": (0, 200),
        "both": (50, 200),
        "none": (90, 200),
    }
    reasons = {name: each.verdict.reason for name, each in others.items() if each is not None}
    assert reasons == dict.fromkeys(others, None) | {"down_only": "no_chance"}


@pytest.mark.parametrize(
    "untested",
    [
        view(BOOLEAN, [True, False]),
        view(BOOLEAN, [True, False], [None]),
        view(BOOLEAN, [None], [True]),
        view(NUMERIC, [1.0], [2.0]),
    ],
)
def test_the_unfiltered_and_the_dayless_have_no_other_days(untested: Feature) -> None:
    assert verdict_of(untested) is None


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (view(BOOLEAN, [True] * 9, [False, True] * 20), "too_few"),
        (view(BOOLEAN, [True, False] * 20, [False] * 9), "too_few"),
        (view(BOOLEAN, [True] * 40, [False, True] * 20, conditioned=True), "fixed_by_filter"),
        (view(BOOLEAN, [True] * 40, [True] * 20), "no_chance"),
    ],
)
def test_a_comparison_without_a_test_says_why(asked: Feature, reason: str) -> None:
    verdict = verdict_of(asked)
    assert verdict is not None
    assert (verdict.against, verdict.code, verdict.reason) == ("others", "not_tested", reason)
    assert verdict.p is None


def test_days_that_share_no_year_have_no_difference() -> None:
    dates = np.concatenate((np.arange("2023-01-01", "2023-02-10", dtype="datetime64[D]"), weekdays(40)))
    asked = view(BOOLEAN, [True, False] * 20, [True] * 10 + [False] * 30, dates=dates)
    data = result_of(asked).modules["occurrence"].data
    assert isinstance(data, Occurrence)
    assert data.others is not None
    assert (data.others.difference, data.others.confidence_interval.lower) == (None, None)
    assert (data.others.lift, data.others.verdict.reason) == (2.0, "no_common_year")


def test_a_feature_in_a_filter_keeps_its_difference_and_says_that_it_is_conditioned() -> None:
    asked = view(BOOLEAN, [True, True] * 15, [False, True] * 15, conditioned=True)
    found = result_of(asked, Caveats(decided_by=["gap_up"]))
    data = found.modules["occurrence"].data
    assert found.metadata.conditioned
    assert isinstance(data, Occurrence)
    assert data.others is not None
    assert (data.others.lift, data.others.difference) == (2.0, 0.5)


def test_one_failing_module_leaves_its_feature_and_the_log_tells(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Feature) -> Occurrence:
        raise ZeroDivisionError("a secret path")

    failing = Kind("Occurrence", KINDS["occurrence"].count, broken)
    monkeypatch.setattr(answer, "KINDS", {**KINDS, "occurrence": failing})
    with caplog.at_level(logging.ERROR):
        modules = result_of(view(EVENT, [1, 0])).modules
    failed = modules["occurrence"]
    assert (failed.status, failed.data) == ("error", None)
    assert failed.error == "This statistic could not be computed for the selected days."
    assert {each.status for kind, each in modules.items() if kind != "occurrence"} == {"success"}
    assert "Occurrence of fill_bar failed" in caplog.text


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        (ath_analysis, "all-time highs by session"),
        (ema_accumulation, "runs of bars by session"),
        (extreme_timing, "extremes by session"),
    ],
)
def test_a_feature_without_what_its_module_reads_is_refused_in_words(
    module: Callable[[Feature], object], expected: str
) -> None:
    count = replace(COUNT, modules=(module.__name__,))
    with pytest.raises(ValueError, match=f"touches: {expected} expected"):
        module(view(count, [1]))
