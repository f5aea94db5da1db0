"""Parses a request's filters and dates once, at the edge (spec/product.md section 7, rulings 15-17, 20)."""

import json
from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches
from typing import Any

from core.contracts.catalogue import PREV_SUFFIX, TIERS, Catalogue, FeatureDefinition, Tier, base_name
from core.contracts.errors import Forbidden
from core.query.conditions import DATE_RANGE, Condition, FilterQuery
from core.query.filter_values import listed, parse_by_bar, parse_operator, parse_value, refuse, shown, to_date
from core.query.marks import require_known

MAX_FILTERS = 50
_FIELDS = ("feature", "operator", "value", "by_bar")

Entry = tuple[str, dict[str, Any]]


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
) -> FilterQuery:
    """A request's filters and dates as one checked question.

    `filters` is decoded JSON: a map {feature: {operator, value, by_bar?}}, a list of {feature, ...}, or None.
    `start_date` and `end_date` are ISO dates or None; a Date_Range filter overrides them. `first` and `last`
    are the snapshot's sessions. A `_prev` suffix reads the session before. `as_of` is the last bar that is
    known, see `FilterQuery`.

    Raises:
        InvalidRequest: the request asks the impossible; `code` says how, the detail names the field.
        Forbidden: a feature outside the tier (`feature_not_in_tier`), `_prev` on lite (`prev_not_in_tier`).
    """
    entries = list(_entries(filters))
    if len(entries) > MAX_FILTERS:
        found = f"{len(entries)} conditions found, at most {MAX_FILTERS} are answered"
        refuse("too_many_filters", f"filters: {found}.")
    conditions = {
        _parse_condition(name, entry, catalogue, tier) for name, entry in entries if name != DATE_RANGE
    }
    ranges = [_parse_date_range(entry) for name, entry in entries if name == DATE_RANGE]
    start, end = _narrow(ranges) if ranges else _given_dates(start_date, end_date)
    ordered = tuple(sorted(conditions, key=_order))
    require_known(ordered, catalogue, as_of)
    return FilterQuery(ordered, *_within(start, end, first, last), as_of)


def feature_named(name: object, catalogue: Catalogue, tier: Tier) -> FeatureDefinition:
    """The definition a request body names.

    Raises:
        InvalidRequest: `unknown_feature`, with the closest names.
        Forbidden: `feature_not_in_tier`.
    """
    if not isinstance(name, str) or name not in catalogue.by_name:
        names = [feature.name for feature in catalogue.visible(tier)]
        close = get_close_matches(base_name(str(name)), names, n=3, cutoff=0.5)
        remedy = f"did you mean {' or '.join(close)}?" if close else "GET /api/features lists the names."
        refuse("unknown_feature", f"{shown(name)} is not a feature; {remedy}")
    definition = catalogue.by_name[name]
    if TIERS.index(definition.tier) > TIERS.index(tier):
        detail = f"{name} needs the tier {definition.tier}; yours is {tier}."
        raise Forbidden(detail, code="feature_not_in_tier")
    return definition


def parse_date(field: str, raw: object) -> date:
    """The day of a field of a request.

    Raises:
        InvalidRequest: `date_format`.
    """
    day = to_date(raw)
    if day is None:
        refuse("date_format", f"{field}: {shown(raw)} is not a date; write it as YYYY-MM-DD.")
    return day


def _entries(filters: object) -> Iterator[Entry]:
    if isinstance(filters, dict):
        for name, entry in filters.items():
            yield str(name), _fields(f"filters.{name}", entry, _FIELDS[1:])
    elif isinstance(filters, list):
        for position, entry in enumerate(filters):
            fields = _fields(f"filters[{position}]", entry, _FIELDS)
            name, where = fields["feature"], f"filters[{position}].feature"
            if not isinstance(name, str):
                refuse("filters_shape", f"{where}: expected a feature's name, found {shown(name)}.")
            yield name, fields
    elif filters is not None:
        refuse("filters_shape", f"filters: expected a map of features or a list, found {shown(filters)}.")


