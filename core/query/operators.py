"""Every operator on every kind, as look-ups in a feature's bitmaps (rulings 15 to 17).

A null never matches. With `by_bar`, an event after the bar asked has not happened yet: an integer reads 0,
an enum its neutral label.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.query.conditions import Atom, Value
from core.statistics.bitmaps import Words, pack

_NEGATED = ("!=", "not_in")


class ByBar(NamedTuple):
    """An event feature as known at a bar: days with a value, and those whose event has come."""

    valid: Words
    happened: Words


@dataclass(frozen=True, slots=True)
class Codes:
    """A boolean's, enum's or integer's bitmaps: row k of `at_most` (K, W) are the days with a code up to k.

    `valid` (W,) are the days with a value, `first` is what code 0 is worth.
    """

    definition: FeatureDefinition
    at_most: NDArray[np.uint64]
    valid: Words
    first: int = 0

    def evaluate(self, operator: str, value: Value, seen: ByBar | None = None) -> Words:
        """Days that match; with `seen`, an event still to come reads as nothing."""
        valid, happened = (self.valid, self.valid) if seen is None else seen
        chosen = np.zeros_like(valid)
        for low, high in self._spans(operator, value):
            chosen |= self.between(low, high) & happened
            if seen is not None and low <= self._nothing <= high:
                chosen |= valid & ~happened
        return valid & ~chosen if operator in _NEGATED else chosen

    def between(self, low: int, high: int) -> Words:
        """Days with a code from low to high, both included."""
        return self._up_to(high) & ~self._up_to(low - 1)

    def happened(self, bar: int) -> Words:
        """Days whose event came at or before a bar."""
        return self.between(1 - self.first, bar - self.first)

    def _up_to(self, code: int) -> Words:
        return self.at_most[min(code, len(self.at_most) - 1)] if code >= 0 else np.zeros_like(self.valid)

    @property
    def _nothing(self) -> int:
        """The code of a feature whose event has not happened; -1 where none says so."""
        neutral = self.definition.neutral_label
        if self.definition.kind == "enum":
            return -1 if neutral is None else self.definition.labels.index(neutral)
        return -self.first

    def _spans(self, operator: str, value: Value) -> Iterator[tuple[int, int]]:
        """First and last code of what is asked, equality's in runs of neighbours.

        0 of an event feature fails every inequality and range.
        """
        if operator in ("=", "in", *_NEGATED):
            codes = np.array([self._code(atom) for atom in (value if isinstance(value, tuple) else (value,))])
            for run in np.split(codes, np.flatnonzero(np.diff(codes) != 1) + 1):
                yield int(run[0]), int(run[-1])
        else:
            low, high = self._bounds(operator, value)
            yield max(low, 1 - self.first) if self.definition.is_event_bar else low, high

    def _code(self, atom: Atom) -> int:
        if self.definition.kind == "enum":
            return self.definition.labels.index(str(atom))
        return int(atom) - self.first

    def _bounds(self, operator: str, value: Value) -> tuple[int, int]:
        if isinstance(value, tuple):
            return self._code(value[0]), self._code(value[1])
        bound, last = self._code(value), len(self.at_most) - 1
        return {"<": (0, bound - 1), "<=": (0, bound), ">": (bound + 1, last), ">=": (bound, last)}[operator]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A numeric's values (N,), NaN = null; float comparison at an edge is exact."""

    values: NDArray[np.float64]
    valid: Words

    def evaluate(self, operator: str, value: Value) -> Words:
        """Days that match."""
        if operator == "range" and isinstance(value, tuple):
            low, high = float(value[0]), float(value[1])
            return pack((self.values >= low) & (self.values <= high))
        if operator in _COMPARE and not isinstance(value, tuple):
            return pack(_COMPARE[operator](self.values, float(value)))
        chosen = pack(np.isin(self.values, np.asarray(value, dtype=np.float64)))
        return self.valid & ~chosen if operator in _NEGATED else chosen


_COMPARE = {">": np.greater, "<": np.less, ">=": np.greater_equal, "<=": np.less_equal}
