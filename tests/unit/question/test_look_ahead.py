"""Look-ahead is pairwise: filters known later than what is read can resolve are named (ruling 19)."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core.question.conditions import FilterQuery
from core.question.filters import parse_query
from core.question.look_ahead import hindsight, known_bars, later_filters, looks_ahead, shared_bars
from tests.unit.question.toy import CATALOGUE

ASKED: dict[str, tuple[str, Any]] = {
    "run": ("=", 1),
    "flag": ("=", True),
    "set_bar": ("=", 4),
    "place": ("=", "above"),
    "touch_bar": ("=", 4),
    "place_prev": ("=", "above"),
}


def asked(*names: str, by_bar: int | None = None) -> FilterQuery:
    filters: dict[str, Any] = {name: {"operator": ASKED[name][0], "value": ASKED[name][1]} for name in names}
    if by_bar is not None:
        filters["touch_bar"] = {"operator": "=", "value": 4, "by_bar": by_bar}
    return parse_query(filters, None, None, CATALOGUE, first=date(2024, 1, 2), last=date(2024, 3, 1))


@pytest.mark.parametrize(
    ("read", "filters", "late"),
    [
        ("run", ["run", "flag"], []),
        ("run", ["set_bar", "place"], ["place", "set_bar"]),
        ("set_bar", ["set_bar", "flag"], []),
        ("set_bar", ["place", "touch_bar"], ["place", "touch_bar"]),
        ("place", ["place", "touch_bar", "set_bar"], []),
        ("first_side", ["flag", "set_bar"], []),
        ("first_side", ["place"], ["place"]),
        ("touch_bar", ["flag", "set_bar"], ["set_bar"]),
        ("run", ["place_prev"], []),
        ("touch_bar", ["place_prev"], []),
    ],
)
def test_later_filters_are_named(read: str, filters: list[str], late: list[str]) -> None:
    definition, query = CATALOGUE.by_name[read], asked(*filters)
    assert later_filters(definition, known_bars(query, CATALOGUE)) == late
    assert looks_ahead([definition], query, CATALOGUE) == bool(late)


def test_an_answer_looks_ahead_where_one_of_its_features_has_a_later_filter() -> None:
    for names in ([], *([name] for name in ASKED), ["flag", "set_bar"], ["set_bar", "place"]):
        for bar in (None, 1, 12, 13, 80):
            query = asked(*names, by_bar=bar)
            for read in CATALOGUE.features:
                late = later_filters(read, known_bars(query, CATALOGUE))
                assert looks_ahead([read], query, CATALOGUE) == bool(late), (read.name, names, bar)


@pytest.mark.parametrize(
    ("spans_from", "by_bar", "is_shared"), [(13, 12, False), (13, 13, True), (1, 1, True)]
)
def test_a_filter_shares_the_bar_on_which_a_span_begins(
    spans_from: int, by_bar: int, is_shared: bool
) -> None:
    read = replace(CATALOGUE.by_name["net_bars"], first_bar=spans_from)
    found = shared_bars(read, known_bars(asked(by_bar=by_bar), CATALOGUE), CATALOGUE)
    assert (found is not None) == is_shared
    assert found is None or (found.first_bar, found.last_bar) == (spans_from, by_bar)


@pytest.mark.parametrize(("by_bar", "late"), [(12, []), (13, ["touch_bar"])])
def test_an_event_marks_filters_known_on_its_first_bar(by_bar: int, late: list[str]) -> None:
    assert later_filters(CATALOGUE.by_name["first_side"], known_bars(asked(by_bar=by_bar), CATALOGUE)) == late


def test_a_feature_known_at_a_bar_allows_filters_known_then() -> None:
    assert later_filters(CATALOGUE.by_name["set_bar"], known_bars(asked(by_bar=12), CATALOGUE)) == []
    assert later_filters(CATALOGUE.by_name["set_bar"], known_bars(asked(by_bar=13), CATALOGUE)) == [
        "touch_bar"
    ]


def test_a_filter_certain_only_at_the_close_is_hindsight() -> None:
    assert hindsight(asked("place"), CATALOGUE)
    assert hindsight(asked("touch_bar"), CATALOGUE)
    assert not hindsight(asked("place_prev", "flag", "set_bar", by_bar=80), CATALOGUE)
