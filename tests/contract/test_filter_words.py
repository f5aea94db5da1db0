"""Filters read alike on the page and in the service: one table, which the page's tests read too."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.contracts.catalogue import base_name
from core.contracts.filters import GroupKind
from core.features.registry import catalogue
from core.question.conditions import Condition, Filter, Group, date_sentence, sentence
from core.question.filters import parse_query
from tests.support.wire import wire_of

TABLE = json.loads((Path(__file__).parents[1] / "golden" / "filter-words.json").read_text(encoding="utf-8"))
CATALOGUE = catalogue()
KINDS: tuple[GroupKind, ...] = ("any_of", "none_of")


def condition(asked: dict[str, Any]) -> Condition:
    """A condition of the table, read without the parser; a list stays in the table's order."""
    name, value = asked["feature"], asked["value"]
    atoms = tuple(value) if isinstance(value, list) else value
    base = base_name(name)
    lag = 0 if name == base else int(name.removeprefix(f"{base}_prev") or 1)
    return Condition(base, lag, asked["operator"], atoms, asked.get("by_bar"), asked.get("first_in"))


def filter_of(asked: dict[str, Any]) -> Filter:
    if "at_least" in asked:
        group = asked["at_least"]
        return Group("at_least", group["count"], tuple(map(condition, group["of"])))
    for kind in KINDS:
        if kind in asked:
            return Group(kind, 0, tuple(map(condition, asked[kind])))
    return condition(asked)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["words"])
def test_the_service_words_a_filter_as_the_table_does(row: dict[str, Any]) -> None:
    asked = row["filter"]
    if asked.get("feature") == "Date_Range":
        first, last = map(date.fromisoformat, asked["value"])
        assert date_sentence(first, last) == row["words"]
    else:
        assert sentence(filter_of(asked), CATALOGUE) == row["words"]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["words"])
def test_every_filter_of_the_table_can_be_asked(row: dict[str, Any]) -> None:
    query = parse_query([row["filter"]], None, None, CATALOGUE, first=date(2020, 1, 2), last=date(2026, 1, 2))
    members = {member["feature"] for member in members_of(row["filter"])}
    assert {each.name for each in query.conditions} == members - {"Date_Range"}


def members_of(asked: dict[str, Any]) -> list[dict[str, Any]]:
    group = asked.get("any_of") or asked.get("none_of") or asked.get("at_least", {}).get("of")
    return group or [asked]


SHOWN = [
    (name, row.get("feature") or row.get("features", {}).get(name))
    for row in TABLE
    for name in (base_name(member["feature"]) for member in members_of(row["filter"]))
]


@pytest.mark.parametrize(("name", "feature"), [each for each in SHOWN if each[1]])
def test_the_table_shows_the_page_the_features_as_they_are_served(name: str, feature: Any) -> None:
    assert _holds(wire_of(CATALOGUE.by_name[name]), feature)


def _holds(wire: Any, part: Any) -> bool:
    if isinstance(part, dict) and part:
        return all(_holds(wire[key], value) for key, value in part.items())
    return bool(wire == part)
