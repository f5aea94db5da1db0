"""How filters become days: a condition is evaluated once by comparison and packed into bitmaps.

A null never matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, reduce
from operator import and_, or_
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.operators import OPERATORS, Operator
from core.figures.bitmap import Bitmap, Dates, Layout, Words
from core.figures.columns import Column
from core.figures.formulas import Floats, Mask
from core.question.conditions import Condition, Filter, FilterQuery, Value


class Truth(NamedTuple):
    """The days on which a condition holds, and those on which it is known; on the others it is null."""

    holds: Bitmap
    known: Bitmap


@dataclass(frozen=True, eq=False, kw_only=True)
class Bitmaps:
    """Sessions, or coin days: `draws` of each of N sessions, consecutive in `layout`.

    By name of each coded feature: its definition, its column and, if an event decides it, that event's bars,
    0 without one. With look-up, `by_value` are the words (V, W) of the days with each value, and `known` (W,)
    of those with any. `session_date` (N,) ascends; `previous_row` (N,) is the ordinal of the session
    immediately before, -1 without one. `sessions` are the real sessions of coin days, with every value that
    no coin decides; None for sessions.
    """

    definitions: Mapping[str, FeatureDefinition]
    columns: Mapping[str, Column]
    events: Mapping[str, NDArray[Any]]
    layout: Layout
    session_date: Dates
    previous_row: NDArray[np.int32]
    known: Mapping[str, Words] = field(default_factory=dict)
    by_value: Mapping[str, Words] = field(default_factory=dict)
    sessions: "Bitmaps | None" = None
    draws: int = 1

    def select(self, query: FilterQuery) -> Bitmap:
        """The days of the query's dates that pass all its filters."""
        found = self.between(query.start, query.end)
        for each in query.filters:
            found = found & self.passing(each)
        return found

    def between(self, start: date, end: date) -> Bitmap:
        if start <= self.session_date[0].item() and self.session_date[-1].item() <= end:
            return self.layout.every_day
        dated = (self.session_date >= np.datetime64(start)) & (self.session_date <= np.datetime64(end))
        return self.layout.bitmap(np.repeat(dated, self.draws))

    def passing(self, filter_: Filter) -> Bitmap:
        """The days on which a filter holds; an unknown condition of a group does not."""
        if self.sessions is not None and all(
            each.prev or each.feature not in self.columns for each in filter_.members
        ):  # no coin decides it
            return self._of_draws(self.sessions.passing(filter_))
        if isinstance(filter_, Condition):
            return self.bitmap(filter_).holds
        holds, known = zip(*map(self.bitmap, filter_.members), strict=True)
        if filter_.kind == "none_of":
            return reduce(and_, known, self.layout.every_day) & ~reduce(or_, holds, self.layout.no_day)
        at_least = [self.layout.every_day, *[self.layout.no_day] * filter_.count]
        for each in holds:
            for number in range(filter_.count, 0, -1):
                at_least[number] |= at_least[number - 1] & each
        return at_least[filter_.count]

    def bitmap(self, condition: Condition) -> Truth:
        """One condition, `prev` sessions before each day; sessions before a coin day are real."""
        real = self.sessions or self
        if condition.prev:
            found = real.bitmap(replace(condition, prev=0))
            for _ in range(condition.prev):
                found = real._session_before(found)
            return Truth(*map(self._of_draws, found))
        found = self._own(condition)
        if condition.first_in is None:
            return found
        held, known = map(self._of_draws, real._held_before(condition, condition.first_in))
        return Truth(found.holds & known & ~held, found.known & known)

    def _held_before(self, condition: Condition, sessions: int) -> Truth:
        """Whether it held on one of `sessions` sessions before; null if one of them is."""
        each = self._own(condition)
        held, known = self.layout.no_day, self.layout.every_day
        for _ in range(sessions):
            each = self._session_before(each)
            held, known = held | each.holds, known & each.known
        return Truth(held, known)

    def _session_before(self, found: Truth) -> Truth:
        """The truth of the session immediately before; neither held nor known without a row."""
        has_row, bits = self._bits_before
        before = (np.unpackbits(days.words.view(np.uint8))[bits] for days in found)
        return Truth(*(Bitmap(np.packbits(each).view(np.uint64), self.layout) & has_row for each in before))

    @cached_property
    def _bits_before(self) -> tuple[Bitmap, NDArray[np.intp]]:
        """The sessions with a row before them, and for each bit of a session that of its row before."""
        bits = np.zeros(self.layout.size, dtype=np.intp)
        bits[self.layout.bits] = self.layout.bits[self.previous_row]
        return self.layout.bitmap(self.previous_row >= 0), bits

    def _of_draws(self, sessions: Bitmap) -> Bitmap:
        """Every draw of some sessions."""
        return sessions if self.sessions is None else self.layout.bitmap(np.repeat(sessions.mask, self.draws))

    def _own(self, condition: Condition) -> Truth:
        """The condition by the days' own values, or by their dates."""
        if condition.feature in self.columns:
            return self._compared(condition)
        if self.sessions is not None:
            return Truth(*map(self._of_draws, self.sessions._own(condition)))
        compare = OPERATORS[condition.operator].compare
        if condition.dates is not None:
            is_listed = np.isin(self.session_date, np.array([*condition.dates], dtype="datetime64[D]"))
            holds = compare(is_listed, [True])
        else:
            days = condition.value if isinstance(condition.value, tuple) else (condition.value,)
            holds = compare(self.session_date, [np.datetime64(str(day), "D") for day in days])
        return Truth(self.layout.bitmap(holds), self.layout.every_day)

    def _compared(self, condition: Condition) -> Truth:
        """By a bar, an event feature as bars 1 to this one show it (ruling 16).

        It is null until the event that it applies from has happened, then no event until its own has.
        """
        definition, bar = self.definitions[condition.feature], condition.by_bar
        values, test = self.columns[condition.feature].values, (condition.operator, condition.value)
        holds = self._with_value(condition.feature, matching(definition, values, *test))
        if bar is None:
            return Truth(holds, self._known(condition.feature))
        applies, happened = self._applies(definition, bar), self._happened(definition, bar)
        found = happened & holds
        if matching(definition, np.array([no_event_value(definition)]), *test).any():
            found |= applies & ~happened
        return Truth(found, applies)

    def _applies(self, feature: FeatureDefinition, bar: int) -> Bitmap:
        """Days with a value on which the event that the feature applies from came at or before a bar."""
        known, source = self._known(feature.name), feature.applies_from
        return known if source is None else known & self._happened(self.definitions[source], bar)

    def happened(self, name: str, bar: int) -> Bitmap | None:
        """The days on which a feature's event came at or before a bar; None for a feature without event."""
        definition = self.definitions[name]
        is_event = definition.by_bar_safe and (definition.is_event_bar or definition.waits_for_event)
        return self._came(definition, bar) if is_event else None

    def _happened(self, feature: FeatureDefinition, bar: int) -> Bitmap:
        """Days on which the feature applies and its own event came at or before a bar, too."""
        return self._applies(feature, bar) & self._came(feature, bar)

    def _came(self, feature: FeatureDefinition, bar: int) -> Bitmap:
        """Days on which the feature's own event came at or before a bar."""
        if feature.name in self.events:
            events = self.events[feature.name]
            return self.layout.bitmap((events >= 1) & (events <= bar))
        bars = self.columns[feature.name].values
        return self._with_value(feature.name, (bars >= 1) & (bars <= bar))

    def _with_value(self, name: str, wanted: Mask) -> Bitmap:
        """The days with a value in `wanted`, a mask of the values of the feature's column."""
        if name not in self.by_value:
            return self.layout.bitmap(self.columns[name].days_with(wanted))
        return Bitmap(np.bitwise_or.reduce(self.by_value[name][wanted], axis=0), self.layout)

    def _known(self, name: str) -> Bitmap:
        if name not in self.known:
            return self.layout.bitmap(self.columns[name].known)
        return Bitmap(self.known[name], self.layout)


def matching(definition: FeatureDefinition, numbers: Floats, operator: Operator, value: Value) -> Mask:
    """Which numbers (N,), none of them null, match a filter's operator and value."""
    rule, atoms = OPERATORS[operator], value if isinstance(value, tuple) else (value,)
    if definition.kind == "enum":
        atoms = tuple(definition.labels.index(str(atom)) for atom in atoms)
    found = rule.compare(numbers, [float(atom) for atom in atoms])
    return found & (numbers > 0) if rule.needs_event and definition.is_event_bar else found


def no_event_value(definition: FeatureDefinition) -> float:
    """The number for no event; -1, which is no label's place, if no label means it."""
    if definition.kind != "enum":
        return 0.0
    neutral = definition.neutral_label
    return -1.0 if neutral is None else float(definition.labels.index(neutral))
