"""Every operator on every kind, null, by_bar and _prev, against a matcher that reads one value at a time."""

from datetime import date
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.catalogue import FeatureDefinition
from core.contracts.operators import OPERATORS, operators_of
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from tests.support.sizes import examples
from tests.unit.question.scalar_matcher import matching_rows
from tests.unit.question.toy import CATALOGUE, Toy, toy

SNAPSHOTS = st.sampled_from([(1, 130), (2, 64), (3, 65), (4, 1), (5, 90)])
EVENTS = [feature.name for feature in CATALOGUE.features if feature.by_bar_safe]


@lru_cache(maxsize=8)
def snapshot(key: tuple[int, int]) -> Toy:
    return toy(*key)


def atoms(feature: FeatureDefinition) -> st.SearchStrategy[Any]:
    """Values that occur, values between them, and values nobody has."""
    if feature.kind == "boolean":
        return st.booleans()
    if feature.kind == "enum":
        return st.sampled_from(feature.labels)
    if feature.kind == "date":
        return st.dates(date(2023, 12, 30), date(2024, 5, 20)).map(date.isoformat)
    if feature.kind == "numeric":
        return st.one_of(
            st.integers(-14, 70), st.integers(-28, 140).map(lambda half: half / 2), st.floats(-15, 70)
        )
    low, high = feature.value_range or (0, 0)
    whole = st.integers(low - 2, high + 2)
    return whole | whole.map(float)


@st.composite
def conditions(draw: st.DrawFn, feature: FeatureDefinition | None = None) -> dict[str, Any]:
    """One well-formed condition in the API's spelling."""
    feature = feature or draw(st.sampled_from(CATALOGUE.features))
    operator = draw(st.sampled_from(operators_of(feature.kind)))
    value = draw(atoms(feature))
    takes = OPERATORS[operator].takes
    if takes == "range":
        value = sorted([value, draw(atoms(feature))])
    elif takes == "list":
        value = draw(st.lists(atoms(feature), min_size=1, max_size=6))
    prev = feature.has_prev_twin and draw(st.booleans())
    by_bar = draw(st.none() | st.integers(1, 81)) if feature.by_bar_safe and not prev else None
    name = f"{feature.name}_prev" if prev else feature.name
    condition = {"feature": name, "operator": operator, "value": value}
    return condition if by_bar is None else condition | {"by_bar": by_bar}


def parsed(snap: Toy, filters: Any) -> FilterQuery:
    first, last = snap.index.first_date, snap.index.last_date
    return parse_query(filters, None, None, CATALOGUE, first=first, last=last)


def selected(snap: Toy, filters: Any) -> set[int]:
    return set(snap.index.sessions.select(parsed(snap, filters)).rows().tolist())


@pytest.mark.parametrize("feature", CATALOGUE.features, ids=lambda feature: str(feature.name))
@settings(max_examples=examples(120), deadline=None)
@given(data=st.data(), key=SNAPSHOTS)
def test_a_condition_matches_the_days_a_scalar_reading_matches(
    feature: FeatureDefinition, data: st.DataObject, key: tuple[int, int]
) -> None:
    condition = data.draw(conditions(feature))
    assert selected(snapshot(key), [condition]) == matching_rows(snapshot(key), [condition])


@settings(deadline=None)
@given(st.lists(conditions(), max_size=5), SNAPSHOTS)
def test_conditions_hold_together(filters: list[dict[str, Any]], key: tuple[int, int]) -> None:
    snap = snapshot(key)
    found = snap.index.sessions.select(parsed(snap, filters))
    assert set(found.rows().tolist()) == matching_rows(snap, filters)
    assert found.count == len(found.rows()) == int(found.mask.sum())


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("bar", range(1, 82))
def test_by_bar_reads_a_later_event_as_not_yet_happened(name: str, bar: int) -> None:
    snap = snapshot((1, 130))
    label = "up" if CATALOGUE.by_name[name].kind == "enum" else bar
    nothing = "none" if CATALOGUE.by_name[name].kind == "enum" else 0
    asked: list[tuple[str, Any]] = [
        ("=", label),
        ("=", nothing),
        ("!=", nothing),
        ("not_in", [label, nothing]),
        ("in", [nothing]),
    ]
    if nothing == 0:
        asked += [("=", -1), ("not_in", [-3, -2, 40]), ("<=", 81), (">", -1), ("range", [-2, bar + 3])]
    for operator, value in asked:
        condition = {"feature": name, "operator": operator, "value": value, "by_bar": bar}
        assert selected(snap, [condition]) == matching_rows(snap, [condition])


@settings(deadline=None)
@given(st.lists(conditions(), max_size=5), st.randoms(use_true_random=False), SNAPSHOTS)
def test_the_order_and_the_repetition_of_filters_do_not_matter(
    filters: list[dict[str, Any]], random: Any, key: tuple[int, int]
) -> None:
    shuffled = filters + filters[:2]
    random.shuffle(shuffled)
    snap = snapshot(key)
    assert parsed(snap, shuffled) == parsed(snap, filters)
    assert parsed(snap, shuffled).key() == parsed(snap, filters).key()


@settings(deadline=None)
@given(st.lists(conditions(), max_size=5, unique_by=lambda condition: condition["feature"]), SNAPSHOTS)
def test_a_map_and_a_list_ask_the_same(filters: list[dict[str, Any]], key: tuple[int, int]) -> None:
    as_map = {c["feature"]: {k: v for k, v in c.items() if k != "feature"} for c in filters}
    snap = snapshot(key)
    assert parsed(snap, as_map) == parsed(snap, filters)


DATES = st.none() | st.dates(date(2023, 12, 20), date(2024, 6, 1)).map(date.isoformat)


@settings(deadline=None)
@given(st.lists(conditions(), max_size=4), DATES, DATES, SNAPSHOTS)
def test_the_canonical_form_parses_to_the_same_question(
    filters: list[dict[str, Any]], start: str | None, end: str | None, key: tuple[int, int]
) -> None:
    if start is not None and end is not None and start > end:
        start, end = end, start
    index = snapshot(key).index
    first, last = index.first_date, index.last_date
    query = parse_query(filters, start, end, CATALOGUE, first=first, last=last)
    again = parse_query(query.canonical(), None, None, CATALOGUE, first=first, last=last)
    assert (again, again.canonical(), again.key()) == (query, query.canonical(), query.key())
    days = [str(day) for day in index.session_date]
    kept = {i for i, day in enumerate(days) if (start or "") <= day <= (end or "9")}
    assert set(index.sessions.select(query).rows().tolist()) == kept & matching_rows(snapshot(key), filters)


@settings(deadline=None)
@given(conditions(), conditions(), SNAPSHOTS)
def test_equal_keys_mean_equal_questions(
    one: dict[str, Any], two: dict[str, Any], key: tuple[int, int]
) -> None:
    a, b = parsed(snapshot(key), [one]), parsed(snapshot(key), [two])
    assert (a.key() == b.key()) == (a == b)
