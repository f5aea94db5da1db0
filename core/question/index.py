"""A loaded snapshot that answers questions: comparisons of numbers choose the days."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import cast
from weakref import proxy

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue
from core.figures.alike import BackTest
from core.figures.answer import Engine
from core.figures.coin import CoinColumns
from core.figures.columns import VALUE, FeatureDays
from core.figures.formulas import Floats, Mask
from core.question.as_of import engine_as_of
from core.question.conditions import Condition, Filter, FilterQuery
from core.question.day_values import DayValues, Numbers, Reading, days_passing
from core.question.days import Days
from core.question.marks import decided_features


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
    By the name of each coded feature `days` are what its statistics read. `events` (N,) are the bars of the
    events that decide an enum, 0 where there is none. `clustered` are the features whose active days come
    together, so that their intervals claim too much. `coin` are the coin days of the sessions, None
    where the pack has none. `back_test` says of each coded feature, in the order of `days`, whether days
    alike foretell it; None where the pack does not say.
    """

    snapshot_id: str
    catalogue: Catalogue
    session_date: NDArray[np.datetime64]
    previous_row: NDArray[np.int32]
    days: Mapping[str, FeatureDays]
    events: Mapping[str, NDArray[np.uint8]]
    clustered: frozenset[str]
    coin: CoinColumns | None = None
    back_test: BackTest | None = None

    @property
    def n_sessions(self) -> int:
        """N."""
        return len(self.session_date)

    @cached_property
    def decided(self) -> Callable[[Filter], frozenset[str]]:
        """The features that a filter decides, see `decided_features`; the last ones are kept.

        The index goes when nobody has it any more, whatever the collector of garbage does: no circle.
        """
        return lru_cache(maxsize=128)(partial(decided_features, proxy(self)))

    @cached_property
    def engine(self) -> Engine:
        """What answers questions about the features."""
        return Engine(list(self.days.values()), self.session_date, self.coin)

    def engine_of(self, query: FilterQuery) -> Engine:
        """What answers the query: as of its bar, or the whole day's."""
        return self.engine if query.as_of is None else self._engine_as_of(query.as_of)

    @cached_property
    def _engine_as_of(self) -> Callable[[int], Engine]:
        parts = self.days, self.events, self.session_date, self.coin
        return lru_cache(maxsize=2)(partial(engine_as_of, *parts))

    @cached_property
    def values(self) -> DayValues:
        """The sessions' own values."""
        sheets = self.engine.columns.sheets
        columns = {name: sheet.columns[VALUE] for name, sheet in sheets.items()}
        return DayValues(self.catalogue.by_name, Numbers(columns), self.events)

    @cached_property
    def sessions(self) -> Days:
        """The sessions as filters are evaluated on them."""
        return Days(self.catalogue, self.session_date, self.previous_row, self.values)

    @property
    def numbers(self) -> Mapping[str, Floats]:
        """Each coded feature's values (N,) as numbers, NaN = null."""
        return self.values.numbers

    @property
    def first_date(self) -> date:
        """The first full session."""
        return cast(date, self.session_date[0].item())

    @property
    def last_date(self) -> date:
        """The last full session."""
        return cast(date, self.session_date[-1].item())

    def select(self, query: FilterQuery) -> Selection:
        """The sessions of the query's dates that pass all its filters."""
        mask = self.universe(query)
        for each in query.filters:
            mask &= self.evaluate(each)
        return Selection(mask)

    def universe(self, query: FilterQuery) -> Mask:
        """The sessions (N,) of the query's dates: what its baseline is made of."""
        return self.sessions.between(query.start, query.end)

    def days_of(self, query: FilterQuery) -> int:
        """How many sessions that is."""
        return int(np.count_nonzero(self.universe(query)))

    def evaluate(self, asked: Filter) -> Mask:
        """The sessions (N,) that match one filter; a null never does."""
        return self.sessions.evaluate(asked)

    def coin_days(self, query: FilterQuery) -> Mask | None:
        """The coin days (D,) of the query's dates whose own values pass all its filters.

        Of sessions before, of dates, of lists and of what is known before the open the real day's are asked.
        None where the pack has no coin days.
        """
        if self.coin is None:
            return None
        tossed = [each for each in query.filters if any(map(self._is_tossed, each.members))]
        real = self.universe(query)
        for each in query.filters:
            if each not in tossed:
                real &= self.evaluate(each)
        mask = np.repeat(real, self.coin.draws)
        values = DayValues(self.coin.definitions, Numbers(self.coin.columns), self.coin.events)
        for each in tossed:
            mask &= days_passing(each, (self._read_coin(values, member) for member in each.members))
        return mask

    def _is_tossed(self, condition: Condition) -> bool:
        return self.coin is not None and not condition.prev and condition.feature in self.coin.columns

    def _read_coin(self, coin_days: DayValues, condition: Condition) -> Reading:
        """One condition on the coin days (D,); the sessions before stay real."""
        if not self._is_tossed(condition):
            return self._of_draws(self.sessions.read(condition))
        found = coin_days.read(condition)
        if condition.first_in is None:
            return found
        return found.first_after(self._of_draws(self.sessions.before(condition)))

    def _of_draws(self, found: Reading) -> Reading:
        """What was found of each session, for each of its coin days."""
        draws = 0 if self.coin is None else self.coin.draws
        return Reading(*(np.repeat(mask, draws) for mask in found))
