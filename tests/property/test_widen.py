"""Questions with one or two filters less, against sets of days and statsmodels."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest
from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.values import columns as cells_of
from core.views.widen import rates_of, widening_of
from tests.property.test_compare import assert_rate, is_active
from tests.property.test_filters import DATES, SNAPSHOTS, snapshot
from tests.property.test_groups import questions
from tests.support.sizes import examples
from tests.unit.question.scalar_matcher import matching_rows
from tests.unit.question.toy import CATALOGUE, Toy

FEW_DAYS = 30
OUTCOMES = [feature for feature in CATALOGUE.features if feature.kind not in ("date", "numeric")]


def parse(snap: Toy, filters: Any, dates: tuple[str | None, str | None], as_of: int | None) -> FilterQuery:
    first, last = snap.index.first_date, snap.index.last_date
    try:
        return parse_query(filters, *dates, CATALOGUE, first=first, last=last, as_of=as_of)
    except InvalidRequest as refusal:
        if refusal.code not in ("contradiction", "group_count", "not_known_yet"):
            raise
        reject()


def days_by_filter(snap: Toy, query: FilterQuery) -> list[set[int]]:
    """The days that pass each filter of the canonical form alone, read one by one."""
    days = [str(day) for day in snap.market.session_date]
    found = []
    for asked in query.canonical():
        if asked.get("feature") == "Date_Range":
            start, end = asked["value"]
            found.append({at for at, day in enumerate(days) if start <= day <= end})
        else:
            found.append(matching_rows(snap, [asked]))
    return found


def all_but(passing: list[set[int]], removed: tuple[int, ...], n: int) -> set[int]:
    kept = [days for at, days in enumerate(passing) if at not in removed]
    return set(range(n)).intersection(*kept)


def expected_removals(passing: list[set[int]], n: int, kept: int) -> list[tuple[int, ...]]:
    """Two filters at most, those without which most days match; the best two together where these are few."""
    free = [each for each in singles_and_pairs(len(passing)) if min(each) >= kept]
    size = {removed: len(all_but(passing, removed, n)) for removed in free}
    matched = len(all_but(passing, (), n))
    singles = sorted((each for each in size if len(each) == 1), key=lambda each: (-size[each], each))
    found = [each for each in singles[:2] if size[each] > matched]
    most = max([matched, *(size[each] for each in singles)])
    pairs = sorted((each for each in size if len(each) == 2), key=lambda each: (-size[each], each))
    return found + [each for each in pairs[:1] if most < FEW_DAYS and size[each] > most]


def singles_and_pairs(n: int) -> list[tuple[int, ...]]:
    return [*combinations(range(n), 1), *combinations(range(n), 2)]


@settings(max_examples=examples(600), deadline=None)
@given(questions(), st.tuples(DATES, DATES), st.booleans(), SNAPSHOTS)
def test_removals_are_those_of_plain_sets(
    filters: list[dict[str, Any]],
    dates: tuple[str | None, str | None],
    keep_dates: bool,
    key: tuple[int, int],
) -> None:
    start, end = sorted(dates, key=lambda day: day or "") if all(dates) else dates
    snap = snapshot(key)
    query, n = parse(snap, filters, (start, end), None), snap.index.n_sessions
    passing = days_by_filter(snap, query)
    found = widening_of(snap.index, query, keep_dates=keep_dates)
    assert found.removals() == expected_removals(passing, n, int(keep_dates and not query.whole))
    for removed in ((), *singles_and_pairs(len(passing))):
        assert set(found.without(removed).nonzero()[0].tolist()) == all_but(passing, removed, n)


@settings(max_examples=examples(400), deadline=None)
@given(questions(), st.tuples(DATES, DATES), st.none() | st.integers(-1, 80), SNAPSHOTS)
def test_without_filters_the_days_are_those_of_the_shorter_question(
    filters: list[dict[str, Any]],
    dates: tuple[str | None, str | None],
    as_of: int | None,
    key: tuple[int, int],
) -> None:
    start, end = sorted(dates, key=lambda day: day or "") if all(dates) else dates
    snap = snapshot(key)
    query = parse(snap, filters, (start, end), as_of)
    found, asked = widening_of(snap.index, query), query.canonical()
    for removed in found.removals():
        rest = [each for at, each in enumerate(asked) if at not in removed]
        shorter = parse(snap, rest, (None, None), as_of)
        assert (snap.index.sessions.select(shorter).mask == found.without(removed)).all()


@settings(max_examples=examples(300), deadline=None)
@given(questions(), st.sampled_from(OUTCOMES), st.none() | st.integers(-1, 80), st.data(), SNAPSHOTS)
def test_rates_are_counts_of_days_at_risk_with_wilson_s_interval(
    filters: list[dict[str, Any]], outcome: Any, as_of: int | None, data: st.DataObject, key: tuple[int, int]
) -> None:
    snap = snapshot(key)
    query = parse(snap, filters, (None, None), as_of)
    label = data.draw(st.sampled_from(outcome.labels)) if outcome.kind == "enum" else None
    found = widening_of(snap.index, query)
    masks = [found.without(removed) for removed in ((), *found.removals())]
    cells = cells_of(snap.index, range(snap.index.n_sessions), [outcome.name])[outcome.name]  # type: ignore[arg-type]
    column = snap.columns[outcome.name]
    bars = column.values if column.event_bar is None else column.event_bar
    over = [outcome.by_bar_safe and as_of is not None and 1 <= bar <= as_of for bar in bars.tolist()]
    for mask, rate in zip(masks, rates_of(snap.index, query, outcome, label, masks), strict=True):
        days = mask.nonzero()[0].tolist()
        values = [cells[day] for day in days if cells[day] is not None and not over[day]]
        count = sum(value == label if label else is_active(outcome.name, value) for value in values)
        assert_rate(rate, count, len(values))


@pytest.mark.parametrize("bar", [0, 1, 2, 5, 80])
def test_an_event_has_come_by_its_own_bar_even_before_what_it_applies_from(bar: int) -> None:
    snap = snapshot((1, 130))
    for feature in OUTCOMES:
        column = snap.columns[feature.name]
        bars = column.values if column.event_bar is None else column.event_bar
        found = snap.index.sessions.happened(feature.name, bar)
        if found is not None:
            assert found.mask.tolist() == [1 <= each <= bar for each in bars.tolist()]
