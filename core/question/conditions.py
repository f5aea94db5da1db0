"""A parsed question: validated conditions, in one form and in words.

The words are those of the page's cards, sidebar and chart: `web/src/question/filter-words.ts`.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.contracts.catalogue import PREV_SUFFIX, Catalogue, FeatureDefinition
from core.contracts.filters import GroupKind
from core.contracts.known_at import KnownAt, time_of
from core.contracts.operators import OPERATORS, Operator

DATE_RANGE = "Date_Range"
DAY_LIST = "day_list"
"""The name of a filter on lists of days, instead of a feature's."""

LISTED = FeatureDefinition(
    name=DAY_LIST,
    display_name="List of days",
    kind="enum",
    modules=(),
    category="",
    description="Whether the day is in one of the lists.",
    known_at=KnownAt.EOD,
    tier="lite",
    display_order=0,
    has_prev_twin=False,
)
"""The definition of a list for the filters' rules: its days were chosen after the whole day."""

Atom = bool | int | float | str
Value = Atom | tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on one feature, checked against the catalogue.

    `value` has the feature's own type: bool, int, float, catalogue label or ISO date; a tuple (low, high) for
    `range`, a sorted tuple without repeats for `in` and `not_in`. `prev` reads the session that many before,
    0 to 5. With `first_in` N it holds if it held on that session and on none of the N before. On lists of
    days `feature` is DAY_LIST, `value` their names, and `dates` the ISO dates in any of them.
    """

    feature: str
    prev: int
    operator: Operator
    value: Value
    by_bar: int | None = None
    first_in: int | None = None
    dates: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """The feature as the question names it, with its suffix."""
        number = "" if self.prev < 2 else str(self.prev)
        return f"{self.feature}{PREV_SUFFIX}{number}" if self.prev else self.feature

    @property
    def members(self) -> tuple["Condition", ...]:
        """Itself, as a group has several."""
        return (self,)

    @property
    def order(self) -> tuple[Any, ...]:
        """Its place among other conditions of a question; before all groups."""
        value = json.dumps(self.value)
        return self.feature, self.prev, self.operator, value, self.by_bar or 0, self.first_in or 0

    def to_wire(self) -> dict[str, Any]:
        """The condition as the API writes it in a filters list."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        wire: dict[str, Any] = {"feature": self.name, "operator": self.operator, "value": value}
        more = {"by_bar": self.by_bar, "first_in": self.first_in}
        return wire | {key: number for key, number in more.items() if number is not None}


@dataclass(frozen=True, slots=True)
class Group:
    """Conditions that are one filter: at least `count` of them hold, or all are known and none holds.

    `members` are in canonical order, without repeats; `count` is 1 of any_of and 0 of none_of.
    """

    kind: GroupKind
    count: int
    members: tuple[Condition, ...]

    @property
    def order(self) -> tuple[Any, ...]:
        """Its place among the other groups of a question."""
        return self.kind, self.count, tuple(each.order for each in self.members)

    def to_wire(self) -> dict[str, Any]:
        members = [each.to_wire() for each in self.members]
        return {self.kind: {"count": self.count, "of": members} if self.kind == "at_least" else members}


Filter = Condition | Group


@dataclass(frozen=True, slots=True)
class FilterQuery:
    """Filters that all hold together, on the sessions from `start` to `end`, both included.

    With `whole` the range holds every session of the snapshot. `as_of` is the last known bar, 0 the open, -1
    before it, None the whole day. Two queries with the same meaning in other spelling (order, repeats, 5.0
    for 5, a map for a list) are equal.
    """

    filters: tuple[Filter, ...]
    start: date
    end: date
    whole: bool
    as_of: int | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Every condition, those of groups too."""
        return tuple(member for each in self.filters for member in each.members)

    def canonical(self) -> list[dict[str, Any]]:
        """The filters in one spelling; a limiting date range comes first, as Date_Range."""
        filters = [each.to_wire() for each in self.filters]
        if self.whole:
            return filters
        span = [self.start.isoformat(), self.end.isoformat()]
        return [{"feature": DATE_RANGE, "operator": "range", "value": span}, *filters]

    def key(self) -> str:
        """A text that is equal exactly for equal queries on one snapshot; for lists it includes the days."""
        text = json.dumps(self.canonical(), separators=(",", ":"), ensure_ascii=True)
        text = " ".join((text, *(_digest(each.dates) for each in self.conditions if each.dates is not None)))
        return text if self.as_of is None else f"{text} as of {self.as_of}"


def _digest(dates: frozenset[str]) -> str:
    return hashlib.sha256(" ".join(sorted(dates)).encode()).hexdigest()


def definition_of(condition: Condition, catalogue: Catalogue) -> FeatureDefinition:
    """The definition of a condition's feature, or that of lists of days."""
    return LISTED if condition.dates is not None else catalogue.by_name[condition.feature]


def sentence(entry: Filter, catalogue: Catalogue) -> str:
    """The filter in words: `Gap Up, previous day equals True`, `not (Half Gap Fill (bar) > No Event)`."""
    if isinstance(entry, Condition):
        if entry.dates is not None:
            return _list_sentence(entry)
        return _sentence(entry, catalogue.by_name[entry.feature])
    members = [sentence(each, catalogue) for each in entry.members]
    if entry.kind == "at_least":
        return f"at least {entry.count} of ({', '.join(members)})"
    return f"{'not ' if entry.kind == 'none_of' else ''}({' or '.join(members)})"


def _sentence(condition: Condition, definition: FeatureDefinition) -> str:
    twin = ("", ", previous day")[condition.prev] if condition.prev < 2 else f", {condition.prev} days before"
    known = "" if condition.by_bar is None else f", by bar {condition.by_bar}"
    days = "1 day" if condition.first_in == 1 else f"{condition.first_in} days"
    first = "" if condition.first_in is None else f", first time in {days}"
    unit = (
        "" if definition.unit is None or definition.unit in definition.display_name else f" {definition.unit}"
    )
    atoms = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts, rule = [_text(atom, definition) for atom in atoms], OPERATORS[condition.operator]
    test = rule.words.format((" to " if rule.takes == "range" else ", ").join(texts))
    return f"{definition.display_name}{twin} {test}{unit}{known}{first}"


def _list_sentence(condition: Condition) -> str:
    names = condition.value if isinstance(condition.value, tuple) else ()
    lists = f"{'the list' if len(names) == 1 else 'one of the lists'} {', '.join(map(str, names))}"
    return OPERATORS[condition.operator].words.format(lists)


def date_sentence(start: date, end: date) -> str:
    """The header's dates in words: `Date Range 02/05/2024 to 01/01/2025`."""
    return f"Date Range {start:%m/%d/%Y} to {end:%m/%d/%Y}"


def as_of_words(bar: int) -> str:
    """The bar of a question in words: `before the open`, `the open, 9:30`, `bar 12, 10:30`."""
    if bar < 0:
        return KnownAt.PRE.words
    start = "the open" if bar == 0 else f"bar {bar}"
    return f"{start}, {time_of(bar)}"


def _text(atom: Atom, definition: FeatureDefinition) -> str:
    if isinstance(atom, bool):
        return "True" if atom else "False"
    if definition.kind == "date":
        return f"{date.fromisoformat(str(atom)):%m/%d/%Y}"
    if isinstance(atom, str):
        return definition.label_name(atom)
    if definition.kind == "integer bar":
        return "No Event" if atom == 0 else f"Bar {atom:.12g}"
    return f"{atom:,.12g}"