def _fields(where: str, entry: object, allowed: tuple[str, ...]) -> dict[str, Any]:
    known, needed = ", ".join(allowed), ", ".join(allowed[:-1])
    if not isinstance(entry, dict):
        refuse("filters_shape", f"{where}: expected an object with {known}, found {shown(entry)}.")
    strange = tuple(str(key) for key in entry if key not in allowed)
    if strange:
        refuse("filters_shape", f"{where}: {listed(strange)} is not one of {known}.")
    for field in allowed[:-1]:
        if field not in entry:
            refuse("filters_shape", f"{where}: {field} is missing; each filter needs {needed}.")
    return entry


def _parse_condition(name: str, entry: dict[str, Any], catalogue: Catalogue, tier: Tier) -> Condition:
    prev = name.endswith(PREV_SUFFIX) and base_name(name) in catalogue.by_name
    definition = feature_named(base_name(name) if prev else name, catalogue, tier)
    if prev and not definition.has_prev_twin:
        found = f"{definition.name} has no previous-day twin; ask {definition.name}"
        refuse("unknown_feature", f"{name}: {found}.")
    if prev and tier == "lite":
        detail = f"{name}: previous-day filters need the tier standard or pro; yours is lite."
        raise Forbidden(detail, code="prev_not_in_tier")
    operator = parse_operator(name, entry["operator"], definition)
    value = parse_value(name, operator, entry["value"], definition)
    by_bar = parse_by_bar(name, entry.get("by_bar"), definition, prev=prev)
    return Condition(definition.name, prev, operator, value, by_bar)


def _order(condition: Condition) -> tuple[str, bool, str, str, int]:
    """The canonical order of conditions."""
    value = json.dumps(condition.value)
    return condition.feature, condition.prev, condition.operator, value, condition.by_bar or 0


def _within(start: date | None, end: date | None, first: date, last: date) -> tuple[date, date, bool]:
    """The asked dates cut to the snapshot's, and whether they are all of them; dates that miss it stay."""
    low, high = max(start or first, first), min(end or last, last)
    if low > high:
        return start or min(first, high), end or max(last, low), False
    return low, high, (low, high) == (first, last)


def _given_dates(start_date: object, end_date: object) -> tuple[date | None, date | None]:
    """start_date and end_date, None where absent."""
    start = None if start_date is None else parse_date("start_date", start_date)
    end = None if end_date is None else parse_date("end_date", end_date)
    if start is not None and end is not None and start > end:
        refuse("date_order", f"start_date {start} is after end_date {end}; exchange them.")
    return start, end


def _parse_date_range(entry: dict[str, Any]) -> tuple[date, date]:
    """A Date_Range filter's first and last day: operator range with [start, end], or = with one day."""
    operator, value = entry["operator"], entry["value"]
    if entry.get("by_bar") is not None:
        refuse("by_bar_not_supported", f"{DATE_RANGE}: by_bar is only for event features; leave it out.")
    if operator not in ("=", "range"):
        refuse("unknown_operator", f"{DATE_RANGE}: operator {shown(operator)} is not one of =, range.")
    if operator == "=":
        value = [value, value]
    elif not isinstance(value, list) or len(value) != 2:
        expected = "range needs a list of two dates [start, end]"
        refuse("range_values", f"{DATE_RANGE}: {expected}, found {shown(value)}.")
    start, end = (parse_date(DATE_RANGE, day) for day in value)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: {start} is after {end}; give [start, end] with start <= end.")
    return start, end


def _narrow(ranges: list[tuple[date, date]]) -> tuple[date, date]:
    """The days that every range holds."""
    start, end = max(start for start, _ in ranges), min(end for _, end in ranges)
    if start > end:
        refuse("date_order", f"{DATE_RANGE}: the ranges have no day in common; send one of them.")
    return start, end
