"""A loaded snapshot that answers questions: comparisons of numbers choose the days."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.query.conditions import Condition, FilterQuery
from core.query.marks import decided_features
from core.query.operators import matching, nothing
from core.statistics.answer import Engine
from core.statistics.columns import FeatureDays
from core.statistics.formulas import Floats, Mask


@dataclass(frozen=True, eq=False)
class Selection:
    """Matched sessions of a snapshot, (N,) by ordinal."""

    mask: Mask

    @cached_property
    def count(self) -> int:
        """How many sessions match."""
        return int(np.count_nonzero(self.mask))

    def rows(self) -> NDArray[np.intp]:
        """Ordinals of the matched sessions, ascending."""
        return np.flatnonzero(self.mask)


@dataclass(frozen=True, eq=False, kw_only=True)
class SnapshotIndex:
    """One snapshot's sessions and features, read-only and safe to share between threads.

    `catalogue` and `snapshot_id` say what it is; `session_date` (N,) is datetime64[D], ascending;
    `previous_row` (N,) is the ordinal of the session immediately before, -1 where that has no feature row.
    By the name of each coded feature `days` are what its statistics read and `numbers` (N,) its values, NaN =
    null: true is 1, a label its place among the labels. `events` (N,) are the bars of the events that decide
    an enum, 0 where there is none. `clustered` are the features whose active days come together, so that
    their intervals claim too much.
    """

    snapshot_id: str
    catalogue: Catalogue
    session_date: NDArray[np.datetime64]
    previous_row: NDArray[np.int32]
    days: Mapping[str, FeatureDays]
    numbers: Mapping[str, Floats]
    events: Mapping[str, NDArray[np.uint8]]
    clustered: frozenset[str]

    @property
    def n_sessions(self) -> int:
        """N."""
        return len(self.session_date)

    @cached_property
    def decided(self) -> Callable[[Condition], frozenset[str]]:
        """The features that a condition decides, see `decided_features`; the last ones are kept."""
        return lru_cache(maxsize=128)(partial(decided_features, self))

    @cached_property
    def engine(self) -> Engine:
        """What answers questions about the features."""
        return Engine(list(self.days.values()), self.session_date)

    @property
    def first_date(self) -> date:
        """The first full session."""
        return cast(date, self.session_date[0].item())

    @property
    def last_date(self) -> date:
        """The last full session."""
        return cast(date, self.session_date[-1].item())

    def select(self, query: FilterQuery) -> Selection:
        """The sessions of the query's dates that pass all its conditions."""
        mask = self.universe(query)
        for condition in query.conditions:
            mask &= self.evaluate(condition)
        return Selection(mask)

    def universe(self, query: FilterQuery) -> Mask:
        """The sessions (N,) of the query's dates: what its baseline is made of."""
        return self._between(query.start, query.end)

    def days_of(self, query: FilterQuery) -> int:
        """How many sessions that is."""
        return int(np.count_nonzero(self.universe(query)))

    def _between(self, start: date, end: date) -> Mask:
        """The sessions from start to end, both included."""
        first, last = np.datetime64(start, "D"), np.datetime64(end, "D")
        return (self.session_date >= first) & (self.session_date <= last)

    def evaluate(self, condition: Condition) -> Mask:
        """The sessions (N,) that match one condition; a null never does."""
        definition, value = self.catalogue.by_name[condition.feature], condition.value
        if definition.kind == "date":
            ends = value if isinstance(value, tuple) else (value, value)
            mask = self._between(*(date.fromisoformat(str(end)) for end in ends))
        else:
            numbers = self._numbers_by(definition, condition.by_bar)
            mask = matching(definition, numbers, condition.operator, value)
        if not condition.prev:
            return mask
        return np.append(mask, False)[self.previous_row]  # previous_row -1 reads the last, which is False

    def _numbers_by(self, feature: FeatureDefinition, bar: int | None) -> Floats:
        """The feature's numbers (N,); with a bar, an event feature's on bars 1..bar alone (ruling 16).

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
        return known if source is None else known & self._happened(self.catalogue.by_name[source], bar)

    def _happened(self, feature: FeatureDefinition, bar: int) -> Mask:
        """Days on which the feature applies and its own event came at or before a bar, too."""
        events = self.events.get(feature.name, self.numbers[feature.name])
        return self._applies(feature, bar) & (events >= 1) & (events <= bar)
