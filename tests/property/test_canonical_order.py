"""Filters have one order, whatever order they come in: feature, twin, operator, value, bar."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.question.conditions import Condition
from core.question.filters import parse_query
from tests.property.test_filters import conditions, snapshot
from tests.unit.question.toy import CATALOGUE

FEW = [feature for feature in CATALOGUE.features if feature.name in ("flag", "touch_bar", "size")]


def order(condition: Condition) -> tuple[str, int, str, str, int]:
    value = json.dumps(condition.value)
    return condition.feature, condition.prev, condition.operator, value, condition.by_bar or 0


@given(st.lists(conditions() | st.sampled_from(FEW).flatmap(conditions), max_size=6))
def test_conditions_stand_in_canonical_order_each_once(filters: list[dict[str, Any]]) -> None:
    index = snapshot((1, 130)).index
    query = parse_query(filters, None, None, CATALOGUE, first=index.first_date, last=index.last_date)
    assert list(query.conditions) == sorted(set(query.conditions), key=order)
    again = parse_query(filters[::-1], None, None, CATALOGUE, first=index.first_date, last=index.last_date)
    assert again == query
