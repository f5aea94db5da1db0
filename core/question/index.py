"""A loaded snapshot: bitmaps choose the days of a question, the engine computes their figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import Catalogue, FeatureDefinition
from core.contracts.pack import NULL_CODE
from core.contracts.results import FeatureResult
from core.figures.alike import BackTest
from core.figures.answer import Caveats, Engine, Groups
from core.figures.bitmap import Bitmap, Layout
from core.figures.coin import CoinColumns
from core.figures.columns import VALUE, Column, FeatureDays
from core.figures.formulas import Floats
from core.figures.other_days import in_long_runs
from core.question.bitmaps import Bitmaps
from core.question.conditions import Filter, FilterQuery
from core.question.look_ahead import decided_features, is_known, known_bars, later_filters, shared_bars

ADR10 = "adr10_pts"


@dataclass(frozen=True, eq=False, kw_only=True)
class SnapshotIndex:
    """One snapshot's sessions and features, read-only and safe to share between threads.

    `session_date` (N,) is datetime64[D], ascending; `previous_row` (N,) is the ordinal of the session
    immediately before, -1 if that has no feature row. By name of each coded feature `days` are the inputs of
    its statistics. `events` (N,) are the bars of the events that decide an enum, 0 without one. `clustered`
    are features with active days so close together that their intervals are too narrow. `coin` are the coin
    days of the sessions, None if the pack has none. `back_test` says of each coded feature, in the order of
    `days`, whether days alike predict it; None if the pack lacks it.
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

    @cached_property
    def n_sessions(self) -> int:
        return len(self.session_date)

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.session_date)

    @cached_property
    def engine(self) -> Engine:
        return Engine(list(self.days.values()), self.layout, self.coin)

    def engine_of(self, query: FilterQuery) -> Engine:
        """The engine as of the query's bar, or of the whole day."""
        return self.engine if query.as_of is None else self._engine_as_of(query.as_of)

    @cached_property
    def _engine_as_of(self) -> Callable[[int], Engine]:
        parts = self.days, self.sessions, self.coin, self.coin_bitmaps
        return lru_cache(maxsize=2)(partial(engine_as_of, *parts))

    @cached_property
    def decided(self) -> Callable[[Filter], frozenset[str]]:
        """The features that a filter decides, see `decided_features`; caches the latest."""
        parts = self.catalogue, self.engine.columns.flags, self.sessions
        return lru_cache(maxsize=128)(partial(decided_features, *parts))

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        return {name: sheet.columns[VALUE] for name, sheet in self.engine.columns.sheets.items()}

    @property
    def adr10(self) -> Floats:
        """Each session's ADR10 (N,) in points, NaN where it is unknown."""
        return self.columns[ADR10].numbers

    @cached_property
    def sessions(self) -> Bitmaps:
        return Bitmaps(
            definitions=self.catalogue.by_name,
            columns=self.columns,
            known={name: self.layout.pack(each.known) for name, each in self.columns.items()},
            by_value={
                each.name: self.layout.pack(self.columns[each.name].by_value())
                for each in self.catalogue.features
                if each.kind not in ("numeric", "date")
            },
            events=self.events,
            layout=self.layout,
            session_date=self.session_date,
            previous_row=self.previous_row,
        )

    @cached_property
    def coin_bitmaps(self) -> Bitmaps | None:
        """The coin days by their own values; None if the pack has none."""
        coin = self.coin
        if coin is None:
            return None
        return replace(
            self.sessions,
            definitions=coin.definitions,
            columns=coin.columns,
            known={name: coin.layout.pack(each.known) for name, each in coin.columns.items()},
            by_value={},
            events=coin.events,
            layout=coin.layout,
            sessions=self.sessions,
            draws=coin.draws,
        )

    def make_ready(self) -> None:
        """Compute ahead of the first question: figures and coins of all days, twins, bitmaps of values."""
        self.engine.whole()
        if self.engine.coin is not None:
            _ = self.engine.coin.alike, self.engine.coin.above_coin
        _ = self.sessions, self.coin_bitmaps

    @cached_property
    def first_date(self) -> date:
        """The first full session."""
        return cast(date, self.session_date[0].item())

    @cached_property
    def last_date(self) -> date:
        """The last full session."""
        return cast(date, self.session_date[-1].item())

    def universe(self, query: FilterQuery) -> Bitmap:
        """The sessions of the query's dates, which are its baseline."""
        return self.sessions.between(query.start, query.end)

    def coin_days(self, query: FilterQuery) -> Bitmap | None:
        """The coin days of the query's dates that pass all its filters; None if the pack has none."""
        return None if self.coin_bitmaps is None else self.coin_bitmaps.select(query)


