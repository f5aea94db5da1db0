"""What modules read: counts by code and sorted numbers of matched days, other days and the date range."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.catalogue import FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.modules.feature_view import FeatureView, Tally
from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.loading import decoded
from core.query.ranges import ranges_of
from core.query.views import views
from tests.unit.query.toy import CATALOGUE, Toy, toy

NAMES = [feature.name for feature in CATALOGUE.features if feature.kind != "date"]
FILTERS: list[dict[str, Any]] = [
    {},
    {"flag": {"operator": "=", "value": True}},
    {"flag_prev": {"operator": "=", "value": True}, "size": {"operator": "<", "value": 20}},
    {"set_bar": {"operator": "!=", "value": 3}},
    {"run": {"operator": ">", "value": 30}},
    {"touch_bar": {"operator": "<=", "value": 40, "by_bar": 30}},
]
SPANS = [(None, None), (None, "2024-02-15"), ("2024-01-20", "2024-03-01"), ("2030-01-01", None)]


def ask(snap: Toy, filters: Any, start: str | None = None, end: str | None = None) -> FilterQuery:
    first, last = snap.index.first_date, snap.index.last_date
    return parse_query(filters, start, end, CATALOGUE, first=first, last=last)


def views_of(snap: Toy, query: FilterQuery, names: list[str] = NAMES) -> list[FeatureView]:
    return views(snap.index, query, snap.index.select(query), names)


def expected(snap: Toy, feature: FeatureDefinition, days: set[int]) -> tuple[list[int], int, list[float]]:
    """Counts by code, days without a value, and the sorted numbers, one day at a time."""
    values = [float(snap.columns[feature.name].values[day]) for day in sorted(days)]
    present = [value for value in values if value == value]
    if feature.kind == "numeric":
        labels = ranges_of(feature).labels
        codes = [int(ranges_of(feature).code(np.array([value]))[0]) for value in present]
        return [codes.count(code) for code in range(len(labels))], len(values) - len(present), sorted(present)
    first = 0 if feature.value_range is None else feature.value_range[0]
    counts = [present.count(code + first) for code in range(len(decoded(feature)))]
    return counts, len(values) - len(present), []


def described(tally: Tally) -> tuple[list[int], int, list[float]]:
    return tally.counts.tolist(), tally.missing, [] if tally.values is None else tally.values.tolist()


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("filters", FILTERS)
def test_views_count_what_a_scalar_reading_counts(filters: Any, span: tuple[str | None, str | None]) -> None:
    snap = toy(7, 130)
    query = ask(snap, filters, *span)
    matched = set(snap.index.select(query).rows().tolist())
    dates = [day.item() for day in snap.index.session_date]
    universe = {i for i, day in enumerate(dates) if query.start <= day <= query.end}
    for view in views_of(snap, query):
        assert described(view.matched) == expected(snap, view.definition, matched)
        assert described(view.baseline) == expected(snap, view.definition, universe)
        if view.others is not None:
            assert described(view.others) == expected(snap, view.definition, universe - matched)
        assert (view.others is None) == (not filters)


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(-1, 101))
def test_matched_and_others_add_to_the_baseline(seed: int, edge: int) -> None:
    snap = toy(seed % 5, 90)
    query = ask(snap, {"net_bars": {"operator": "<", "value": edge - 50}})
    for view in views_of(snap, query):
        assert view.others is not None
        assert (view.matched.counts + view.others.counts == view.baseline.counts).all()
        assert view.matched.missing + view.others.missing == view.baseline.missing


def test_dates_alone_are_nothing_filtered() -> None:
    snap = toy(7)
    [view] = views_of(snap, ask(snap, None, "2024-01-20", "2024-02-10"), ["flag"])
    assert view.others is None
    assert view.baseline.n + view.baseline.missing == 22
    assert described(view.matched) == described(view.baseline)


def test_a_feature_is_conditioned_by_a_filter_on_itself_not_on_its_twin() -> None:
    snap = toy(7)
    filters = {"flag": {"operator": "=", "value": True}, "place_prev": {"operator": "=", "value": "above"}}
    marks = {view.definition.name: view.conditioned for view in views_of(snap, ask(snap, filters))}
    assert [name for name, conditioned in marks.items() if conditioned] == ["flag"]


def test_views_come_in_the_order_asked_and_only_numerics_bear_numbers() -> None:
    snap = toy(7)
    found = views_of(snap, ask(snap, None), ["size", "flag", "run"])
    assert [view.definition.name for view in found] == ["size", "flag", "run"]
    assert [view.baseline.values is not None for view in found] == [True, False, False]
    assert [view.scale.first for view in found] == [0, 0, -30]
    assert views_of(snap, ask(snap, None), []) == []


def test_a_question_answered_twice_gives_the_same_counts() -> None:
    snap = toy(7)
    query = ask(snap, {"flag": {"operator": "=", "value": True}}, "2024-01-10", "2024-03-10")
    once = [described(view.matched) for view in views_of(snap, query)]
    assert once == [described(view.matched) for view in views_of(snap, query)]


def test_dates_of_the_range_are_inclusive() -> None:
    snap = toy(7)
    selection = snap.index.select(ask(snap, None, "2024-01-04", "2024-01-06"))
    days = [str(day) for day in snap.index.session_date[selection.rows()]]
    assert days == ["2024-01-04", "2024-01-05", "2024-01-06"]
    assert snap.index.first_date == date(2024, 1, 2)


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("filters", FILTERS)
def test_each_set_of_days_marks_the_sessions_it_was_counted_from(
    filters: Any, span: tuple[str | None, str | None]
) -> None:
    snap = toy(7, 130)
    for view in views_of(snap, ask(snap, filters, *span)):
        assert view.sessions is not None
        codes = view.sessions.codes
        assert codes.tolist() == snap.index.codes(view.definition.name).tolist()
        for tally in (view.matched, view.baseline, view.others):
            if tally is not None:
                chosen = codes if tally.mask is None else codes[tally.mask]
                known = chosen[chosen != NULL_CODE]
                assert np.bincount(known, minlength=len(tally.counts)).tolist() == tally.counts.tolist()
