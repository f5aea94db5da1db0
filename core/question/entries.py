"""Reads the shape of a request's filters: which conditions and groups it names, before they are checked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from core.contracts.errors import suggestion
from core.question.conditions import DATE_RANGE, GroupKind
from core.question.filter_values import listed, refuse, shown

_NEEDED = ("feature", "operator", "value")
_MORE = ("by_bar", "first_in")
_KINDS: tuple[GroupKind, ...] = get_args(GroupKind)


@dataclass(frozen=True, slots=True)
class Entry:
    """A condition or a date range; `fields` hold operator, value, and what else is given.

    `where` is the place of the request that names the feature.
    """

    where: str
    name: str
    fields: dict[str, Any]

    @property
    def members(self) -> list["Entry"]:
        """Itself: what a group has several of."""
        return [self]


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group at a place of the request; `count` is what at_least asks."""

    where: str
    kind: GroupKind
    count: object
    members: list[Entry]


def entries_of(filters: object) -> Iterator[Entry | GroupEntry]:
    """The entries of a filters map or list, in its order; None has none.

    Raises:
        InvalidRequest: `filters_shape`, `empty_group`, `nested_group`.
    """
    if isinstance(filters, dict):
        for name, entry in filters.items():
            where = f"filters.{str(name)[:60]}"
            if name in _KINDS:
                yield _group(where, name, entry)
            else:
                yield Entry(where, str(name), _fields(where, entry, _NEEDED[1:]))
    elif isinstance(filters, list):
        for position, entry in enumerate(filters):
            yield _listed_entry(f"filters[{position}]", entry)
    elif filters is not None:
        refuse("filters_shape", f"filters: expected a map of features or a list, found {shown(filters)}.")


def _listed_entry(where: str, entry: object) -> Entry | GroupEntry:
    """A condition, or a group under one of the three keys; the others may be null."""
    kinds = _kinds_in(entry)
    if not isinstance(entry, dict) or not kinds:
        return _named(where, entry)
    strange = tuple(shown(key) for key in entry if key not in _KINDS)
    if strange:
        refuse(
            "filters_shape", f"{where}: {listed(strange)} does not belong beside {kinds[0]}; leave it out."
        )
    given = [kind for kind in kinds if entry[kind] is not None] or kinds[:1]
    if len(given) > 1:
        refuse("filters_shape", f"{where}: {' and '.join(given)} are two groups; make two entries of them.")
    return _group(f"{where}.{given[0]}", given[0], entry[given[0]])


def _kinds_in(entry: object) -> list[GroupKind]:
    return [kind for kind in _KINDS if isinstance(entry, dict) and kind in entry]


def _group(where: str, kind: GroupKind, given: object) -> GroupEntry:
    if kind != "at_least":
        return GroupEntry(where, kind, None, _members(where, given))
    if not isinstance(given, dict) or set(given) != {"count", "of"}:
        refuse("filters_shape", f"{where}: expected an object with count and of, found {shown(given)}.")
    return GroupEntry(where, kind, given["count"], _members(f"{where}.of", given["of"]))


def _members(where: str, given: object) -> list[Entry]:
    if not isinstance(given, list):
        refuse("filters_shape", f"{where}: expected a list of conditions, found {shown(given)}.")
    if not given:
        refuse("empty_group", f"{where}: a group needs at least one condition; leave it out to ask nothing.")
    for position, entry in enumerate(given):
        if _kinds_in(entry):
            remedy = "make it an entry beside this one"
            refuse("nested_group", f"{where}[{position}]: a group holds no other group; {remedy}.")
    members = [_named(f"{where}[{position}]", entry) for position, entry in enumerate(given)]
    if any(each.name == DATE_RANGE for each in members):
        refuse(
            "filters_shape", f"{where}: {DATE_RANGE} is no condition of a group; send it beside the group."
        )
    return members


def _named(where: str, entry: object) -> Entry:
    fields = _fields(where, entry, _NEEDED)
    where, name = f"{where}.feature", fields["feature"]
    if not isinstance(name, str):
        refuse("filters_shape", f"{where}: expected a feature's name, found {shown(name)}.")
    return Entry(where, name, fields)


def _fields(where: str, entry: object, needed: tuple[str, ...]) -> dict[str, Any]:
    allowed = (*needed, *_MORE)
    if not isinstance(entry, dict):
        expected = f"an object with {', '.join(allowed)}"
        refuse("filters_shape", f"{where}: expected {expected}, found {shown(entry)}.")
    strange = [key for key in entry if key not in allowed]
    if strange:
        remedy = suggestion(strange[0], allowed, "leave it out.")
        refuse(
            "filters_shape",
            f"{where}: {listed(tuple(map(shown, strange)))} is not one of {', '.join(allowed)}; {remedy}",
        )
    for field in needed:
        if field not in entry:
            refuse("filters_shape", f"{where}: {field} is missing; each filter needs {', '.join(needed)}.")
    return entry
