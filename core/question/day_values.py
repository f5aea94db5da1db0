"""The values of coded features day by day, and which days pass a condition on them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.figures.columns import Column
from core.figures.formulas import Floats, Mask
from core.question.conditions import Condition, Filter
from core.question.operators import matching, nothing


class Numbers(Mapping[str, Floats]):
    """Each feature's values (D,) as numbers, NaN = null: true is 1, a label its place among the labels."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self._columns = columns

    def __getitem__(self, name: str) -> Floats:
        column = self._columns[name]
        return np.append(column.values, np.nan).take(column.codes)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


class Reading(NamedTuple):
    """A condition on D days: where it holds (D,), which a null never does, and where it is known (D,)."""

    holds: Mask
    known: Mask

    def first_after(self, before: "Reading") -> "Reading":
        """Where it holds and did not hold before; null where one of the two is."""
        known = self.known & before.known
        return Reading(self.holds & known & ~before.holds, known)


def days_passing(asked: Filter, readings: Iterable[Reading]) -> Mask:
    """The days (D,) on which a filter holds, by the readings of its conditions."""
    each = list(readings)
    if isinstance(asked, Condition):
        return each[0].holds
    holds, known = zip(*each, strict=True)
    if asked.kind == "none_of":
        return np.asarray(np.all(known, axis=0) & ~np.any(holds, axis=0))
    return np.asarray(np.sum(holds, axis=0) >= asked.count)


@dataclass(frozen=True, eq=False)
class DayValues:
    """D days, real or coin days, by the name of each coded feature.

    `events` (D,) are the bars of the events that decide an enum, 0 where there is none.
    """

    definitions: Mapping[str, FeatureDefinition]
    numbers: Mapping[str, Floats]
    events: Mapping[str, NDArray[Any]]

    def read(self, condition: Condition) -> Reading:
        """The condition by the days' own values."""
        definition = self.definitions[condition.feature]
        numbers = self._numbers_by(definition, condition.by_bar)
        return Reading(matching(definition, numbers, condition.operator, condition.value), ~np.isnan(numbers))

    def _numbers_by(self, feature: FeatureDefinition, bar: int | None) -> Floats:
        """The feature's numbers (D,); with a bar, an event feature's on bars 1..bar alone (ruling 16).

        Null until what it applies from has happened, then nothing until its own event has.
        """
        numbers = self.numbers[feature.name]
        if bar is None:
            return numbers
        applies = np.where(self._applies(feature, bar), nothing(feature), np.nan)
        return np.where(self._happened(feature, bar), numbers, applies)

    def _applies(self, feature: FeatureDefinition, bar: int) -> Mask:
        """Days with a value on which what the feature applies from came at or before a bar."""
        known, source = ~np.isnan(self.numbers[feature.name]), feature.applies_from
        return known if source is None else known & self._happened(self.definitions[source], bar)

    def _happened(self, feature: FeatureDefinition, bar: int) -> Mask:
        """Days on which the feature applies and its own event came at or before a bar, too."""
        has_own = feature.name in self.events
        events: NDArray[Any] = self.events[feature.name] if has_own else self.numbers[feature.name]
        return self._applies(feature, bar) & (events >= 1) & (events <= bar)
