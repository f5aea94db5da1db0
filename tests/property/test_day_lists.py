"""The filter on lists of days against Python's own sets, alone and in groups, and what its key must tell."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import InvalidRequest
from core.features.registry import catalogue
from core.question.conditions import DAY_LIST, FilterQuery, sentence
from core.question.filters import parse_query
from core.question.look_ahead import hindsight
from tests.property.test_filters import conditions, snapshot
from tests.support.sizes import examples
from tests.unit.question.scalar_matcher import matching_rows
from tests.unit.question.toy import CATALOGUE

SNAP = snapshot((1, 130))
DAYS = [str(day) for day in SNAP.index.session_date]
NAMES = ["gap and go", "Inside", "émigré", "FOMC"]
OUTSIDE = ["1999-01-04", "0001-01-01", "9999-12-31", "2024-01-06"]
LISTS = st.dictionaries(
    st.sampled_from(NAMES), st.frozensets(st.sampled_from([*DAYS, *OUTSIDE]), max_size=60), min_size=1
)
Lists = dict[str, frozenset[str]]
Asked = dict[str, Any]


def parsed(filters: Any, lists: Lists) -> FilterQuery:
    first, last = SNAP.index.first_date, SNAP.index.last_date
    return parse_query(filters, None, None, CATALOGUE, first=first, last=last, lists=lists)


@st.composite
def on_lists(draw: st.DrawFn, lists: Lists) -> Asked:
    """The filter on some of the lists, in any letters."""
    names = draw(st.lists(st.sampled_from(sorted(lists)), min_size=1, max_size=5))
    spelled = [draw(st.sampled_from([name, name.upper(), name.lower()])) for name in names]
    return {"feature": DAY_LIST, "operator": draw(st.sampled_from(["in", "not_in"])), "value": spelled}


@st.composite
def questions(draw: st.DrawFn) -> tuple[Lists, list[Asked]]:
    """Lists, and filters and groups on them and on features."""
    lists = draw(LISTS)
    members = st.lists(on_lists(lists) | conditions(), min_size=1, max_size=4)

    def group(kind: str) -> Asked:
        of = draw(members)
        return {kind: of if kind != "at_least" else {"count": 1, "of": of}}

    filters = draw(st.lists(on_lists(lists) | conditions(), max_size=3))
    kinds = draw(st.lists(st.sampled_from(["any_of", "none_of", "at_least"]), max_size=2))
    return lists, [*filters, *map(group, kinds)]


def rows_of(lists: Lists, asked: Asked) -> set[int]:
    """The sessions of a condition, of lists by Python's sets."""
    if asked["feature"] != DAY_LIST:
        return matching_rows(SNAP, [asked])
    by_letters = {name.casefold(): dates for name, dates in lists.items()}
    dates = set().union(*(by_letters[name.casefold()] for name in asked["value"]))
    return {at for at, day in enumerate(DAYS) if (day in dates) == (asked["operator"] == "in")}


def excluded(lists: Lists, asked: Asked) -> set[int]:
    """The sessions on which a condition is known not to hold."""
    if asked["feature"] == DAY_LIST:
        return {*range(len(DAYS))} - rows_of(lists, asked)
    return matching_rows(SNAP, [{"none_of": [asked]}])


def expected(lists: Lists, filters: list[Asked]) -> set[int]:
    found = {*range(len(DAYS))}
    for asked in filters:
        if "none_of" in asked:
            found = found.intersection(*(excluded(lists, each) for each in asked["none_of"]))
        else:
            of = asked.get("any_of") or asked.get("at_least", {}).get("of") or [asked]
            found &= set().union(*(rows_of(lists, each) for each in of))
    return found


@settings(max_examples=examples(300), deadline=None)
@given(questions())
def test_lists_match_the_days_that_sets_match(made: tuple[Lists, list[Asked]]) -> None:
    lists, filters = made
    try:
        query = parsed(filters, lists)
    except InvalidRequest as refusal:
        if refusal.code != "contradiction":
            raise
        assert expected(lists, filters) == set()
        return
    assert set(SNAP.index.sessions.select(query).rows().tolist()) == expected(lists, filters)
    assert parsed(query.canonical(), lists) == query


