"""A baseline that is kept for all sessions never answers for a question about some of them."""

from datetime import date
from functools import lru_cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.build.pack.build_pack import assemble_pack
from core.contracts.catalogue import FeatureDefinition
from core.features.compute import compute_features
from core.features.registry import catalogue_of
from core.figures.answer import Engine
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.index import SnapshotIndex, groups_of, results_of
from core.warehouse.serving.load_index import load_index
from tests.property.markets import random_market
from tests.support.sizes import examples

SESSIONS = (41, 160, 400)


@lru_cache
def snapshot(sessions: int) -> SnapshotIndex:
    """Every feature of the catalogue on a random market."""
    market = random_market(sessions, sessions)
    return load_index(assemble_pack(catalogue_of(market), market, compute_features(market)))


@lru_cache
def coded(sessions: int) -> list[FeatureDefinition]:
    return [each for each in snapshot(sessions).catalogue.features if each.kind != "date"]


def conditions(feature: FeatureDefinition) -> st.SearchStrategy[dict[str, Any]]:
    """One condition on a feature, wide or narrow."""
    if feature.kind == "boolean":
        return st.booleans().map(lambda value: {"operator": "=", "value": value})
    if feature.kind == "enum":
        return st.sampled_from(feature.labels).map(lambda value: {"operator": "=", "value": value})
    low, high = feature.value_range or (-20, 120)
    operators = st.sampled_from([">=", "<=", "!="])
    return st.tuples(operators, st.integers(low, high)).map(lambda c: {"operator": c[0], "value": c[1]})


@st.composite
def questions(draw: st.DrawFn) -> tuple[int, FilterQuery, list[str]]:
    """A snapshot, a filtered question and a list of features: all of them, or a few."""
    sessions = draw(st.sampled_from(SESSIONS))
    index, features = snapshot(sessions), coded(sessions)
    filtered = draw(st.lists(st.sampled_from(features), min_size=1, max_size=3, unique_by=lambda f: f.name))
    filters = {each.name: draw(conditions(each)) for each in filtered}
    start = draw(st.none() | st.dates(index.first_date, index.last_date).map(date.isoformat))
    query = parse_query(filters, start, None, index.catalogue, first=index.first_date, last=index.last_date)
    every = [each.name for each in features]
    few = st.lists(st.sampled_from(every), min_size=1, max_size=4, unique=True)
    return sessions, query, draw(st.just(every) | few)


@settings(max_examples=examples(40))
@given(questions())
def test_a_kept_baseline_is_that_of_the_dates_asked(question: tuple[int, FilterQuery, list[str]]) -> None:
    sessions, query, names = question
    index = snapshot(sessions)
    whole = parse_query({}, None, None, index.catalogue, first=index.first_date, last=index.last_date)
    results_of(index, whole, index.sessions.select(whole), names)
    asked = groups_of(index, query, index.sessions.select(query), names)
    anew = Engine([index.days[each.name] for each in coded(sessions)], index.layout)
    assert index.engine.results(asked, names) == anew.results(asked, names)
