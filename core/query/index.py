"""A loaded snapshot that answers questions: bitmaps choose the days."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.contracts import pack as entries
from core.contracts.catalogue import FeatureDefinition
from core.query.conditions import Condition, FilterQuery
from core.query.loading import check_chains, load_column, load_days, load_events, waits_for_event
from core.query.marks import decided_features
from core.query.operators import ByBar, Codes, Numbers
from core.query.pack import Pack, catalogue_from_json
from core.statistics import bitmaps
from core.statistics.answer import Engine
from core.statistics.bitmaps import Mask, Words
from core.statistics.columns import FeatureDays


@dataclass(frozen=True, eq=False)
class Selection:
    """Matched sessions among the `n_sessions` of a snapshot; figures are made when first asked."""

    words: Words
    n_sessions: int

    @cached_property
    def count(self) -> int:
        """How many sessions match."""
        return bitmaps.count(self.words)

    @cached_property
    def mask(self) -> Mask:
        """Which sessions match, (N,) by ordinal."""
        return bitmaps.unpack(self.words, self.n_sessions)

    def rows(self) -> NDArray[np.intp]:
        """Ordinals of the matched sessions, ascending."""
        return np.flatnonzero(self.mask)


class SnapshotIndex:
    """One snapshot's sessions and features, read-only and safe to share between threads.

    `catalogue` and `snapshot_id` say what it is; `n_sessions` is N; `session_date` (N,) is datetime64[D],
    ascending; `previous_row` (N,) is the ordinal of the session immediately before, -1 where that has no
    feature row; `everything` holds all sessions; `decided` are the features that a condition decides, see
    `decided_features`; `clustered` are the features whose active days come together, so that their
    intervals claim too much.
    """

    def __init__(self, pack: Pack, *, snapshot_id: str = "") -> None:
        """Raises DataError where an entry is missing or does not fit the catalogue."""
        self.pack, self.snapshot_id, self.n_sessions = pack, snapshot_id, pack.sessions
        self.catalogue = catalogue_from_json(pack.document(entries.CATALOGUE))
        check_chains(self.catalogue)
        self.everything = bitmaps.between(0, self.n_sessions, self.n_sessions)
        days = pack.array(entries.SESSION_DATE, (self.n_sessions,))
        self.session_date: NDArray[np.datetime64] = days.astype("datetime64[D]")
        self.previous_row = pack.array(entries.PREVIOUS_ROW, (self.n_sessions,))
        coded = [feature for feature in self.catalogue.features if feature.kind != "date"]
        codes = np.ascontiguousarray(pack.array(entries.CODES, (self.n_sessions, len(coded))).T)
        self._codes = dict(zip((each.name for each in coded), codes, strict=True))
        self._columns = {feature.name: load_column(pack, feature) for feature in coded}
        self._events = {each.name: load_events(pack, each) for each in coded if waits_for_event(each)}
        self._days = {f.name: load_days(pack, f, self.codes(f.name), self._split(f)) for f in coded}
        self.decided = lru_cache(maxsize=128)(partial(decided_features, self))
        clusters = pack.document(entries.CLUSTERS) if entries.CLUSTERS in pack.documents else {}
        self.clustered = frozenset(name for name, each in clusters.items() if each["days_cluster"])

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
        return bitmaps.count(self.universe(query))

    def day_range(self, start: date, end: date) -> Words:
        """The sessions from start to end, both included."""
        first = self.session_date.searchsorted(np.datetime64(start, "D"))
        after = self.session_date.searchsorted(np.datetime64(end, "D"), "right")
        return bitmaps.between(int(first), int(after), self.n_sessions)

    def evaluate(self, condition: Condition) -> Words:
        """The sessions that match one condition; a null never does."""
        column, operator, value = self._columns.get(condition.feature), condition.operator, condition.value
        if column is None:
            ends = value if isinstance(value, tuple) else (value, value)
            words = self.day_range(*(date.fromisoformat(str(end)) for end in ends))
        elif condition.by_bar is None or isinstance(column, Numbers):
            words = column.evaluate(operator, value)
        else:
            words = column.evaluate(operator, value, self._seen(condition.feature, condition.by_bar))
        if not condition.prev:
            return words
        mask = np.append(bitmaps.unpack(words, self.n_sessions), False)
        return bitmaps.pack(mask[self.previous_row])  # previous_row -1 reads the last, which is False

    def _seen(self, feature: str, bar: int) -> ByBar:
        """An event feature on bars 1..bar alone: null until what it applies from has happened (ruling 16)."""
        column, source = self._columns[feature], self.catalogue.by_name[feature].applies_from
        valid = column.valid if source is None else column.valid & self._seen(source, bar).happened
        events = self._events.get(feature)
        if events is not None:
            return ByBar(valid, valid & events[bar])
        assert isinstance(column, Codes)
        return ByBar(valid, valid & column.happened(bar))

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
