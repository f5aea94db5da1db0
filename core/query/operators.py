"""Every operator on every kind, as look-ups in a feature's bitmaps (rulings 15 to 17).

A null never matches. With `by_bar`, an event after the bar asked has not happened yet: an integer reads 0,
an enum its neutral label.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.query.conditions import Value
from core.statistics.bitmaps import Mask, Words, pack

Matrix = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class ByBar:
    """An event feature as known at a bar: days with a value, and those whose event has come."""

    valid: Words
    happened: Words


@dataclass(frozen=True, slots=True)
class Labels:
    """A boolean's or enum's bitmaps: `equals` (K, W) by code, `valid` (W,)."""

    definition: FeatureDefinition
    equals: Matrix
    valid: Words

    def evaluate(self, operator: str, value: Value, seen: ByBar | None) -> Words:
        """Days that match; with `seen`, an event still to come reads as the neutral label."""
        valid = self.valid if seen is None else seen.valid
        chosen = self._any_of(self._codes(value), seen)
        return chosen if operator in ("=", "in") else valid & ~chosen

    def _codes(self, value: Value) -> list[int]:
        values = value if isinstance(value, tuple) else (value,)
        if self.definition.kind == "boolean":
            return [int(atom) for atom in values]
        return [self.definition.labels.index(str(atom)) for atom in values]

    def _any_of(self, codes: list[int], seen: ByBar | None) -> Words:
        chosen = cast(Words, np.bitwise_or.reduce(self.equals[codes], axis=0))
        if seen is None:
            return chosen
        chosen = chosen & seen.happened
        neutral = self.definition.neutral_label
        if neutral is not None and self.definition.labels.index(neutral) in codes:
            chosen = chosen | (seen.valid & ~seen.happened)
        return chosen


@dataclass(frozen=True, slots=True)
class Integers:
    """An integer's cumulative bitmaps: row v of `at_most` (V, W) is value <= first + v."""

    definition: FeatureDefinition
    at_most: Matrix
    valid: Words
    first: int

    def evaluate(self, operator: str, value: Value, seen: ByBar | None) -> Words:
        """Days that match; 0 of an event feature fails every inequality and range."""
        if operator in ("=", "!=", "in", "not_in"):
            return self._by_equality(operator, value, seen)
        low, high = self._bounds(operator, value)
        if self.definition.is_event_bar:
            low = max(low, 1)
        return self._span(low, high, seen)

    def happened(self, bar: int) -> Words:
        """Days whose event came at or before a bar."""
        return self._span(1, bar, None)

    def _by_equality(self, operator: str, value: Value, seen: ByBar | None) -> Words:
        valid = self.valid if seen is None else seen.valid
        chosen = np.zeros_like(valid)
        for low, high in _runs(value):
            chosen |= self._with_zero(low, high, seen)
        return chosen if operator in ("=", "in") else valid & ~chosen

    def _with_zero(self, low: int, high: int, seen: ByBar | None) -> Words:
        """Days with low <= value <= high, where an event after the bar asked reads 0."""
        if seen is None or not low <= 0 <= high:
            return self._span(low, high, seen)
        return self._span(1, high, seen) | (seen.valid & ~seen.happened)

    def _span(self, low: int, high: int, seen: ByBar | None) -> Words:
        words = self._reached(high) & ~self._reached(low - 1)
        return words if seen is None else words & seen.happened

    def _reached(self, value: int) -> Words:
        row = value - self.first
        if row < 0:
            return np.zeros_like(self.valid)
        return cast(Words, self.at_most[min(row, len(self.at_most) - 1)])

    def _bounds(self, operator: str, value: Value) -> tuple[int, int]:
        if isinstance(value, tuple):
            return int(value[0]), int(value[1])
        bound, last = int(value), self.first + len(self.at_most) - 1
        spans = {
            "<": (self.first, bound - 1),
            "<=": (self.first, bound),
            ">": (bound + 1, last),
            ">=": (bound, last),
        }
        return spans[operator]


def _runs(value: Value) -> list[tuple[int, int]]:
    """Sorted whole numbers as runs of neighbours, so that a long list costs two look-ups for each run."""
    runs: list[tuple[int, int]] = []
    for number in map(int, value if isinstance(value, tuple) else (value,)):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


@dataclass(frozen=True, slots=True)
class Numbers:
    """A numeric's values (N,), NaN = null; float comparison at an edge is exact."""

    values: NDArray[np.float64]
    valid: Words

    def evaluate(self, operator: str, value: Value) -> Words:
        """Days that match."""
        if operator in ("in", "not_in", "=", "!="):
            chosen = pack(self._is_any_of(value))
            return chosen if operator in ("=", "in") else self.valid & ~chosen
        if isinstance(value, tuple):
            low, high = float(value[0]), float(value[1])
            return pack((self.values >= low) & (self.values <= high))
        return pack(_COMPARE[operator](self.values, float(value)))

    def _is_any_of(self, value: Value) -> Mask:
        if isinstance(value, tuple):
            return np.isin(self.values, np.asarray(value, dtype=np.float64))
        return np.equal(self.values, float(value))


_COMPARE = {">": np.greater, "<": np.less, ">=": np.greater_equal, "<=": np.less_equal}
