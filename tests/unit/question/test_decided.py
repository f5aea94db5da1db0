"""A filter that leaves an outcome no choice conditions it: said, and not tested."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from core.build.pack.build_pack import assemble_pack
from core.contracts.results import FeatureResult, SharedBars
from core.contracts.results.rates import OtherDays
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.question import look_ahead
from core.question.conditions import Condition, FilterQuery
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, results_of
from core.question.look_ahead import decided_features
from core.warehouse.serving.load_index import load_index
from tests.property.markets import random_market


@lru_cache
def index() -> SnapshotIndex:
    market = random_market(5, 400)
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


def query_of(**filters: Any) -> FilterQuery:
    asked = {name: {"operator": "=", "value": value} for name, value in filters.items()}
    asked |= {name: value for name, value in filters.items() if isinstance(value, dict)}
    snapshot = index()
    return parse_query(
        asked, None, None, snapshot.catalogue, first=snapshot.first_date, last=snapshot.last_date
    )


def results(*names: str, **filters: Any) -> dict[str, FeatureResult]:
    snapshot, query = index(), query_of(**filters)
    return results_of(snapshot, query, snapshot.sessions.select(query), names, exact=True)


def p_values_in(result: FeatureResult) -> set[Any]:
    data = [each.data for each in result.modules.values()]
    compared = [getattr(each, "others", None) for each in data]
    compared += [label.others for each in data for label in getattr(each, "labels", ())]
    verdicts = [each.verdict for each in compared if isinstance(each, OtherDays)]
    return {p for each in verdicts for p in (each.p, each.adjusted_p)}


def test_the_gap_s_class_is_not_tested_where_its_direction_is_filtered() -> None:
    found = results("gap_class", gap_up=True)["gap_class"]
    assert (found.metadata.conditioned, found.metadata.decided_by) == (True, ["gap_up"])
    assert found.metadata.outcome is None, "full and partial gaps are left"
    assert p_values_in(found) == {None}


@pytest.mark.parametrize(
    ("name", "filters", "outcome"),
    [
        ("gap_fill_bar", {"gap_fill_by_b12": True}, "certain"),
        ("gap_and_go", {"gap_fill_by_b12": True}, "impossible"),
        ("gap_fill_by_b12", {"gap_fill_bar": {"operator": "<=", "value": 12}}, "certain"),
        ("gap_down", {"gap_class": "partial_up"}, "impossible"),
        ("or12_bo_up_bar", {"or12_bo_sides": "both"}, "certain"),
        ("gap_up", {"gap_up": True}, "certain"),
    ],
)
def test_an_outcome_that_a_filter_decides_says_which_and_is_not_tested(
    name: str, filters: dict[str, Any], outcome: str
) -> None:
    found = results(name, **filters)[name]
    assert (found.metadata.outcome, found.metadata.decided_by) == (outcome, list(filters))
    assert p_values_in(found) == {None}


def test_what_the_filter_leaves_open_is_tested() -> None:
    found = results("or12_bo_up_bar", "gap_up", gap_fill_by_b12=True)
    for name in ("or12_bo_up_bar", "gap_up"):
        assert (found[name].metadata.conditioned, found[name].metadata.outcome) == (False, None)
        assert p_values_in(found[name]) - {None}


def features_decided_by(snapshot: SnapshotIndex, asked: Condition) -> frozenset[str]:
    """Computed each time: `snapshot.decided` keeps its answers."""
    return decided_features(snapshot.catalogue, snapshot.engine.columns.flags, snapshot.sessions, asked)


def test_a_filter_decides_nothing_of_bars_that_it_has_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = index()
    catalogue, by_name = snapshot.catalogue, snapshot.catalogue.by_name
    b12 = Condition("gap_fill_by_b12", False, "=", True)
    reads = {
        name: look_ahead.overlaps_bars(b12, by_name[name], catalogue)
        for name in ("gap_fill_bar", "rod_dir_b54")
    }
    assert reads == {"gap_fill_bar": True, "rod_dir_b54": False}
    yesterday = Condition("gap_up", True, "=", True)
    assert not look_ahead.overlaps_bars(yesterday, by_name["gap_up"], catalogue)
    assert look_ahead.overlaps_bars(Condition("gap_up", False, "=", True), by_name["gap_class"], catalogue)
    monkeypatch.setattr(look_ahead, "overlaps_bars", lambda *asked: False)
    assert features_decided_by(snapshot, b12) == frozenset()


def test_a_few_days_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot, condition = index(), Condition("gap_up", False, "=", True)
    days = min(snapshot.sessions.select(query_of(gap_up=up)).count for up in (True, False))
    monkeypatch.setattr(look_ahead, "LEAST_DAYS", days)
    assert "gap_class" in features_decided_by(snapshot, condition)
    monkeypatch.setattr(look_ahead, "LEAST_DAYS", days + 1)
    assert features_decided_by(snapshot, condition) == frozenset()


def test_what_might_be_an_accident_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_ahead, "CHANCE", 0.0)
    assert features_decided_by(index(), Condition("gap_up", False, "=", True)) == frozenset()


def test_the_calendar_decides_nothing_and_is_not_decided() -> None:
    snapshot = index()
    year = str(snapshot.first_date.year)
    assert features_decided_by(snapshot, Condition("year", False, "=", year)) == frozenset()
    every = {
        Condition(each.name, False, "=", True)
        for each in snapshot.catalogue.features
        if each.kind == "boolean"
    }
    assert not {"year", "month", "weekday"} & {name for each in every for name in snapshot.decided(each)}


@pytest.mark.parametrize(
    "name", ["gap_up", "gap_fill_by_b12", "or12_first_bo", "close_above_open", "hoy_bo_bar"]
)
def test_decided_is_what_all_sessions_of_the_filter_have_in_common(name: str) -> None:
    snapshot = index()
    definition = snapshot.catalogue.by_name[name]
    value = definition.labels[0] if definition.kind == "enum" else definition.kind == "boolean" or 0
    condition = Condition(name, False, "=", value)
    found = snapshot.decided(condition)
    mask = snapshot.sessions.select(query_of(**{name: value})).mask
    for each in found:
        codes = snapshot.days[each].codes
        here, rest = codes[mask & (codes != 255)], codes[~mask & (codes != 255)]
        if snapshot.catalogue.by_name[each].kind == "enum":
            assert set(rest.tolist()) - set(here.tolist())
        else:
            active = snapshot.days[each].first < 1
            first = 1 if active else 0
            assert len(np.unique(here >= first)) == 1
            assert len(np.unique(rest >= first)) == 2 or here.min() != rest.min()


def test_shared_bars_name_the_filters_and_the_clean_twin() -> None:
    by_twelve = results("rod_dir_b18", "gap_fill_bar", "gap_class", gap_fill_by_b12=True)
    assert by_twelve["rod_dir_b18"].metadata.shared_bars is None
    assert by_twelve["gap_fill_bar"].metadata.shared_bars == SharedBars(["gap_fill_by_b12"], 1, 12, None)
    assert by_twelve["gap_class"].metadata.shared_bars is None, "the open is before bar 1's close"
    late = results("rod_dir_b18", close_above_coy=True, or12_dir="bull", gap_up=True)["rod_dir_b18"]
    assert late.metadata.shared_bars == SharedBars(["close_above_coy"], 19, 81, None)


def test_a_later_figure_that_asks_the_same_is_the_clean_twin() -> None:
    asked = {"or12_bo_up_bar": {"operator": "<=", "value": 30, "by_bar": 30}}
    shared = results("rod_dir_b18", **asked)["rod_dir_b18"].metadata.shared_bars
    assert shared == SharedBars(["or12_bo_up_bar"], 19, 30, "rod_dir_b54")


def test_a_filter_shares_no_bars_with_its_own_feature_nor_yesterday_s_with_today() -> None:
    assert results("close_above_open", close_above_open=True)["close_above_open"].metadata.shared_bars is None
    found = results("close_above_open", close_above_coy_prev=True)["close_above_open"]
    assert found.metadata.shared_bars is None
