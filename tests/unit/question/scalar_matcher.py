"""What a filter means, one session and one value at a time, without the product's reading of filters.

The oracle of the filters' tests, written from rulings 5 and 15 to 17 and design/beyond.md, section 14.
"""

from math import isnan
from typing import Any

from core.contracts.catalogue import FeatureDefinition
from tests.oracles.filters import is_match as holds
from tests.unit.question.toy import CATALOGUE, SIDES, Toy

LISTS = {
    "Gap and go": frozenset(f"2024-{month:02}-{day:02}" for month in (1, 2, 4) for day in range(1, 29, 3)),
    "Inside": frozenset({"2024-01-04", "2024-02-06", "2024-03-07", "1999-01-04"}),
    "none yet": frozenset[str](),
}
"""Lists of days that can be asked for."""
DEFINITIONS = {feature.name: feature for feature in CATALOGUE.features}


def matching_rows(toy: Toy, filters: list[dict[str, Any]]) -> set[int]:
    """Ordinals of the sessions on which every filter holds."""
    rows = range(len(toy.market))
    return {row for row in rows if all(is_match(toy, row, asked) for asked in filters)}


def is_match(toy: Toy, row: int, asked: dict[str, Any]) -> bool:
    """Whether one wire filter, a condition or a group, holds on one session."""
    if "any_of" in asked:
        return any(answer(toy, row, each) is True for each in asked["any_of"])
    if "none_of" in asked:
        return all(answer(toy, row, each) is False for each in asked["none_of"])
    if "at_least" in asked:
        different = {_spelled(each): each for each in asked["at_least"]["of"]}
        held = [answer(toy, row, each) for each in different.values()].count(True)
        return bool(held >= asked["at_least"]["count"])
    return answer(toy, row, asked) is True


def _spelled(condition: dict[str, Any]) -> tuple[Any, ...]:
    """Equal for conditions that ask the same: a list by what it holds."""
    value, operator = condition["value"], condition["operator"]
    parts: Any = tuple(value) if operator == "range" else value
    if operator in ("in", "not_in"):
        parts = frozenset(value)
    return condition["feature"], operator, parts, condition.get("by_bar"), condition.get("first_in")


def answer(toy: Toy, row: int, condition: dict[str, Any]) -> bool | None:
    """Whether one condition holds on one session, None where it is unknown."""
    name, at = condition["feature"], row
    base, suffix, lag = name.rpartition("_prev")
    if suffix:
        name = base
        for _ in range(int(lag or 1)):
            at = before(toy, at)
    today = own_answer(toy, at, name, condition)
    for _ in range(condition.get("first_in") or 0):
        at = before(toy, at)
        earlier = own_answer(toy, at, name, condition)
        if earlier is None:
            return None
        today = today and not earlier if today is not None else None
    return today


def before(toy: Toy, row: int) -> int:
    """The session immediately before, -1 where there is no row of it."""
    return -1 if row < 0 else int(toy.market.previous_row[row])


def own_answer(toy: Toy, row: int, name: str, condition: dict[str, Any]) -> bool | None:
    """The condition by a session's own value, or by its date."""
    if name == "day_list":
        day = str(toy.market.session_date[row])
        return any(day in LISTS[each] for each in condition["value"]) is (condition["operator"] == "in")
    feature = DEFINITIONS[name]
    value = None if row < 0 else known_value(toy, feature, row, condition.get("by_bar"))
    event = name.endswith("_bar") and name != "set_bar"
    return None if value is None else holds(value, condition["operator"], condition["value"], event)


def known_value(toy: Toy, feature: FeatureDefinition, row: int, by_bar: int | None) -> Any:
    """The value as filters see it: true or false, a label, a number, an ISO date, None for null."""
    if feature.kind == "date":
        return str(toy.market.session_date[row])
    raw = float(toy.columns[feature.name].values[row])
    if isnan(raw) or (by_bar is not None and not applies(toy, feature, row, by_bar)):
        return None
    if by_bar is not None and not 1 <= event_bar(toy, feature, row) <= by_bar:
        return "none" if feature.kind == "enum" else 0
    if feature.kind == "boolean":
        return raw == 1
    return feature.labels[int(raw)] if feature.kind == "enum" else raw


def applies(toy: Toy, feature: FeatureDefinition, row: int, by_bar: int) -> bool:
    """Whether everything the feature waits for has happened by the bar."""
    if feature.applies_from is None:
        return True
    source = DEFINITIONS[feature.applies_from]
    return 1 <= event_bar(toy, source, row) <= by_bar and applies(toy, source, row, by_bar)


def event_bar(toy: Toy, feature: FeatureDefinition, row: int) -> float:
    """The bar of the event, 0 for none, NaN for null."""
    column = toy.columns[feature.name]
    return float((column.values if feature.labels != SIDES else column.event_bar)[row])  # type: ignore[index]
