"""Parses a request's filters and dates once, at the edge (spec/product.md section 7, rulings 15-17, 20)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from core.contracts.catalogue import (
    MOST_PREV,
    PREV_SUFFIX,
    TIERS,
    Catalogue,
    FeatureDefinition,
    Tier,
    base_name,
    with_prev,
)
from core.contracts.errors import Forbidden, suggestion
from core.contracts.filters import FilterCondition, NamedFilter
from core.question.conditions import (
    DATE_RANGE,
    DAY_LIST,
    Condition,
    Filter,
    FilterQuery,
    Group,
    definition_of,
    sentence,
)
from core.question.filter_values import (
    Entry,
    GroupEntry,
    entries_of,
    listed,
    parse_by_bar,
    parse_count,
    parse_operator,
    parse_value,
    refuse,
    shown,
    to_date,
)
from core.question.look_ahead import require_known

MAX_FILTERS = 50

DayLists = Mapping[str, frozenset[str]]
"""The ISO dates of each available list, by its name; names differ in more than case."""


def parse_query(
    filters: object,
    start_date: object,
    end_date: object,
    catalogue: Catalogue,
    *,
    first: date,
    last: date,
    tier: Tier = "pro",
    as_of: int | None = None,
    lists: DayLists = MappingProxyType({}),
) -> FilterQuery:
    """A request's filters and dates as one checked question.

    `filters` is decoded JSON: a map {feature: {operator, value, by_bar?, first_in?}}, a list of
    {feature, ...}, or None. A list has groups as entries, a map by the keys any_of, none_of and at_least.
    `start_date` and `end_date` are ISO dates or None; a Date_Range filter overrides them. `first` and `last`
    are the snapshot's sessions. A `_prev` suffix reads the session before, `_prev2` to `_prev5` earlier ones.
    `as_of` is the last known bar, see `FilterQuery`; `lists` are the available lists of days.

    Raises:
        InvalidRequest: the request is impossible; `code` names the reason, the detail the field.
        Forbidden: a feature outside the tier (`feature_not_in_tier`), `_prev` on lite (`prev_not_in_tier`).
    """
    entries = list(entries_of(filters))
    found = sum(len(each.members) if isinstance(each, GroupEntry) else 1 for each in entries)
    if found > MAX_FILTERS:
        detail = f"{found} conditions found, at most {MAX_FILTERS} are answered"
        refuse("too_many_filters", f"filters: {detail}.")
    dated = [each for each in entries if isinstance(each, Entry) and each.name == DATE_RANGE]
    asked = {_parse_filter(each, catalogue, tier, lists) for each in entries if each not in dated}
    ranges = [_parse_date_range(each.fields) for each in dated]
    start, end = _narrow(ranges) if ranges else _given_dates(start_date, end_date)
    ordered = tuple(sorted(asked, key=lambda each: (isinstance(each, Group), each.order)))
    if as_of is not None:
        require_known((member for each in ordered for member in each.members), catalogue, as_of)
    if any(isinstance(each, Group) for each in ordered):
        _require_consistent(ordered, catalogue)
    return FilterQuery(ordered, *_within(start, end, first, last), as_of)


def feature_named(field: str, name: object, catalogue: Catalogue, tier: Tier) -> FeatureDefinition:
    """The definition that a field of a request names.

    Raises:
        InvalidRequest: `unknown_feature`, with the closest names.
        Forbidden: `feature_not_in_tier`.
    """
    if not isinstance(name, str) or name not in catalogue.by_name:
        names = [feature.name for feature in catalogue.visible(tier)]
        remedy = suggestion(base_name(str(name)), names, "GET /api/features lists the names.")
        refuse("unknown_feature", f"{field}: {shown(name)} is not a feature; {remedy}")
    definition = catalogue.by_name[name]
    if TIERS.index(definition.tier) > TIERS.index(tier):
        detail = f"{name} needs the tier {definition.tier}; yours is {tier}."
        raise Forbidden(detail, code="feature_not_in_tier")
    return definition


def parse_date(field: str, raw: object) -> date:
    """The date in a field of a request.

    Raises:
        InvalidRequest: `date_format`.
    """
    day = to_date(raw)
    if day is None:
        refuse("date_format", f"{field}: {shown(raw)} is not a date; write it as YYYY-MM-DD.")
    return day


def _parse_filter(entry: Entry | GroupEntry, catalogue: Catalogue, tier: Tier, lists: DayLists) -> Filter:
    if isinstance(entry, Entry):
        return _parse_condition(entry, catalogue, tier, lists)
    members = {_parse_condition(each, catalogue, tier, lists) for each in entry.members}
    count = parse_count(entry.where, entry.count, len(members)) if entry.kind == "at_least" else None
    ordered = tuple(sorted(members, key=lambda each: each.order))
    return Group(entry.kind, int(entry.kind == "any_of") if count is None else count, ordered)


def _parse_condition(entry: Entry, catalogue: Catalogue, tier: Tier, lists: DayLists) -> Condition:
    name, fields = entry.name, entry.fields
    base, prev = (name, 0) if name in catalogue.by_name else with_prev(name)
    if base == DAY_LIST:
        return _parse_day_list(entry, lists)
    definition = feature_named(entry.where, base if base in catalogue.by_name else name, catalogue, tier)
    if prev:
        _require_prev(entry, definition, prev, tier)
    operator = parse_operator(
        name, fields.operator, definition.kind, f" for a feature of type {definition.kind}"
    )
    value = parse_value(name, operator, fields.value, definition)
    by_bar = parse_by_bar(name, fields.by_bar, definition, prev=bool(prev))
    first_in = None if fields.first_in is None else int(fields.first_in)
    return Condition(definition.name, prev, operator, value, by_bar, first_in)


def _parse_day_list(entry: Entry, lists: DayLists) -> Condition:
    """The condition on the lists that an entry names, in any order and case.

    Raises:
        InvalidRequest: `prev_not_supported`, `by_bar_not_supported`, `first_in_not_supported`,
            `unknown_operator`, `value_type`, `empty_list` or `unknown_list`.
    """
    fields = entry.fields
    if entry.name != DAY_LIST:
        remedy = f"ask {DAY_LIST}"
        refuse("prev_not_supported", f"{entry.name}: a list is not asked of a session before; {remedy}.")
    for field in ("by_bar", "first_in"):
        if getattr(fields, field) is not None:
            refuse(f"{field}_not_supported", f"{DAY_LIST}: {field} is only for features; leave it out.")
    operator = parse_operator(DAY_LIST, fields.operator, "list of days", " for lists of days")
    names = sorted(_listed_names(fields.value, operator, lists))
    dates = frozenset[str]().union(*(lists[name] for name in names))
    return Condition(DAY_LIST, 0, operator, tuple(names), dates=dates)


def _listed_names(raw: object, operator: str, lists: DayLists) -> set[str]:
    """The names as the lists spell them."""
    if not isinstance(raw, list) or not all(isinstance(each, str) for each in raw):
        refuse("value_type", f"{DAY_LIST}: {operator} needs a list of names, found {shown(raw)}.")
    if not raw:
        remedy = "leave the filter out to ask nothing"
        refuse("empty_list", f"{DAY_LIST}: {operator} needs at least one name; {remedy}.")
    known = {name.casefold(): name for name in lists}
    for each in raw:
        if each.casefold() not in known:
            choices = f"the lists are: {listed(tuple(sorted(lists)))}" if lists else "there is no list yet"
            refuse("unknown_list", f"{DAY_LIST}: {shown(each)} is no list of days; {choices}.")
    return {known[each.casefold()] for each in raw}


def _require_prev(entry: Entry, definition: FeatureDefinition, prev: int, tier: Tier) -> None:
    """Raise unless the tier may read the feature that many sessions before."""
    name, base = entry.name, definition.name
    if not definition.has_prev_twin:
        refuse(
            "unknown_feature",
            f"{entry.where}: {name} is not a feature, {base} has no previous-day twin; ask {base}.",
        )
    if tier == "lite":
        detail = f"{name}: previous-day filters need the tier standard or pro; yours is lite."
        raise Forbidden(detail, code="prev_not_in_tier")
    if prev < 0:
        known = f"{base}{PREV_SUFFIX} or {base}{PREV_SUFFIX}2 to {base}{PREV_SUFFIX}{MOST_PREV}"
        refuse("prev_range", f"{name}: a filter reads 1 to {MOST_PREV} sessions before; ask {known}.")


def _require_consistent(filters: Sequence[Filter], catalogue: Catalogue) -> None:
    """Raise if another filter contradicts a group.

    It detects only the excluded condition itself, or the opposite of a boolean. Two plain conditions are not
    compared: they match no day.
    """
    excluding: dict[Condition, Filter] = {}
    for each in filters:
        excluding.update(dict.fromkeys(_excluded(each, catalogue), each))
    for each in filters:
        needed = each.count if isinstance(each, Group) else 1
        against = [excluding[member] for member in each.members if member in excluding]
        if isinstance(each, Condition):
            against = [one for one in against if isinstance(one, Group)]
        if needed > len(each.members) - len(against):
            words = " and ".join(sentence(one, catalogue) for one in dict.fromkeys([each, *against]))
            refuse("contradiction", f"filters: {words} hold on no day; remove one of them.")


def _excluded(filter_: Filter, catalogue: Catalogue) -> list[Condition]:
    """The conditions that cannot hold together with a filter."""
    if isinstance(filter_, Group):
        return list(filter_.members) if filter_.kind == "none_of" else []
    is_boolean = definition_of(filter_, catalogue).kind == "boolean"
    is_plain = is_boolean and filter_.operator == "=" and filter_.first_in is None
    return [replace(filter_, value=not filter_.value)] if is_plain else []


def _within(start: date | None, end: date | None, first: date, last: date) -> tuple[date, date, bool]:
    """The dates cut to the snapshot's, and whether they are all of them; dates outside stay."""
    low, high = max(start or first, first), min(end or last, last)
    if low > high:
        return start or min(first, high), end or max(last, low), False
    return low, high, (low, high) == (first, last)


