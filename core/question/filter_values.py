"""Checks a filter's operator and value against its feature; a refusal names the field and the choices."""

import json
from collections.abc import Callable
from datetime import date
from typing import NoReturn, cast

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import InvalidRequest
from core.contracts.known_at import LAST_BAR
from core.contracts.operators import OPERATORS, FilteredKind, Operator, operators_of
from core.question.conditions import Atom, Value

LARGEST = 1_000_000_000_000
"""No filter's number lies farther from zero: far beyond any price, and exact in every answer."""
LARGEST_WHOLE = 2**31 - 1
"""The largest whole number a feature's column can hold."""

MOST_FIRST_IN = 20
"""`first_in` looks back over so many sessions at most."""

_LISTED = 20


def refuse(code: str, detail: str) -> NoReturn:
    """Raise `InvalidRequest`: 422 with this code and sentence."""
    raise InvalidRequest(detail, code=code)


def shown(raw: object) -> str:
    """A value as a message quotes it: as JSON, printable, cut short."""
    text = json.dumps(raw, ensure_ascii=False, default=repr)
    if not text.isprintable():
        text = json.dumps(raw, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(choices: tuple[str, ...]) -> str:
    """Valid choices as a message lists them."""
    rest = len(choices) - _LISTED
    return ", ".join(choices[:_LISTED]) + (f" and {rest} more" if rest > 0 else "")


def to_date(raw: object) -> date | None:
    """A date written YYYY-MM-DD, None for anything else (also for other ISO 8601 spellings)."""
    try:
        parsed = date.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        return None
    return parsed if parsed is not None and parsed.isoformat() == raw else None


def _to_iso(raw: object) -> str | None:
    return cast(str, raw) if to_date(raw) else None


def _to_boolean(raw: object) -> bool | None:
    return raw if isinstance(raw, bool) else None


def _to_number(raw: object) -> float | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not -LARGEST <= raw <= LARGEST:
        return None
    return float(raw) + 0.0  # + 0.0: minus zero is written 0.0, so that equal questions have one key


def _to_whole(raw: object) -> int | None:
    value = _to_number(raw)
    if value is None or not value.is_integer() or abs(value) > LARGEST_WHOLE:
        return None
    return int(value)


_WHOLE = (_to_whole, f"a whole number from -{LARGEST_WHOLE:,} to {LARGEST_WHOLE:,}")
_CONVERSIONS: dict[str, tuple[Callable[[object], Atom | None], str]] = {
    "boolean": (_to_boolean, "true or false"),
    "integer bar": _WHOLE,
    "integer count": _WHOLE,
    "numeric": (_to_number, f"a finite number from -{LARGEST:,} to {LARGEST:,}"),
    "date": (_to_iso, "a date YYYY-MM-DD"),
}
"""What turns a value into one of the kind, None where it is none, and what it should have been."""


def parse_operator(name: str, raw: object, kind: FilteredKind, of_what: str) -> Operator:
    """The operator, one that the kind answers (ruling 17); the detail says `of_what`.

    Raises:
        InvalidRequest: `unknown_operator`.
    """
    known = operators_of(kind)
    if not isinstance(raw, str) or raw not in known:
        choices = f"{', '.join(known)}{of_what}"
        refuse("unknown_operator", f"{name}: operator {shown(raw)} is not one of {choices}.")
    return raw


def parse_value(name: str, operator: Operator, raw: object, definition: FeatureDefinition) -> Value:
    """The value in the feature's own type; lists ascending and without repeats, labels in their own order.

    Raises:
        InvalidRequest: `value_type`, `unknown_label`, `range_values`, `range_order`, `empty_list` or
            `date_format`.
    """
    takes = OPERATORS[operator].takes
    if takes == "range":
        return _parse_range(name, raw, definition)
    if takes == "value":
        return _parse_atom(name, raw, definition)
    if not isinstance(raw, list):
        refuse("value_type", f"{name}: {operator} needs a list of values, found {shown(raw)}.")
    if not raw:
        remedy = "leave the filter out to ask nothing"
        refuse("empty_list", f"{name}: {operator} needs at least one value; {remedy}.")
    values = {_parse_atom(name, value, definition) for value in raw}
    if definition.kind == "enum":
        return tuple(label for label in definition.labels if label in values)
    return tuple(sorted(cast(set[float], values)))


def _parse_range(name: str, raw: object, definition: FeatureDefinition) -> tuple[Atom, Atom]:
    """[low, high], both ends there and in order."""
    if not isinstance(raw, list) or len(raw) != 2 or None in raw:
        refuse("range_values", f"{name}: range needs a list of two values [low, high], found {shown(raw)}.")
    low, high = (_parse_atom(name, end, definition) for end in raw)
    if low > high:  # type: ignore[operator]
        remedy = "give [low, high] with low <= high"
        refuse("range_order", f"{name}: range {shown(raw)} is upside down; {remedy}.")
    return low, high


def _parse_atom(name: str, raw: object, definition: FeatureDefinition) -> Atom:
    """One value in the feature's own type."""
    if definition.kind == "enum":
        choices = listed(definition.labels)
        if not isinstance(raw, str):
            refuse("value_type", f"{name}: value {shown(raw)} is not text; expected one of {choices}.")
        if raw not in definition.labels:
            refuse("unknown_label", f"{name}: {shown(raw)} is not one of its values: {choices}.")
        return raw
    convert, expected = _CONVERSIONS[definition.kind]
    value = convert(raw)
    if value is None and definition.kind == "date" and isinstance(raw, str):
        refuse("date_format", f"{name}: {shown(raw)} is not a date; write it as YYYY-MM-DD.")
    if value is None:
        refuse("value_type", f"{name}: value {shown(raw)} is not {expected} (type {definition.kind}).")
    return value


def parse_by_bar(name: str, raw: object, definition: FeatureDefinition, *, prev: bool) -> int | None:
    """The bar at which an event feature is read, None where nothing was asked (ruling 16).

    Raises:
        InvalidRequest: `by_bar_not_supported`, `by_bar_range`.
    """
    if raw is None:
        return None
    if prev or not definition.by_bar_safe:
        why = "the session before is over" if prev else f"it is known {definition.known_at.words}"
        refuse("by_bar_not_supported", f"{name}: by_bar is only for event features; leave it out ({why}).")
    return _whole_within(f"{name}: by_bar", raw, LAST_BAR, "by_bar_range")


def parse_first_in(name: str, raw: object) -> int | None:
    """Over how many sessions before a condition is the first to hold, None where nothing was asked.

    Raises:
        InvalidRequest: `first_in_range`.
    """
    return None if raw is None else _whole_within(f"{name}: first_in", raw, MOST_FIRST_IN, "first_in_range")


def parse_count(where: str, raw: object, members: int) -> int:
    """How many of a group's different conditions must hold.

    Raises:
        InvalidRequest: `group_count`.
    """
    return _whole_within(f"{where}: count", raw, members, "group_count")


def _whole_within(asked: str, raw: object, most: int, code: str) -> int:
    number = _to_whole(raw)
    if number is None or not 1 <= number <= most:
        refuse(code, f"{asked} must be a whole number from 1 to {most}, found {shown(raw)}.")
    return number