def engine_as_of(
    features: Mapping[str, FeatureDays],
    sessions: Bitmaps,
    coin: CoinColumns | None,
    coin_days: Bitmaps | None,
    bar: int,
) -> Engine:
    """The engine as of a bar: days with an event at or before it are left out of that event's figures.

    So each event is counted on its days at risk (design/beyond.md, section 6).
    """
    at_risk, happened = [], {}
    for name, days in features.items():
        done = sessions.happened(name, bar)
        if done is not None:
            happened[name] = done
            days = replace(days, codes=np.where(done.mask, np.uint8(NULL_CODE), days.codes))
        at_risk.append(days)
    if coin is not None and coin_days is not None:
        coin = _coin_days_at_risk(coin, coin_days, bar)
    return Engine(at_risk, sessions.layout, coin, happened)


def _coin_days_at_risk(coin: CoinColumns, coin_days: Bitmaps, bar: int) -> CoinColumns:
    columns = dict(coin.columns)
    for name, column in coin.columns.items():
        done = coin_days.happened(name, bar)
        if done is not None:
            columns[name] = replace(column, codes=np.where(done.mask, np.uint8(NULL_CODE), column.codes))
    return replace(coin, columns=columns)


def deciding(index: SnapshotIndex, query: FilterQuery) -> dict[str, list[str]]:
    """By conditioned feature the filters that name it, or another one that asks the same, or decide it.

    A filter does not name the feature of its `_prev` twin. As of a bar, a filter that names an event does not
    condition it either: that part of the event lies before the days at risk. A group names each of its
    conditions.
    """
    found: dict[str, list[str]] = {}
    by_name, is_whole_day = index.catalogue.by_name, query.as_of is None
    alike = {} if index.engine.coin is None else index.engine.coin.alike
    for filter_ in query.filters:
        own = {each.feature for each in filter_.members if not each.prev and each.dates is None}
        own |= {twin for name in own for twin in alike.get(name, ())}
        named = {name for name in own if is_whole_day or not by_name[name].by_bar_safe}
        for name in named | index.decided(filter_):
            found.setdefault(name, []).extend(dict.fromkeys(each.name for each in filter_.members))
    return found


def caveats_of(
    index: SnapshotIndex,
    query: FilterQuery,
    definitions: Iterable[FeatureDefinition],
    decided: Mapping[str, Sequence[str]],
    matched: Bitmap,
) -> dict[str, Caveats]:
    """The caveats of several features, by name; `decided` is `deciding`."""
    known = known_bars(query, index.catalogue)
    has_long_runs = in_long_runs(matched.mask[index.universe(query).mask])
    return {
        each.name: Caveats(
            look_ahead=later_filters(each, known, query.as_of),
            decided_by=decided.get(each.name, ()),
            shared_bars=shared_bars(each, known, index.catalogue, query.as_of),
            days_cluster=each.name in index.clustered,
            in_long_runs=has_long_runs,
            known_by_then=query.as_of is not None and is_known(each, query.as_of),
        )
        for each in definitions
    }


def groups_of(
    index: SnapshotIndex,
    query: FilterQuery,
    matched: Bitmap,
    names: Sequence[str],
) -> Groups:
    """The groups of days of a query, and its caveats.

    `matched` are `index.sessions.select(query)`. Without a filter there are no other days: the dates alone
    are the baseline.
    """
    decided = deciding(index, query)
    baseline = None if query.whole else index.universe(query)
    coin = index.coin_days(query)
    by_name, as_of = index.catalogue.by_name, query.as_of
    certain = () if as_of is None else {each.name for each in by_name.values() if is_known(each, as_of)}
    caveats = caveats_of(index, query, (by_name[name] for name in names), decided, matched)
    if not query.filters:
        return Groups(baseline=baseline, caveats=caveats, coin=coin, certain=certain)
    others = ~matched if baseline is None else baseline & ~matched
    return Groups(matched, others, baseline, decided, caveats, coin, certain)


def results_of(
    index: SnapshotIndex,
    query: FilterQuery,
    matched: Bitmap,
    names: Sequence[str],
    *,
    exact: bool = False,
) -> dict[str, FeatureResult]:
    """Every module of some features, by name, in the order of `names`; dates have none."""
    coded = [name for name in names if index.catalogue.by_name[name].kind != "date"]
    groups = groups_of(index, query, matched, coded)
    return index.engine_of(query).results(groups, coded, exact=exact)
