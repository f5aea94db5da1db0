"""The groups of a question: what is counted of matched days, other days and the date range."""

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.catalogue import FeatureDefinition
from core.figures.counting import Figures, count_codes
from core.figures.kinds import Feature
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.index import groups_of, results_of
from tests.unit.question.toy import CATALOGUE, Toy, toy

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


def asked_of(snap: Toy, query: FilterQuery, names: list[str] = NAMES) -> list[Feature]:
    question = groups_of(snap.index, query, snap.index.sessions.select(query), names)
    return list(snap.index.engine.features(question, names, exact=True))


def expected(snap: Toy, feature: FeatureDefinition, days: set[int]) -> tuple[list[float], int]:
    """Values ascending and days without one, one day at a time."""
    values = [float(snap.columns[feature.name].values[day]) for day in sorted(days)]
    present = [value for value in values if value == value]
    return sorted(present), len(values) - len(present)


def described(snap: Toy, figures: Figures) -> tuple[list[float], int]:
    """The same as they were counted."""
    sheet = figures.sheet
    own = count_codes(snap.index.engine.columns, [sheet], [figures.days])[0][: sheet.sizes[0]]
    assert int(own[:-1].sum()) == figures.known
    return np.repeat(sheet.values[: sheet.sizes[0] - 1], own[:-1]).tolist(), int(own[-1])


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("filters", FILTERS)
def test_groups_count_what_a_scalar_reading_counts(filters: Any, span: tuple[str | None, str | None]) -> None:
    snap = toy(7, 130)
    query = ask(snap, filters, *span)
    matched = set(snap.index.sessions.select(query).rows().tolist())
    dates = [day.item() for day in snap.index.session_date]
    universe = {i for i, day in enumerate(dates) if query.start <= day <= query.end}
    for asked in asked_of(snap, query):
        assert described(snap, asked.matched) == expected(snap, asked.definition, matched)
        assert described(snap, asked.baseline) == expected(snap, asked.definition, universe)
        if asked.others is not None:
            assert described(snap, asked.others) == expected(snap, asked.definition, universe - matched)
        assert (asked.others is None) == (not filters)


@settings(deadline=None)
@given(st.integers(0, 1000), st.integers(-1, 101))
def test_matched_and_others_add_to_the_baseline(seed: int, edge: int) -> None:
    snap = toy(seed % 5, 90)
    query = ask(snap, {"net_bars": {"operator": "<", "value": edge - 50}})
    for asked in asked_of(snap, query):
        assert asked.others is not None
        (here, missing), (there, other_missing) = (described(snap, f) for f in (asked.matched, asked.others))
        assert (sorted([*here, *there]), missing + other_missing) == described(snap, asked.baseline)


def test_dates_alone_are_nothing_filtered() -> None:
    snap = toy(7)
    [asked] = asked_of(snap, ask(snap, None, "2024-01-20", "2024-02-10"), ["flag"])
    assert asked.others is None
    assert asked.baseline.days.count == 22
    assert described(snap, asked.matched) == described(snap, asked.baseline)


def test_a_feature_is_conditioned_by_a_filter_on_itself_not_on_its_twin() -> None:
    snap = toy(7)
    filters = {"flag": {"operator": "=", "value": True}, "place_prev": {"operator": "=", "value": "above"}}
    query = ask(snap, filters)
    results = results_of(snap.index, query, snap.index.sessions.select(query), NAMES)
    assert [name for name, each in results.items() if each.metadata.conditioned] == ["flag"]


def test_results_come_in_the_order_asked() -> None:
    snap = toy(7)
    names = ["size", "flag", "run"]
    assert [asked.definition.name for asked in asked_of(snap, ask(snap, None), names)] == names
    assert [snap.index.days[name].numbers is not None for name in names] == [True, False, False]
    assert [snap.index.days[name].first for name in names] == [0, 0, -30]
    assert asked_of(snap, ask(snap, None), []) == []


def test_a_question_answered_twice_gives_the_same_counts() -> None:
    snap = toy(7)
    query = ask(snap, {"flag": {"operator": "=", "value": True}}, "2024-01-10", "2024-03-10")
    once = [described(snap, asked.matched) for asked in asked_of(snap, query)]
    assert once == [described(snap, asked.matched) for asked in asked_of(snap, query)]


def test_dates_of_the_range_are_inclusive() -> None:
    snap = toy(7)
    selection = snap.index.sessions.select(ask(snap, None, "2024-01-04", "2024-01-06"))
    days = [str(day) for day in snap.index.session_date[selection.rows()]]
    assert days == ["2024-01-04", "2024-01-05", "2024-01-06"]
    assert snap.index.first_date == date(2024, 1, 2)
