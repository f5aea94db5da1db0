"""Filters on an unfinished session: which pass, which fail, and which are not certain yet.

It has one scenario or several (`core.features.so_far`). A filter passes if it does in every scenario and any
rest of the session, and fails if it can pass in none.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

import numpy as np

from core.contracts.catalogue import MOST_PREV, Catalogue, FeatureDefinition
from core.contracts.filters import MOST_FIRST_IN
from core.contracts.known_at import LAST_BAR
from core.figures.bitmap import Layout
from core.figures.columns import Column, ranked
from core.figures.formulas import Floats, Mask
from core.question.bitmaps import Bitmaps, Truth
from core.question.conditions import Condition, Filter, FilterQuery, Group, definition_of
from core.question.index import SnapshotIndex

SESSIONS_BEFORE = MOST_PREV + MOST_FIRST_IN
"""No filter reads further back."""


@dataclass(frozen=True, eq=False)
class UpcomingSession:
    """A session after the index's last one, at the close of bar `as_of` (0 the open, -1 before it).

    `values` (R,) are, in its R scenarios, the numbers of the features partly known by then, an event's as of
    the bar; `events` (R,) the bars of those that decide an enum. `previous_row` is that of the session
    immediately before, -1 if it has none. `within_bars` (R,) are the scenarios in which one-minute bars may
    change a feature, as they order what came within a bar.
    """

    index: SnapshotIndex
    session_date: str
    previous_row: int
    as_of: int
    values: Mapping[str, Floats]
    events: Mapping[str, Floats]
    within_bars: Mapping[str, Mask] = field(default_factory=dict)

    @cached_property
    def scenarios(self) -> int:
        return max(map(len, self.values.values()))

    def number(self, name: str) -> float | None:
        """The feature's number, NaN for null; None if scenarios differ or it is uncertain."""
        return None if name not in self.values or self._is_open(name).any() else _agreed(self.values[name])

    def event_bar(self, name: str) -> float | None:
        """The bar of an event, 0 if it has not come; None if its scenarios differ."""
        return _agreed(self.events.get(name, self.values[name]))

    def came(self, name: str, bar: int) -> Mask:
        """The scenarios (R,) in which an event came at or before a bar."""
        bars = self.events.get(name, self.values[name])
        return np.asarray((bars > 0) & (bars <= bar))

    def matches(self, query: FilterQuery) -> bool | None:
        """Whether it passes all filters, on any dates; None while that is uncertain."""
        can_pass, must_pass = np.ones((2, self.scenarios), dtype=np.bool_)
        for each in query.filters:
            can_pass &= self._passing(each, optimistic=True)
            must_pass &= self._passing(each, optimistic=False)
        if must_pass.all():
            return True
        return None if can_pass.any() else False

    def _passing(self, filter_: Filter, *, optimistic: bool) -> Mask:
        """The scenarios (R,) in which a filter passes; an uncertain one passes only if `optimistic`."""
        is_wanted = isinstance(filter_, Condition) or filter_.kind != "none_of"
        guess = (optimistic == is_wanted, optimistic)
        own = {each.name: getattr(self._days, each.name) for each in fields(Bitmaps)}
        days = _GuessedBitmaps(**own, is_certain=self._is_certain, guess=guess)
        return days.passing(filter_).mask[-self.scenarios :]

    def _is_open(self, name: str) -> Mask:
        return self.within_bars.get(name, np.zeros(self.scenarios, dtype=np.bool_))

    def _is_certain(self, condition: Condition) -> Mask:
        """The scenarios (R,) in which nothing later changes a condition; a list of days may still grow."""
        every = np.ones(self.scenarios, dtype=np.bool_)
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
        """The scenarios (R,) in which an event feature is final: it came, or it does not apply."""
        if definition.name not in self.values:
            return np.zeros(self.scenarios, dtype=np.bool_)
        came = self.came(definition.name, self.as_of) | self._never_applies(definition)
        return came & ~self._is_open(definition.name)

    def _never_applies(self, definition: FeatureDefinition) -> Mask:
        lacks = np.isnan(self.values[definition.name])
        if definition.applies_from is None:
            return lacks
        return lacks & self._never_applies(self.index.catalogue.by_name[definition.applies_from])

    @cached_property
    def _days(self) -> Bitmaps:
        """The last sessions of the index, then the scenarios of this one, each as the next session."""
        index, start = self.index, max(0, self.index.n_sessions - SESSIONS_BEFORE)
        before = np.maximum(index.previous_row[start:] - start, -1)
        own_row = max(self.previous_row - start, -1)
        own_date = np.full(self.scenarios, np.datetime64(self.session_date, "D"))
        dates = np.append(index.session_date[start:], own_date)
        return Bitmaps(
            definitions=index.catalogue.by_name,
            columns=_GrownColumns(index.columns, start, self.values, self.scenarios),
            events={
                name: np.append(bars[start:], self.events.get(name, np.zeros(self.scenarios)))
                for name, bars in index.events.items()
            },
            layout=Layout(dates),
            session_date=dates,
            previous_row=np.append(before, np.full(self.scenarios, own_row)).astype(np.int32),
        )


def never_certain(query: FilterQuery, catalogue: Catalogue) -> Filter | None:
    """The first filter that no session passes with certainty before its close."""
    for each in query.filters:
        likely = sum(_is_certain_in_time(member, catalogue) for member in each.members)
        needed = each.count if isinstance(each, Group) and each.kind != "none_of" else len(each.members)
        if likely < needed:
            return each
    return None


def _is_certain_in_time(condition: Condition, catalogue: Catalogue) -> bool:
    """Whether it can be certain before the close: not lists of days, nor what is known after it."""
    definition = definition_of(condition, catalogue)
    if definition.is_own and condition.prev == 0:
        return False  # no service has the file that defines it
    is_early = definition.by_bar_safe or definition.kind == "date"
    return is_early or condition.prev > 0 or definition.known_at.bar < LAST_BAR


def _agreed(values: Floats) -> float | None:
    one = np.full_like(values, values[0])
    return float(values[0]) if np.array_equal(values, one, equal_nan=True) else None


class _GrownColumns(Mapping[str, Column]):
    """Columns of the sessions from `start` on, and of the scenarios; null where these have no value."""

    def __init__(
        self, columns: Mapping[str, Column], start: int, own: Mapping[str, Floats], scenarios: int
    ) -> None:
        self._columns, self._start, self._own, self._unknown = columns, start, own, np.full(scenarios, np.nan)

    def __getitem__(self, name: str) -> Column:
        numbers = self._columns[name].numbers[self._start :]
        return ranked(np.append(numbers, self._own.get(name, self._unknown)))

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


@dataclass(frozen=True, eq=False, kw_only=True)
class _GuessedBitmaps(Bitmaps):
    """Sessions and the scenarios after them; an uncertain condition of a scenario is guessed."""

    is_certain: Callable[[Condition], Mask]
    guess: tuple[bool, bool]

    def _own(self, condition: Condition) -> Truth:
        found, certain = super()._own(condition), self.is_certain(condition)
        is_open = np.append(np.zeros(self.layout.days - len(certain), dtype=np.bool_), ~certain)
        guessed = (np.where(is_open, guess, days.mask) for guess, days in zip(self.guess, found, strict=True))
        return Truth(*map(self.layout.bitmap, guessed))
