"""Checks a filter's operator and value against its feature; a refusal names the field and the choices."""

import json
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, NoReturn, cast

from msgspec import Meta, ValidationError, convert

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import InvalidRequest
from core.contracts.operators import OPERATORS, FilteredKind, Operator, operators_of
from core.question.conditions import Atom, Value

LARGEST = 1_000_000_000_000
"""No filter's number lies farther from zero: far beyond any price, and exact in every answer."""
LARGEST_WHOLE = 2**31 - 1
"""The largest whole number a feature's column can hold."""
_WHOLE_WORDS = f"a whole number from -{LARGEST_WHOLE:,} to {LARGEST_WHOLE:,}"

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
        return convert(raw, date) if isinstance(raw, str) else None
    except ValidationError:
        return None


_WHOLE = Annotated[float, Meta(ge=-LARGEST_WHOLE, le=LARGEST_WHOLE, multiple_of=1)]
_NUMBER = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
_TYPES: dict[str, tuple[Any, Callable[[Any], Atom], str]] = {
    "boolean": (bool, bool, "true or false"),
    "integer bar": (_WHOLE, int, _WHOLE_WORDS),
    "integer count": (_WHOLE, int, _WHOLE_WORDS),
    # + 0.0: minus zero is written 0.0, so that equal questions have one key
    "numeric": (_NUMBER, lambda number: number + 0.0, f"a finite number from -{LARGEST:,} to {LARGEST:,}"),
    "date": (date, date.isoformat, "a date YYYY-MM-DD"),
}
"""The type of a value of the kind, what makes a filter's value of it, and the type in words."""


def parse_operator(name: str, raw: str, kind: FilteredKind, of_what: str) -> Operator:
    """The operator, one that the kind answers (ruling 17); the detail says `of_what`.

    Raises:
        InvalidRequest: `unknown_operator`.
    """
    if raw in OPERATORS and kind in OPERATORS[raw].kinds:
        return raw
    choices = f"{', '.join(operators_of(kind))}{of_what}"
    refuse("unknown_operator", f"{name}: operator {shown(raw)} is not one of {choices}.")


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
        if isinstance(raw, str) and raw in definition.labels:
            return raw
        choices = listed(definition.labels)
        if not isinstance(raw, str):
            refuse("value_type", f"{name}: value {shown(raw)} is not text; expected one of {choices}.")
        refuse("unknown_label", f"{name}: {shown(raw)} is not one of its values: {choices}.")
    kind, made, expected = _TYPES[definition.kind]
    try:
        return made(convert(raw, kind))
    except ValidationError:
        if definition.kind == "date" and isinstance(raw, str):
            refuse("date_format", f"{name}: {shown(raw)} is not a date; write it as YYYY-MM-DD.")
        refuse("value_type", f"{name}: value {shown(raw)} is not {expected} (type {definition.kind}).")


def parse_by_bar(name: str, raw: float | None, definition: FeatureDefinition, *, prev: bool) -> int | None:
    """The bar at which an event feature is read, None where nothing was asked (ruling 16).

    Raises:
        InvalidRequest: `by_bar_not_supported`.
    """
    if raw is None:
        return None
    if prev or not definition.by_bar_safe:
        why = "the session before is over" if prev else f"it is known {definition.known_at.words}"
        refuse("by_bar_not_supported", f"{name}: by_bar is only for event features; leave it out ({why}).")
    return int(raw)


def parse_count(where: str, raw: float, members: int) -> int:
    """How many of a group's different conditions must hold.

    Raises:
        InvalidRequest: `group_count`.
    """
    if not 1 <= raw <= members:
        detail = f"count must be a whole number from 1 to {members}, found {raw:g}"
        refuse("group_count", f"{where}: {detail}.")
    return int(raw)
