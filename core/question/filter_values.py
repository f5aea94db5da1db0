"""Reads the shape of a request's filters, then checks each operator and value against its feature.

A refusal names the field and the choices.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, NoReturn, TypeVar, cast

from msgspec import UNSET, Meta, ValidationError, convert
from msgspec.structs import fields

from core.contracts.catalogue import FeatureDefinition
from core.contracts.errors import InvalidRequest, suggestion
from core.contracts.filters import GROUPS, AtLeast, FilterCondition, FilterGroup, GroupKind, NamedFilter
from core.contracts.invalid_value import InvalidValue, dotted, find_invalid
from core.contracts.operators import OPERATORS, FilteredKind, Operator, operators_of
from core.question.conditions import DATE_RANGE, Atom, Value

T = TypeVar("T")

LARGEST = 1_000_000_000_000
"""The largest distance of a filter's number from zero: far beyond any price, and exact in answers."""
LARGEST_WHOLE = 2**31 - 1
"""The largest whole number a feature's column can hold."""
_WHOLE_WORDS = f"a whole number from -{LARGEST_WHOLE:,} to {LARGEST_WHOLE:,}"

_LISTED = 20


def refuse(code: str, detail: str) -> NoReturn:
    """Raise `InvalidRequest`: 422 with this code and sentence."""
    raise InvalidRequest(detail, code=code)


def shown(raw: object) -> str:
    """A value as a message quotes it: JSON, printable, truncated."""
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A condition or a date range; `where` is the place in the request that names the feature."""

    where: str
    name: str
    fields: FilterCondition | NamedFilter


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group at a place in the request; `count` is that of at_least, a whole number."""

    where: str
    kind: GroupKind
    count: float
    members: list[Entry]


def entries_of(filters: object) -> Iterator[Entry | GroupEntry]:
    """The entries of a filters map or list, in its order; None has none.

    Raises:
        InvalidRequest: `filters_shape`, `empty_group`, `nested_group`, `unknown_operator`, `by_bar_range`,
            `first_in_range`, `group_count`.
    """
    if isinstance(filters, dict):
        for name, raw in filters.items():
            where = f"filters.{str(name)[:60]}"
            if name in GROUPS:
                yield _group(where, name, _read(GROUPS[name], raw, where))
            else:
                yield Entry(where, str(name), _read(FilterCondition, raw, where, str(name)))
    elif isinstance(filters, list):
        for position, raw in enumerate(filters):
            where = f"filters[{position}]"
            if isinstance(raw, dict) and not GROUPS.keys().isdisjoint(raw):
                yield _listed_group(where, raw)
            else:
                condition = _read(NamedFilter, raw, where)
                yield Entry(f"{where}.feature", condition.feature, condition)
    elif filters is not None:
        refuse("filters_shape", f"filters: expected a map of features or a list, found {shown(filters)}.")


def _listed_group(where: str, raw: dict[str, Any]) -> GroupEntry:
    """A group under one of the three keys; the others may be null."""
    group = _read(FilterGroup, raw, where)
    given: list[GroupKind] = [kind for kind in GROUPS if getattr(group, kind) is not None]
    if len(given) > 1:
        refuse("filters_shape", f"{where}: {' and '.join(given)} are two groups; make two entries of them.")
    if not given:
        kind = next(kind for kind in GROUPS if kind in raw)
        _read(GROUPS[kind], None, f"{where}.{kind}")
    return _group(f"{where}.{given[0]}", given[0], getattr(group, given[0]))


def _group(where: str, kind: GroupKind, given: list[NamedFilter] | AtLeast) -> GroupEntry:
    count, of, place = (
        (given.count, given.of, f"{where}.of") if isinstance(given, AtLeast) else (0, given, where)
    )
    members = [Entry(f"{place}[{at}].feature", each.feature, each) for at, each in enumerate(of)]
    if any(each.name == DATE_RANGE for each in members):
        refuse(
            "filters_shape", f"{place}: {DATE_RANGE} is no condition of a group; send it beside the group."
        )
    return GroupEntry(where, kind, count, members)


def _read(kind: type[T], raw: object, where: str, name: str | None = None) -> T:
    """The value at a place in the request, as `kind`; `name` is the feature of a map's key."""
    try:
        return convert(raw, kind)
    except ValidationError:
        _refuse_shape(find_invalid(kind, raw, (where,)), name)


def _refuse_shape(found: InvalidValue, name: str | None) -> NoReturn:
    place, within, last = dotted(found.path), dotted(found.path[:-1]), found.path[-1]
    if found.struct and not found.choices:
        _refuse_unknown(within, str(last), found.struct.__struct_fields__)
    if found.found is UNSET and found.struct:
        needed = ", ".join(each.name for each in fields(found.struct) if each.required)
        refuse("filters_shape", f"{within}: {last} is missing; needed: {needed}.")
    if found.found == []:
        refuse("empty_group", f"{place}: a group needs at least one condition; leave it out to ask nothing.")
    for code in (meta.extra["code"] for meta in found.metas if meta.extra):
        feature = name or found.within.get("feature")
        subject = feature if isinstance(feature, str) else within
        refuse(code, f"{subject}: {last} must be {found.expected}, found {shown(found.found)}.")
    names = [name for each in found.choices for name in getattr(each, "__struct_fields__", ())]
    expected = f"an object with {', '.join(names)}" if names else found.expected
    refuse("filters_shape", f"{place}: expected {expected}, found {shown(found.found)}.")


def _refuse_unknown(within: str, name: str, known: tuple[str, ...]) -> NoReturn:
    if name in GROUPS and "feature" in known:
        refuse("nested_group", f"{within}: a group holds no other group; make it an entry beside this one.")
    remedy = suggestion(name, known, "leave it out.")
    refuse("filters_shape", f"{within}: {shown(name)} is not one of {listed(known)}; {remedy}")


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
    """The operator, one that the kind supports (ruling 17); the detail names `of_what`.

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
    """[low, high], both given and in order."""
    if not isinstance(raw, list) or len(raw) != 2 or None in raw:
        refuse("range_values", f"{name}: range needs a list of two values [low, high], found {shown(raw)}.")
    low, high = (_parse_atom(name, end, definition) for end in raw)
    if low > high:  # type: ignore[operator]
        remedy = "give [low, high] with low <= high"
        refuse("range_order", f"{name}: range {shown(raw)} is upside down; {remedy}.")
    return low, high


def _parse_atom(name: str, raw: object, definition: FeatureDefinition) -> Atom:
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
    """The bar at which an event feature is read, None without by_bar (ruling 16).

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
    """The number of a group's distinct conditions that must hold.

    Raises:
        InvalidRequest: `group_count`.
    """
    if not 1 <= raw <= members:
        detail = f"count must be a whole number from 1 to {members}, found {raw:g}"
        refuse("group_count", f"{where}: {detail}.")
    return int(raw)
