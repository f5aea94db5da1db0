"""Filters on a session that is not over: what passes, what fails, and what is not certain yet.

It stands on one way or on several (`core.features.so_far`). A filter passes where it does on every way,
whatever the rest of the session brings, and fails where it can pass on none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import MOST_PREV, Catalogue, FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.figures.formulas import Floats, Mask
from core.question.conditions import Condition, Filter, FilterQuery, Group
from core.question.day_lists import definition_of
from core.question.day_values import DayValues, Reading, days_passing
from core.question.days import Days
from core.question.filter_values import MOST_FIRST_IN
from core.question.index import SnapshotIndex

SESSIONS_BEFORE = MOST_PREV + MOST_FIRST_IN
"""No filter reads farther back."""


@dataclass(frozen=True, eq=False)
class Coming:
    """A session after the index's last one, at the close of bar `as_of` (0 the open, -1 before it).

    `values` (R,) are, on its R ways, the numbers of the features of which something is known by then, an
    event's as it stands; `events` (R,) the bars of those that decide an enum. `previous_row` is that of the
    session immediately before, -1 where it has none. `within_bars` (R,) are the ways on which a feature may
    yet be another one, as one-minute bars will say what came first within a bar.
    """

    index: SnapshotIndex
    session_date: str
    previous_row: int
    as_of: int
    values: Mapping[str, Floats]
    events: Mapping[str, Floats]
    within_bars: Mapping[str, Mask] = field(default_factory=dict)

    @cached_property
    def ways(self) -> int:
        """R."""
        return max(map(len, self.values.values()))

    def number(self, name: str) -> float | None:
        """The feature's number, NaN for null; None where its ways differ or it is not known for certain."""
        return None if name not in self.values or self._is_open(name).any() else _agreed(self.values[name])

    def event_bar(self, name: str) -> float | None:
        """The bar of an event, 0 where it has not come; None where its ways differ."""
        return _agreed(self.events.get(name, self.values[name]))

    def came(self, name: str, bar: int) -> Mask:
        """The ways (R,) on which an event came at or before a bar."""
        bars = self.events.get(name, self.values[name])
        return np.asarray((bars > 0) & (bars <= bar))

    def matches(self, query: FilterQuery) -> bool | None:
        """Whether it passes all filters, whatever their dates; None while that is not certain."""
        can_pass, must_pass = np.ones((2, self.ways), dtype=np.bool_)
        for each in query.filters:
            can_pass &= self._passing(each, hoped=True)
            must_pass &= self._passing(each, hoped=False)
        if must_pass.all():
            return True
        return None if can_pass.any() else False

    def _passing(self, asked: Filter, *, hoped: bool) -> Mask:
        """The ways (R,) on which a filter passes where what is not certain comes as hoped, or as feared."""
        is_wanted = isinstance(asked, Condition) or asked.kind != "none_of"
        guess = Reading(np.array(hoped == is_wanted), np.array(hoped))
        own = partial(self._own, guess=guess)
        return days_passing(asked, (self._days.read(each, own) for each in asked.members))[-self.ways :]

    def _own(self, condition: Condition, guess: Reading) -> Reading:
        """A condition by the sessions' own values, guessed where those of this one are not certain."""
        found = self._days.own(condition)
        is_open = np.zeros_like(found.holds)
        is_open[-self.ways :] = ~self._is_certain(condition)
        return Reading(*(np.where(is_open, own, mask) for own, mask in zip(guess, found, strict=True)))

    def _is_open(self, name: str) -> Mask:
        return self.within_bars.get(name, np.zeros(self.ways, dtype=np.bool_))

    def _is_certain(self, condition: Condition) -> Mask:
        """The ways (R,) on which nothing later changes what a condition says; a list of days may yet grow."""
        every = np.ones(self.ways, dtype=np.bool_)
        if condition.dates is not None:
            return ~every
        return self._is_settled_by(condition, every) & ~self._is_open(condition.feature)

    def _is_settled_by(self, condition: Condition, every: Mask) -> Mask:
        definition = self.index.catalogue.by_name[condition.feature]
        if definition.kind == "date" or (condition.by_bar or self.as_of + 1) <= self.as_of:
            return every
        if not definition.by_bar_safe:
            return every & (definition.name in self.values)
        return self.settled(definition)

    def settled(self, definition: FeatureDefinition) -> Mask:
        """The ways (R,) on which an event feature is what it will be: it came, or it does not apply."""
        if definition.name not in self.values:
            return np.zeros(self.ways, dtype=np.bool_)
        came = self.came(definition.name, self.as_of) | self._never_applies(definition)
        return came & ~self._is_open(definition.name)

    def _never_applies(self, definition: FeatureDefinition) -> Mask:
        lacks = np.isnan(self.values[definition.name])
        if definition.applies_from is None:
            return lacks
        return lacks & self._never_applies(self.index.catalogue.by_name[definition.applies_from])

    @cached_property
    def _days(self) -> Days:
        """The last sessions of the index and then the ways of this one, each following on the last one."""
        index, start = self.index, max(0, self.index.n_sessions - SESSIONS_BEFORE)
        before = np.maximum(index.previous_row[start:] - start, -1)
        own_row = max(self.previous_row - start, -1)
        return Days(
            index.catalogue,
            np.append(index.session_date[start:], np.full(self.ways, np.datetime64(self.session_date, "D"))),
            np.append(before, np.full(self.ways, own_row)).astype(np.int32),
            DayValues(
                index.catalogue.by_name,
                _Grown(index.numbers, start, self.values, np.full(self.ways, np.nan)),
                _Grown(index.events, start, self.events, np.zeros(self.ways)),
            ),
        )


def never_certain(query: FilterQuery, catalogue: Catalogue) -> Filter | None:
    """The first filter that no session surely passes before its close, whatever it brings."""
    for each in query.filters:
        likely = sum(_is_certain_in_time(member, catalogue) for member in each.members)
        needed = each.count if isinstance(each, Group) and each.kind != "none_of" else len(each.members)
        if likely < needed:
            return each
    return None


def _is_certain_in_time(condition: Condition, catalogue: Catalogue) -> bool:
    """Whether a session may tell before its close; lists of days and what is known after it may not."""
    definition = definition_of(condition, catalogue)
    if definition.is_own and condition.prev == 0:
        return False  # no service has the file that defines it
    is_early = definition.by_bar_safe or definition.kind == "date"
    return is_early or condition.prev > 0 or definition.known_at.bar < LAST_BAR


def _agreed(values: Floats) -> float | None:
    one = np.full_like(values, values[0])
    return float(values[0]) if np.array_equal(values, one, equal_nan=True) else None


class _Grown(Mapping[str, Floats]):
    """Numbers of sessions from `start` on, and those of the ways; `unknown` where these have none."""

    def __init__(
        self, of_days: Mapping[str, NDArray[Any]], start: int, own: Mapping[str, Floats], unknown: Floats
    ) -> None:
        self._of_days, self._start, self._own, self._unknown = of_days, start, own, unknown

    def __getitem__(self, name: str) -> Floats:
        return np.append(self._of_days[name][self._start :], self._own.get(name, self._unknown))

    def __contains__(self, name: object) -> bool:
        return name in self._of_days

    def __iter__(self) -> Iterator[str]:
        return iter(self._of_days)

    def __len__(self) -> int:
        return len(self._of_days)
