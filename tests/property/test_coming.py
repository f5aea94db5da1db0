"""Filters on a session that is not over never say what the finished day takes back."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.catalogue import FeatureDefinition
from core.contracts.filters import GroupKind
from core.question.conditions import Condition, Filter, FilterQuery, Group
from core.question.index import SnapshotIndex
from core.views.upcoming import never_certain
from tests.property.coming_days import coming, finished
from tests.support.sizes import examples

TIES = {
    "or12_extreme_order": "same_bar",
    "or12_first_bo": "both_same_bar",
    "or18_first_bo": "both_same_bar",
    "gx_first_bo": "both_same_bar",
    "prev_first_bo": "both_same_bar",
}
Asked = tuple[int, int, int, bool, FilterQuery]


def conditions(index: SnapshotIndex) -> st.SearchStrategy[Condition]:
    """Conditions on any coded feature, with values that days have, of the day itself or of one before."""
    coded = [each for each in index.catalogue.features if each.kind != "date" and each.name != "year"]
    return st.sampled_from(coded).flatmap(lambda each: _conditions_on(index, each))


def _conditions_on(index: SnapshotIndex, definition: FeatureDefinition) -> st.SearchStrategy[Condition]:
    if definition.kind in ("boolean", "enum"):
        values, operators = st.sampled_from(list(definition.coded_values)), ["=", "!="]
    else:
        numbers = index.columns[definition.name].numbers
        known = [0.0, *numbers[~np.isnan(numbers)].tolist()]
        values, operators = st.sampled_from(known), ["=", "!=", ">=", "<=", ">", "<"]
    prev = st.sampled_from([0, 0, 0, 1, 2]) if definition.has_prev_twin else st.just(0)
    bars = st.none() | st.integers(1, 81) if definition.by_bar_safe else st.none()
    return st.builds(
        lambda prev, operator, value, bar, first: Condition(
            definition.name, prev, operator, value, None if prev else bar, first
        ),
        prev,
        st.sampled_from(operators),
        values,
        bars,
        st.none() | st.sampled_from([1, 3]),
    )


@st.composite
def filters(draw: st.DrawFn, index: SnapshotIndex) -> Filter:
    """A condition, or a group of up to three."""
    kinds: list[GroupKind | None] = [None, None, "any_of", "none_of", "at_least"]
    kind = draw(st.sampled_from(kinds))
    if kind is None:
        return draw(conditions(index))
    members = tuple(draw(st.lists(conditions(index), min_size=1, max_size=3)))
    return Group(kind, {"any_of": 1, "none_of": 0}.get(kind, len(members)), members)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """A day of a market, a bar, whether the night is seen, and a question."""
    seed, row = draw(st.sampled_from([1, 2, 3, 4])), draw(st.sampled_from([25, 40, 59]))
    bar, night = draw(st.sampled_from([-1, 0, 1, 12, 18, 40, 80])), draw(st.booleans())
    _, index = finished(seed)
    chosen = tuple(draw(st.lists(filters(index), min_size=1, max_size=2)))
    return seed, row, bar, night, FilterQuery(chosen, index.first_date, index.last_date, whole=True)


@given(asked())
@settings(max_examples=examples(250))
def test_what_is_certain_is_what_the_finished_day_answers(
    asked: tuple[int, int, int, bool, FilterQuery],
) -> None:
    seed, row, bar, night, query = asked
    said = coming(seed, row, bar, night).matches(query)
    _, index = finished(seed)
    passes = bool(index.sessions.select(query).mask[row])
    assert said in (None, passes)


@given(asked())
@settings(max_examples=examples(100))
def test_a_filter_that_is_known_by_the_bar_is_certain(asked: Asked) -> None:
    seed, row, bar, _, query = asked
    day = coming(seed, row, bar, night=True)
    by_name = day.index.catalogue.by_name
    if all(
        each.prev or (each.feature not in day.within_bars and _is_known(by_name[each.feature], each, bar))
        for each in query.conditions
    ):
        assert day.matches(query) is not None


def test_an_event_by_the_bar_that_closes_is_certain_and_by_a_later_one_is_not_always() -> None:
    _, index = finished(1)
    events = [each for each in index.catalogue.features if each.is_event_bar and each.by_bar_safe]
    open_later = 0
    for bar in (1, 12, 40):
        day = coming(1, 40, bar, night=True)
        for each in (each for each in events if each.first_bar <= bar and each.name not in day.within_bars):
            for by_bar in (bar, bar + 1):
                condition = Condition(each.name, 0, "=", 0, by_bar)
                query = FilterQuery((condition,), index.first_date, index.last_date, whole=True)
                found = day.matches(query)
                assert found is not None or by_bar > bar, (each.name, bar)
                open_later += found is None
    assert open_later


@given(asked())
@settings(max_examples=examples(100))
def test_what_is_never_certain_in_time_never_passes(asked: Asked) -> None:
    seed, row, _, night, query = asked
    day = coming(seed, row, 80, night)
    if never_certain(query, day.index.catalogue) is not None:
        assert day.matches(query) is not True


def test_never_certain_is_exactly_what_the_last_bar_leaves_open() -> None:
    day = coming(1, 59, 80, night=True)
    for each in day.index.catalogue.features:
        condition = Condition(each.name, 0, "=", 0)
        asked = FilterQuery((condition,), day.index.first_date, day.index.last_date, whole=True)
        is_early = each.by_bar_safe or each.kind == "date" or each.name in (*day.values, "year")
        assert (never_certain(asked, day.index.catalogue) is None) == is_early, each.name


def _is_known(definition: FeatureDefinition, condition: Condition, bar: int) -> bool:
    if bar < 0:
        return definition.known_at == "pre"
    return definition.known_at_bar(condition.by_bar) <= bar


def test_an_event_is_certain_once_it_came_and_its_absence_never() -> None:
    _, index = finished(1)
    events = [each for each in index.catalogue.features if each.is_event_bar and each.by_bar_safe]
    said = set[bool | None]()
    for row, bar in product((25, 40, 59), (1, 12, 40, 80)):
        day = coming(1, row, bar, night=True)
        for each in events:
            came = index.columns[each.name].numbers[row]
            condition = Condition(each.name, 0, ">=", 1)
            found = day.matches(FilterQuery((condition,), index.first_date, index.last_date, whole=True))
            assert found is True if came <= bar and came > 0 else found in (None, False), each.name
            assert found is None or found == (came > 0), each.name
            said.add(found)
    assert said == {True, False, None}


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.large)])
def test_what_minutes_may_settle_is_not_certain_before_the_day_is_over(seed: int) -> None:
    """Every tie of every bar of markets with minutes; the finished day settles some of them."""
    taken_back = 0
    for row, bar in product(range(25, 60), (12, 18, 40, 60, 80)):
        day, (market, index) = coming(seed, row, bar, night=True), finished(seed)
        assert market.minutes is not None
        for name, label in TIES.items():
            definition = index.catalogue.by_name[name]
            code = definition.labels.index(label)
            if name not in day.values or day.values[name][0] != code:
                continue
            if name not in day.within_bars:  # a day that stands still has its extremes in every minute
                assert index.columns[name].numbers[row] == code
                continue
            for operator in ("=", "!="):
                condition = Condition(name, 0, operator, label, bar if definition.by_bar_safe else None)
                query = FilterQuery((condition,), index.first_date, index.last_date, whole=True)
                assert day.matches(query) is None
            assert day.number(name) is None
            taken_back += index.columns[name].numbers[row] != code
    assert taken_back > 2


def test_what_may_come_out_as_null_is_not_refused_for_certain() -> None:
    """It held the day before, so it cannot hold for the first time; but none of its values may be null."""
    _, index = finished(2)
    name, row = "rod_move_b18_pct_adr", 40
    assert index.columns[name].numbers[row - 1] != 0
    assert np.isnan(index.columns[name].numbers[row])
    refused = Group("none_of", 0, (Condition(name, 0, "!=", 0.0, first_in=1),))
    query = FilterQuery((refused,), index.first_date, index.last_date, whole=True)
    assert coming(2, row, 0, night=False).matches(query) is None
    assert never_certain(query, index.catalogue) is refused
