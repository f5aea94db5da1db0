"""A loaded snapshot that answers questions: bitmaps choose the days."""

from datetime import date
from functools import cached_property, lru_cache, partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import FeatureDefinition
from core.query.catalogue_json import catalogue_from_json
from core.query.conditions import Condition, FilterQuery, Value
from core.query.decided import decided_features
from core.query.loading import (
    check_chains,
    load_array,
    load_column,
    load_days,
    load_events,
    waits_for_event,
)
from core.query.operators import ByBar, Integers, Numbers
from core.query.pack import Pack
from core.query.selection import Selection
from core.statistics import bitmaps
from core.statistics.answer import Engine
from core.statistics.bitmaps import Mask, Words
from core.statistics.columns import FeatureDays

_CONDITIONS = 128


class SnapshotIndex:
    """One snapshot's sessions and features, read-only and safe to share between threads.

    `catalogue` and `snapshot_id` say what it is; `n_sessions` and `n_words` are N and W; `session_date` (N,)
    is datetime64[D], ascending; `previous_row` (N,) is the ordinal of the session immediately before, -1
    where that has no feature row; `everything` holds all sessions; `clustered` are the features whose active
    days come together, so that their intervals claim too much.
    """

    def __init__(self, pack: Pack, *, snapshot_id: str = "") -> None:
        """Raises DataError where an entry is missing or does not fit the catalogue."""
        self.pack = pack
        self.snapshot_id = snapshot_id
        self.catalogue = catalogue_from_json(pack.document(entries.CATALOGUE))
        check_chains(self.catalogue)
        self.n_sessions = pack.sessions
        self.n_words = bitmaps.word_count(pack.sessions)
        self.everything = bitmaps.between(0, self.n_sessions, self.n_sessions)
        days = load_array(pack, entries.SESSION_DATE, (self.n_sessions,))
        self.session_date: NDArray[np.datetime64] = days.astype("datetime64[D]")
        self.previous_row = load_array(pack, entries.PREVIOUS_ROW, (self.n_sessions,))
        self._load_features()
        self._evaluated = lru_cache(maxsize=_CONDITIONS)(self._match)
        self._decided = lru_cache(maxsize=_CONDITIONS)(partial(decided_features, self))
        clusters = pack.document(entries.CLUSTERS) if entries.CLUSTERS in pack.documents else {}
        self.clustered = frozenset(name for name, each in clusters.items() if each["days_cluster"])

    def _load_features(self) -> None:
        coded = [feature for feature in self.catalogue.features if feature.kind != "date"]
        codes = load_array(self.pack, entries.CODES, (self.n_sessions, len(coded)))
        self._codes = dict(zip((each.name for each in coded), np.ascontiguousarray(codes.T), strict=True))
        self._columns = {feature.name: load_column(self.pack, feature) for feature in coded}
        self._events = {f.name: load_events(self.pack, f) for f in coded if waits_for_event(f)}
        self._days = {f.name: load_days(self.pack, f, self.codes(f.name), self._split(f)) for f in coded}

    def _split(self, feature: FeatureDefinition) -> tuple[Mask, Mask] | None:
        """The days on which the event that splits the feature happened, and those on which it did not."""
        if feature.split_by is None:
            return None
        event, codes = self.catalogue.by_name[feature.split_by], self.codes(feature.split_by)
        first = 0 if event.value_range is None else event.value_range[0]
        known, happened = codes != entries.NULL_CODE, codes > -first
        return known & happened, known & ~happened

    @cached_property
    def engine(self) -> Engine:
        """What answers questions about the features."""
        return Engine(list(self._days.values()))

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
        words = self.universe(query)
        for condition in query.conditions:
            words = words & self.evaluate(condition)
        return Selection(words, self.n_sessions)

    def universe(self, query: FilterQuery) -> Words:
        """The sessions of the query's dates: what its baseline is made of."""
        return self.everything if query.whole else self.day_range(query.start, query.end)

    def days_of(self, query: FilterQuery) -> int:
        """How many sessions that is."""
        return self.n_sessions if query.whole else bitmaps.count(self.universe(query))

    def day_range(self, start: date, end: date) -> Words:
        """The sessions from start to end, both included."""
        return bitmaps.between(*self.ordinals(start, end), self.n_sessions)

    def ordinals(self, start: date, end: date) -> tuple[int, int]:
        """First ordinal, and the one after the last, of the sessions from start to end, both included."""
        low = int(np.searchsorted(self.session_date, np.datetime64(start, "D"), side="left"))
        high = int(np.searchsorted(self.session_date, np.datetime64(end, "D"), side="right"))
        return low, max(low, high)

    def evaluate(self, condition: Condition) -> Words:
        """The sessions that match one condition, read-only and kept for a while; a null never does."""
        return self._evaluated(condition)

    def decided(self, condition: Condition) -> frozenset[str]:
        """The features that one condition decides; see `core.query.decided`."""
        return self._decided(condition)

    def days(self, feature: str) -> FeatureDays:
        """A feature day by day."""
        return self._days[feature]

    def valid(self, feature: str) -> Words:
        """Days on which the feature has a value."""
        return self._columns[feature].valid

    def codes(self, feature: str) -> NDArray[np.uint8]:
        """A feature's codes (N,), NULL_CODE where it has no value."""
        return cast(NDArray[np.uint8], self._codes[feature])

    def numbers(self, feature: str) -> NDArray[np.float64]:
        """A numeric's values (N,), NaN = null."""
        return cast(Numbers, self._columns[feature]).values

    def _day_after(self, words: Words) -> Words:
        """The sessions whose session immediately before is in the set."""
        mask = np.zeros(self.n_sessions + 1, dtype=np.bool_)
        mask[:-1] = bitmaps.unpack(words, self.n_sessions)
        return bitmaps.pack(mask[self.previous_row])  # previous_row -1 reads the last, which stays False

    def _match(self, condition: Condition) -> Words:
        words = self._evaluate(condition)
        words = self._day_after(words) if condition.prev else words
        words.setflags(write=False)
        return words

    def _evaluate(self, condition: Condition) -> Words:
        column = self._columns.get(condition.feature)
        if column is None:
            return self._on_dates(condition.value)
        if isinstance(column, Numbers):
            return column.evaluate(condition.operator, condition.value)
        seen = None if condition.by_bar is None else self._seen(condition.feature, condition.by_bar)
        return column.evaluate(condition.operator, condition.value, seen)

    def _on_dates(self, value: Value) -> Words:
        start, end = value if isinstance(value, tuple) else (value, value)
        return self.day_range(date.fromisoformat(str(start)), date.fromisoformat(str(end)))

    def _seen(self, feature: str, bar: int) -> ByBar:
        """An event feature on bars 1..bar alone: null until what it applies from has happened (ruling 16)."""
        valid = self._columns[feature].valid
        source = self.catalogue.by_name[feature].applies_from
        if source is not None:
            valid = valid & self._seen(source, bar).happened
        return ByBar(valid, valid & self._happened(feature, bar))

    def _happened(self, feature: str, bar: int) -> Words:
        column = self._columns[feature]
        return column.happened(bar) if isinstance(column, Integers) else self._events[feature][bar]