def _given_dates(start_date: object, end_date: object) -> tuple[date | None, date | None]:
    """start_date and end_date, None if absent."""
    start = None if start_date is None else parse_date("start_date", start_date)
    end = None if end_date is None else parse_date("end_date", end_date)
    if start is not None and end is not None and start > end:
        refuse("date_order", f"start_date {start} is after end_date {end}; exchange them.")
    return start, end


def _parse_date_range(entry: FilterCondition | NamedFilter) -> tuple[date, date]:
    """A Date_Range filter's first and last day: operator range with [start, end], or = with one day."""
    value = entry.value
    if entry.by_bar is not None:
        refuse("by_bar_not_supported", f"{DATE_RANGE}: by_bar is only for event features; leave it out.")
    if entry.first_in is not None:
        refuse("first_in_not_supported", f"{DATE_RANGE}: first_in is only for features; leave it out.")
    if parse_operator(DATE_RANGE, entry.operator, "date", "") == "=":
        value = [value, value]
    elif not isinstance(value, list) or len(value) != 2:
        expected = "range needs a list of two dates [start, end]"
        refuse("range_values", f"{DATE_RANGE}: {expected}, found {shown(value)}.")
    start, end = (parse_date(DATE_RANGE, day) for day in value)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: {start} is after {end}; give [start, end] with start <= end.")
    return start, end


def _narrow(ranges: list[tuple[date, date]]) -> tuple[date, date]:
    """The intersection of the ranges."""
    start, end = max(start for start, _ in ranges), min(end for _, end in ranges)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: the ranges have no day in common; send one of them.")
    return start, end
