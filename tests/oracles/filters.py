"""Which days a filter keeps, one day and one condition at a time (rulings 15-17, api.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.oracles.days import Day, Value
from tests.oracles.features import ANSWERS, BAR_EVENTS, by_bar

DATE_RANGE = "Date_Range"
PREV = "_prev"


@dataclass(frozen=True, slots=True)
class Condition:
    """One filter: `prev` asks the session immediately before, `by_bar` reads the event at that bar."""

    feature: str
    operator: str
    value: Any
    by_bar: int | None = None
    prev: bool = False


def value_on(name: str, day: Day, bar: int | None = None) -> Value:
    """A feature's value on a day, as known at a bar where one is given."""
    return ANSWERS[name](day) if bar is None else by_bar(name, day, bar)


def is_match(value: Value, operator: str, wanted: Any, event: bool) -> bool:
    """Whether a value passes; null never does, and an event's 0 passes no inequality and no range."""
    if value is None:
        return False
    if operator == "=":
        return bool(value == wanted)
    if operator == "!=":
        return bool(value != wanted)
    if operator in ("in", "not_in"):
        return (value in wanted) == (operator == "in")
    if event and value == 0:
        return False
    return _is_ordered(value, operator, wanted)


def _is_ordered(value: Any, operator: str, wanted: Any) -> bool:
    if operator == "range":
        return bool(wanted[0] <= value <= wanted[1])
    if operator == "<":
        return bool(value < wanted)
    if operator == "<=":
        return bool(value <= wanted)
    if operator == ">":
        return bool(value > wanted)
    if operator == ">=":
        return bool(value >= wanted)
    raise ValueError(f"unknown operator {operator}")


def is_day_kept(condition: Condition, day: Day, rows: Mapping[date, Day]) -> bool:
    """Whether one condition holds on a day; `rows` are the days that have a feature row."""
    asked = rows.get(day.prev_date) if condition.prev else day
    if asked is None:
        return False
    value = value_on(condition.feature, asked, condition.by_bar)
    return is_match(value, condition.operator, condition.value, condition.feature in BAR_EVENTS)


def conditions_of(filters: Mapping[str, Mapping[str, Any]]) -> list[Condition]:
    """The API's filter map as conditions, `Date_Range` left out."""
    return [
        Condition(
            name.removesuffix(PREV),
            str(entry["operator"]),
            entry["value"],
            entry.get("by_bar"),
            name.endswith(PREV),
        )
        for name, entry in filters.items()
        if name != DATE_RANGE
    ]


def in_dates(
    days: Sequence[Day],
    filters: Mapping[str, Mapping[str, Any]],
    start: str | None = None,
    end: str | None = None,
) -> list[Day]:
    """The days of the date range; `Date_Range` overrides start and end (both ends belong)."""
    dates = filters.get(DATE_RANGE)
    if dates is not None:
        start, end = dates["value"] if dates["operator"] == "range" else [dates["value"]] * 2
    first = date.fromisoformat(start) if start else date.min
    last = date.fromisoformat(end) if end else date.max
    return [day for day in days if first <= day.date <= last]


def split(
    days: Sequence[Day],
    filters: Mapping[str, Mapping[str, Any]],
    start: str | None = None,
    end: str | None = None,
) -> tuple[list[Day], list[Day]]:
    """The matched days and the others of the same date range (ruling 20)."""
    rows = {day.date: day for day in days}
    conditions = conditions_of(filters)
    matched: list[Day] = []
    others: list[Day] = []
    for day in in_dates(days, filters, start, end):
        kept = all(is_day_kept(condition, day, rows) for condition in conditions)
        (matched if kept else others).append(day)
    return matched, others
