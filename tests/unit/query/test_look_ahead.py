"""Look-ahead is pairwise: filters known later than what is read can resolve are named (ruling 19)."""

from datetime import date
from typing import Any

import pytest

from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.marks import hindsight, known_bars, later_filters
from tests.unit.query.toy import CATALOGUE

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
    assert later_filters(CATALOGUE.by_name[read], known_bars(asked(*filters), CATALOGUE)) == late


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
