"""The assembled result: modules by definition, tests where they belong, one failure contained."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import astuple
from scipy.stats import fisher_exact as scipy_fisher

from core.contracts.results import ModuleKind
from core.contracts.results.rates import Occurrence
from core.figures import answer
from core.figures.answer import Caveats, result_of
from core.figures.kinds import KINDS, Feature, Kind
from core.figures.kinds.sessions import ath_analysis, ema_accumulation, extreme_timing
from tests.unit.figures.small_features import (
    BOOLEAN,
    COUNT,
    EVENT,
    NUMERIC,
    PLACE,
    POSITION_BAR,
    SIDES,
    own_p,
    view,
)
from tests.unit.figures.test_significance import chi_square

MATCHED = ["none"] * 30 + ["up_only"] * 50 + ["both"] * 20
OTHERS = ["none"] * 90 + ["up_only"] * 60 + ["both"] * 50
GAPS = view(BOOLEAN, [True] * 12 + [False] * 18, [True] * 10 + [False] * 60)
SIDED = view(SIDES, MATCHED, OTHERS)


def with_q(asked: Feature, q: float) -> Feature:
    """The feature as it stands among others."""
    return replace(asked, tests=asked.tests._replace(q=q))


def fisher(a: int, b: int, c: int, d: int) -> float:
    return float(scipy_fisher(np.array([[a, b], [c, d]])).pvalue)


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


def test_a_boolean_has_fisher_s_p_value_and_its_q_value() -> None:
    data = result_of(with_q(GAPS, 0.3)).modules["occurrence"].data
    assert isinstance(data, Occurrence)
    assert data.p_value == pytest.approx(fisher(12, 18, 10, 60), rel=1e-9)
    assert data.q_value == 0.3


def test_an_enum_s_q_value_goes_with_its_chi_square_and_not_with_fisher() -> None:
    modules = result_of(with_q(SIDED, 0.2)).modules
    active, labels = modules["occurrence"].data, modules["basic_distribution"].data
    assert isinstance(active, Occurrence)
    assert active.p_value == pytest.approx(fisher(70, 30, 110, 90), rel=1e-9)
    assert active.q_value is None
    assert getattr(labels, "p_value", None) == chi_square([30, 50, 0, 20], [90, 60, 0, 50])
    assert getattr(labels, "q_value", None) == 0.2


def test_one_p_value_stands_for_each_feature() -> None:
    place = view(PLACE, ["above"] * 40 + ["below"] * 30, ["above"] * 30 + ["below"] * 40)
    numeric, bar = view(NUMERIC, [1.0], [2.0]), view(POSITION_BAR, [1], [2])
    p_values = {each.definition.name: own_p(each) for each in (GAPS, SIDED, place, numeric, bar)}
    assert p_values == {
        "gap_up": own_p(GAPS),
        "sides": chi_square([30, 50, 0, 20], [90, 60, 0, 50]),
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
def test_no_test_of_the_unfiltered_the_dayless_and_the_filtered_by(untested: Feature) -> None:
    assert own_p(untested) is None
    assert untested.tests.q is None
    for module in result_of(untested).modules.values():
        assert getattr(module.data, "p_value", None) is None
        assert getattr(module.data, "q_value", None) is None


def test_a_feature_in_a_filter_keeps_its_difference_and_says_that_it_is_conditioned() -> None:
    asked = view(BOOLEAN, [True, True], [False, True], conditioned=True)
    found = result_of(asked, Caveats(decided_by=["gap_up"]))
    data = found.modules["occurrence"].data
    assert found.metadata.conditioned
    assert isinstance(data, Occurrence)
    assert data.lift == 2.0
    assert data.difference is not None


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
