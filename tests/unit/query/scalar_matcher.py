"""What a filter means, one session and one value at a time; imports nothing that answers filters.

The oracle of the filters' tests, written from rulings 15 to 17.
"""

from math import isnan
from typing import Any

from core.contracts.catalogue import FeatureDefinition
from tests.unit.query.toy import CATALOGUE, SIDES, Toy

DEFINITIONS = {feature.name: feature for feature in CATALOGUE.features}


def matching_rows(toy: Toy, filters: list[dict[str, Any]]) -> set[int]:
    """Ordinals of the sessions on which every condition holds."""
    rows = range(len(toy.market))
    return {row for row in rows if all(is_match(toy, row, condition) for condition in filters)}


def is_match(toy: Toy, row: int, condition: dict[str, Any]) -> bool:
    """Whether one wire condition holds on one session."""
    name = condition["feature"]
    if name.endswith("_prev"):
        name, row = name.removesuffix("_prev"), int(toy.market.previous_row[row])
        if row < 0:
            return False
    feature = DEFINITIONS[name]
    value = known_value(toy, feature, row, condition.get("by_bar"))
    return value is not None and holds(feature, value, condition["operator"], condition["value"])


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


def holds(feature: FeatureDefinition, value: Any, operator: str, asked: Any) -> bool:
    """Whether a value that is not null satisfies an operator."""
    if operator == "=":
        return bool(value == asked)
    if operator == "!=":
        return bool(value != asked)
    if operator in ("in", "not_in"):
        return (value in asked) == (operator == "in")
    if feature.name.endswith("_bar") and feature.name != "set_bar" and value == 0:
        return False
    return bool(ordered(value, operator, asked))


def ordered(value: Any, operator: str, asked: Any) -> Any:
    """Inequalities and ranges, both ends of a range included."""
    if operator == "range":
        return asked[0] <= value <= asked[1]
    return {"<": value < asked, "<=": value <= asked, ">": value > asked, ">=": value >= asked}[operator]
