"""Reads the shape of a request's filters: which conditions and groups it names, before they are checked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from msgspec import UNSET, ValidationError, convert
from msgspec.structs import fields

from core.contracts.errors import suggestion
from core.contracts.filters import GROUPS, AtLeast, FilterCondition, FilterGroup, GroupKind, NamedFilter
from core.contracts.invalid_value import InvalidValue, dotted, find_invalid
from core.question.conditions import DATE_RANGE
from core.question.filter_values import listed, refuse, shown

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """A condition or a date range; `where` is the place of the request that names the feature."""

    where: str
    name: str
    fields: FilterCondition | NamedFilter

    @property
    def members(self) -> list["Entry"]:
        """Itself: what a group has several of."""
        return [self]


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group at a place of the request; `count` is what at_least asks, a whole number."""

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
                yield _named(where, _read(NamedFilter, raw, where))
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
    members = [_named(f"{place}[{position}]", each) for position, each in enumerate(of)]
    if any(each.name == DATE_RANGE for each in members):
        refuse(
            "filters_shape", f"{place}: {DATE_RANGE} is no condition of a group; send it beside the group."
        )
    return GroupEntry(where, kind, count, members)


def _named(where: str, condition: NamedFilter) -> Entry:
    return Entry(f"{where}.feature", condition.feature, condition)


def _read(kind: type[T], raw: object, where: str, name: str | None = None) -> T:
    """What stands at a place, as its type; `name` is the feature that the key of a map names."""
    try:
        return convert(raw, kind)
    except ValidationError:
        _refuse(find_invalid(kind, raw, (where,)), name)


def _refuse(found: InvalidValue, name: str | None) -> NoReturn:
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
