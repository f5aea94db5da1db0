"""The assembled result: modules by definition, tests where they belong, one failure contained."""

from __future__ import annotations

import dataclasses
import logging
from typing import get_args

import numpy as np
import pytest
from scipy.stats import fisher_exact as scipy_fisher

from core.contracts.results import ModuleKind, Occurrence
from core.modules import registry, results
from core.modules.feature_view import FeatureView
from core.modules.registry import MODULES, Module
from core.modules.results import (
    Marks,
    adjust,
    feature_result,
    feature_results,
    p_value_of,
    selection_p_values,
)
from core.modules.selection_tests import selection_tests
from core.modules.significance import chi_square
from tests.unit.modules.module_views import BOOLEAN, EVENT, NUMERIC, PLACE, POSITION_BAR, SIDES, view

MATCHED = ["none"] * 30 + ["up_only"] * 50 + ["both"] * 20
OTHERS = ["none"] * 90 + ["up_only"] * 60 + ["both"] * 50
GAPS = view(BOOLEAN, [True] * 12 + [False] * 18, [True] * 10 + [False] * 60)
SIDED = view(SIDES, MATCHED, OTHERS)


def fisher(a: int, b: int, c: int, d: int) -> float:
    return float(scipy_fisher(np.array([[a, b], [c, d]])).pvalue)


def test_every_kind_of_the_contract_is_built_and_asked_by_name() -> None:
    assert set(MODULES) == set(get_args(ModuleKind))
    assert tuple(feature_result(GAPS).modules) == BOOLEAN.modules == ("occurrence", "streak_analysis")


def test_modules_stand_in_the_definition_s_order_under_their_display_names() -> None:
    answers = feature_result(view(EVENT, [1, 0])).modules
    assert {kind: answer.display_name for kind, answer in answers.items()} == {
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
    answer = feature_result(view(BOOLEAN, [True] * days + [None] * 4), Marks(look_ahead=["range_pct"]))
    assert dataclasses.astuple(answer.metadata.sample_size) == (days, grade)
    assert dataclasses.astuple(answer.modules["occurrence"].metadata) == (days, 4)
    assert answer.metadata.look_ahead == ["range_pct"]
    assert (answer.metadata.kind, answer.metadata.known_at_bar) == ("boolean", 81)


def test_a_boolean_has_fisher_s_p_value_and_its_q_value() -> None:
    data = feature_results([GAPS], {"gap_up": 0.3}, {})["gap_up"].modules["occurrence"].data
    assert isinstance(data, Occurrence)
    assert data.p_value == pytest.approx(fisher(12, 18, 10, 60), rel=1e-9)
    assert data.q_value == 0.3


def test_an_enum_s_q_value_goes_with_its_chi_square_and_not_with_fisher() -> None:
    modules = feature_results([SIDED], {"sides": 0.2}, {})["sides"].modules
    active, labels = modules["occurrence"].data, modules["basic_distribution"].data
    assert isinstance(active, Occurrence)
    assert active.p_value == pytest.approx(fisher(70, 30, 110, 90), rel=1e-9)
    assert active.q_value is None
    assert getattr(labels, "p_value", None) == chi_square([30, 50, 0, 20], [90, 60, 0, 50])
    assert getattr(labels, "q_value", None) == 0.2


def test_one_p_value_stands_for_each_feature() -> None:
    place = view(PLACE, ["above"] * 40 + ["below"] * 30, ["above"] * 30 + ["below"] * 40)
    numeric, bar = view(NUMERIC, [1.0], [2.0]), view(POSITION_BAR, [1], [2])
    p_values = selection_p_values([GAPS, SIDED, place, numeric, bar])
    assert p_values == {
        "gap_up": p_value_of(GAPS),
        "sides": chi_square(SIDED.matched.counts.tolist(), [90, 60, 0, 50]),
        "place": chi_square([40, 0, 30], [30, 0, 40]),
        "gap_pct": None,
        "high_bar": None,
    }


@pytest.mark.parametrize(
    "untested",
    [
        view(BOOLEAN, [True, False]),
        view(BOOLEAN, [True, False], [None]),
        view(BOOLEAN, [None], [True]),
        view(BOOLEAN, [True], [False, True], conditioned=True),
        view(SIDES, MATCHED, OTHERS, conditioned=True),
        view(SIDES, MATCHED),
    ],
)
def test_no_test_of_the_unfiltered_the_dayless_and_the_filtered_by(untested: FeatureView) -> None:
    assert p_value_of(untested) is None
    name = untested.definition.name
    for answer in feature_results([untested], {name: 0.01}, {})[name].modules.values():
        assert getattr(answer.data, "p_value", None) is None
        assert getattr(answer.data, "q_value", None) is None


def test_a_feature_in_a_filter_keeps_its_difference_and_says_that_it_is_conditioned() -> None:
    answer = feature_result(view(BOOLEAN, [True, True], [False, True], conditioned=True))
    data = answer.modules["occurrence"].data
    assert answer.metadata.conditioned
    assert isinstance(data, Occurrence)
    assert data.lift == 2.0
    assert data.difference is not None


def test_tests_held_by_the_caller_give_the_same_answer() -> None:
    views = [GAPS, SIDED]
    tests, q_values = selection_tests(views), adjust(selection_p_values(views))
    assert feature_results(views, q_values, {}, tests) == feature_results(views, q_values, {})


def test_one_failing_module_leaves_its_feature_and_the_log_tells(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: FeatureView) -> Occurrence:
        raise ZeroDivisionError("a secret path")

    monkeypatch.setattr(results, "MODULES", {**registry.MODULES, "occurrence": Module("Occurrence", broken)})
    with caplog.at_level(logging.ERROR):
        modules = feature_result(view(EVENT, [1, 0])).modules
    failed = modules["occurrence"]
    assert (failed.status, failed.data) == ("error", None)
    assert failed.error == "This statistic could not be computed for the selected days."
    assert {answer.status for kind, answer in modules.items() if kind != "occurrence"} == {"success"}
    assert "Occurrence of fill_bar failed" in caplog.text


def test_one_feature_whose_counts_cannot_be_tested_leaves_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    torn = dataclasses.replace(SIDED, others=view(BOOLEAN, [True]).matched)
    answers = feature_results([torn, GAPS], {}, {})
    assert answers["sides"].modules["basic_distribution"].status == "error"
    assert answers["gap_up"] == feature_result(GAPS)
    assert "no test of sides" in caplog.text
