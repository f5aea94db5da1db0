"""Filters read alike on the page and in the service: one table, which the page's tests read too."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.contracts.catalogue import base_name
from core.features.registry import catalogue
from core.query.conditions import Condition, date_sentence, sentence
from tests.support.wire import wire_of

TABLE = json.loads((Path(__file__).parents[1] / "golden" / "filter-words.json").read_text(encoding="utf-8"))
CATALOGUE = catalogue()


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["words"])
def test_the_service_words_a_filter_as_the_table_does(row: dict[str, Any]) -> None:
    asked = row["filter"]
    name, value = asked["feature"], asked["value"]
    if name == "Date_Range":
        words = date_sentence(date.fromisoformat(value[0]), date.fromisoformat(value[1]))
    else:
        atoms = tuple(value) if isinstance(value, list) else value
        prev = name != base_name(name)
        condition = Condition(base_name(name), prev, asked["operator"], atoms, asked.get("by_bar"))
        words = sentence(condition, CATALOGUE)
    assert words == row["words"]


@pytest.mark.parametrize("row", [row for row in TABLE if row["feature"]], ids=lambda row: row["words"])
def test_the_table_shows_the_page_the_features_as_they_are_served(row: dict[str, Any]) -> None:
    wire = wire_of(CATALOGUE.by_name[base_name(row["filter"]["feature"])])
    assert _holds(wire, row["feature"])


def _holds(wire: Any, part: Any) -> bool:
    if isinstance(part, dict) and part:
        return all(_holds(wire[key], value) for key, value in part.items())
    return bool(wire == part)