@settings(max_examples=examples(200), deadline=None)
@given(st.data(), LISTS)
def test_a_key_is_of_the_names_and_of_the_days(data: st.DataObject, lists: Lists) -> None:
    asked = [data.draw(on_lists(lists)) for _ in range(data.draw(st.integers(1, 2)))]
    if data.draw(st.booleans()):
        asked = [{"any_of": asked}]
    others = {name: data.draw(st.frozensets(st.sampled_from(DAYS), max_size=3)) for name in lists}
    here, there = parsed(asked, lists), parsed(asked, others)
    assert (here.key() == there.key()) == (here == there)
    assert here.key() == parsed(asked, dict(reversed(lists.items()))).key()
    if not np.array_equal(SNAP.index.sessions.select(here).mask, SNAP.index.sessions.select(there).mask):
        assert here.key() != there.key()


LISTED = {"Gap and go": frozenset(DAYS[:5]), "Inside": frozenset(DAYS[5:9])}


def of(*names: str, operator: str = "in", feature: str = DAY_LIST, **more: Any) -> Asked:
    return {"feature": feature, "operator": operator, "value": list(names)} | more


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (of("gap and GO"), "in the list Gap and go"),
        (of("Inside", operator="not_in"), "not in the list Inside"),
        (of("inside", "gap and go"), "in one of the lists Gap and go, Inside"),
        ({"none_of": [of("Inside"), of("gap and go", operator="not_in")]},
         "not (in the list Inside or not in the list Gap and go)"),
    ],
)  # fmt: skip
def test_a_list_reads_as_a_sentence(asked: Asked, words: str) -> None:
    [found] = parsed([asked], LISTED).filters
    assert sentence(found, CATALOGUE) == words


@pytest.mark.parametrize(
    ("asked", "code", "told"),
    [
        (
            of("nowhere"),
            "unknown_list",
            'day_list: "nowhere" is no list of days; the lists are: Gap and go, Inside.',
        ),
        (of(), "empty_list", "leave the filter out"),
        (of("Inside") | {"value": "Inside"}, "value_type", "needs a list of names"),
        (of("Inside") | {"value": ["Inside", 3]}, "value_type", "needs a list of names"),
        (of("Inside", operator="="), "unknown_operator", "in, not_in"),
        (of("Inside") | {"operator": ["in"]}, "unknown_operator", "in, not_in"),
        (of("Inside", feature="day_list_prev"), "prev_not_supported", "day_list_prev"),
        (of("Inside", feature="day_list_prev9"), "prev_not_supported", "day_list_prev9"),
        (of("Inside", by_bar=12), "by_bar_not_supported", "by_bar"),
        (of("Inside", first_in=3), "first_in_not_supported", "first_in"),
    ],
)
def test_what_no_list_can_be_asked_is_refused(asked: Asked, code: str, told: str) -> None:
    for filters in ([asked], [{"any_of": [asked]}]):
        with pytest.raises(InvalidRequest) as refusal:
            parsed(filters, LISTED)
        assert refusal.value.code == code
        assert told in refusal.value.detail
        assert DAY_LIST in refusal.value.detail


def test_a_list_is_known_at_the_end_of_the_day() -> None:
    query = parsed([of("Inside")], LISTED)
    assert hindsight(query, CATALOGUE)
    first, last = SNAP.index.first_date, SNAP.index.last_date
    for bar in (-1, 0, 80):
        with pytest.raises(InvalidRequest) as refusal:
            parse_query(
                [of("Inside")], None, None, CATALOGUE, first=first, last=last, as_of=bar, lists=LISTED
            )
        assert refusal.value.code == "not_known_yet"
        assert "known at the close, 16:15" in refusal.value.detail


def test_no_feature_has_the_name() -> None:
    assert DAY_LIST not in catalogue().by_name
