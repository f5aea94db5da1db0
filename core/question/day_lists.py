"""A filter on lists of days: a class's own choice of days, by the lists' names (beyond.md section 12)."""

from collections.abc import Mapping

from core.question.conditions import DAY_LIST, Condition
from core.question.filter_values import Entry, listed, parse_operator, refuse, shown

DayLists = Mapping[str, frozenset[str]]
"""The ISO dates of each available list, by its name; names differ in more than case."""


def parse_day_list(entry: Entry, lists: DayLists) -> Condition:
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
    names = sorted(_names(fields.value, operator, lists))
    dates = frozenset[str]().union(*(lists[name] for name in names))
    return Condition(DAY_LIST, 0, operator, tuple(names), dates=dates)


def _names(raw: object, operator: str, lists: DayLists) -> set[str]:
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
