"""A question's features on coin days, compared with the days that match it.

Coin days are real sessions in which a fair coin decided the direction of each bar
(core.features.coin_days).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.catalogue import FeatureDefinition
from core.contracts.known_at import LAST_BAR
from core.contracts.pack import NULL_CODE
from core.contracts.results import rates as results
from core.contracts.results.spreads import CoinQuartiles
from core.figures.bitmap import Bitmap, Layout
from core.figures.columns import Column, FeatureDays, Flags, Sheet, nothing
from core.figures.formulas import Counts, compare, log_factorials, order_statistics, to_json_numbers
from core.figures.tests import fisher, holm

LEAST_DAYS, LEAST_COIN_DAYS = 10, 200
"""Fewest matched days and coin days with a value for a comparison."""


@dataclass(frozen=True, eq=False)
class CoinColumns:
    """The coin days of N sessions, D = N x `draws` in `layout`; those of a session are consecutive.

    By name of each feature that bars of the day decide: its definition, with its range of whole numbers
    widened to the coin days', and its values (D,). Numbers are coded by rank, others as in `FeatureDays`.
    `events` (D,) are the bars of the events that decide an enum, 0 without one. `tosses` (D, 11) are the
    coins as bits, bar 1 first: 1 keeps a bar, 0 mirrors it.
    """

    draws: int
    layout: Layout
    definitions: Mapping[str, FeatureDefinition]
    columns: Mapping[str, Column]
    events: Mapping[str, NDArray[np.uint8]]
    tosses: NDArray[np.uint8]


def excluded(
    columns: CoinColumns, name: str, decided: Collection[str], certain: Collection[str] = ()
) -> results.Reason | None:
    """Why a feature has no coin on any day: filters `decided` it, or it is `certain` as of the bar."""
    if name not in columns.columns:
        return "known_before_open"
    if name in certain:
        return "known_by_then"
    return "decided_by_filters" if name in decided else None


def too_few(days: int, coin_days: int) -> results.Reason | None:
    """The reason if matched days or coin days with a value are too few to compare."""
    if days < LEAST_DAYS:
        return "few_days"
    return "few_coin_days" if coin_days < LEAST_COIN_DAYS else None


@dataclass(frozen=True, slots=True)
class CoinFigures:
    """One feature on the coin days of a question: its rate, its labels in their order.

    `counts` are its days by code of its `column`, the last one null. Figures that the feature lacks are None;
    with a `reason` all are.
    """

    reason: results.NoCoin | None
    rate: results.CoinRate | None = None
    labels: list[results.CoinShare] | None = None
    column: Column | None = None
    counts: Counts | None = None
    exact: bool = False

    def quartiles(self) -> CoinQuartiles | results.NoCoin | None:
        """The middle of a number's values, by the quantiles of the matched days."""
        if self.counts is None or self.column is None:
            return self.reason
        upto = np.append(0, np.cumsum(self.counts))[None]
        n, none = upto[:, -2:-1], np.zeros((1, 1), dtype=np.int64)
        _, *quartiles, _ = order_statistics(self.column.values, upto, none, n, none)[:5].ravel()
        shown = to_json_numbers(np.array(quartiles), exact=self.exact)
        return CoinQuartiles(int(n[0, 0]), *shown)

    def timing(self) -> results.CoinTiming | results.NoCoin | None:
        """Days on which an event came at or before each bar."""
        if self.counts is None or self.column is None:
            return self.reason
        ends = self.column.values.searchsorted(np.arange(1, LAST_BAR + 1), "right")
        upto = np.append(0, np.cumsum(self.counts[:-1]))
        by_bar = upto[ends] - upto[self.column.values.searchsorted(1)]
        return results.CoinTiming(int(upto[-1]), by_bar.tolist())


class Coin:
    """The coin days of a snapshot, with its sessions' `flags`.

    `features` are those with flags, in their order; `count_active` marks the active days of one.
    """

    def __init__(
        self,
        columns: CoinColumns,
        flags: Flags,
        features: Sequence[FeatureDays],
        count_active: Callable[[Sheet], None],
    ) -> None:
        self.columns, self.flags = columns, flags
        size = columns.layout.days
        unknown, never = np.broadcast_to(np.uint8(NULL_CODE), size), np.broadcast_to(np.False_, size)

        def sheet(days: FeatureDays) -> Sheet:
            name, recipes = days.definition.name, {"occurrence": count_active}
            definition = columns.definitions.get(name, days.definition)
            codes = columns.columns[name].codes if name in columns.columns else unknown
            own = FeatureDays(definition, codes, never)
            return Sheet(own, {module: recipes.get(module, nothing) for module in definition.modules})

        self.coin_flags = Flags(map(sheet, features), columns.layout)
        self.log_factorials = log_factorials(flags.layout.days + size)


class CoinQuestion:
    """One question on its matching coin days, for one feature at a time.

    `here` are the matched days by flag. Holm's adjustment ranges over the features `tested`; features
    `decided` by filters or `certain` as of the bar are not compared with a coin.
    """

    def __init__(
        self,
        coin: Coin,
        here: Counts,
        coin_days: Bitmap,
        tested: Collection[str],
        decided: Collection[str],
        certain: Collection[str] = (),
        *,
        exact: bool,
    ) -> None:
        self._coin, self._decided, self._certain, self._exact = coin, decided, certain, exact
        self._rows = coin_days.rows()
        self._there = coin.coin_flags.count(coin_days)
        self._rates = self._all_rates(here, set(tested).difference(decided))

    def figures(self, name: str, known: int) -> CoinFigures:
        """One feature; `known` is its number of matched days with a value."""
        columns, row = self._coin.columns, self._coin.flags.row_of.get(name)
        if reason := excluded(columns, name, self._decided, self._certain):
            return CoinFigures(results.NoCoin(reason))
        if columns.definitions[name].kind in ("boolean", "enum") and row is not None:
            if reason := too_few(known, self._there[self._coin.coin_flags.known[row]]):
                return CoinFigures(results.NoCoin(reason))
            return CoinFigures(None, self._rates.get(name), self._labels(name, row))
        column = columns.columns[name]
        counts = np.bincount(column.codes.take(self._rows), minlength=len(column.values) + 1)
        if reason := too_few(known, counts[:-1].sum()):
            return CoinFigures(results.NoCoin(reason))
        return CoinFigures(None, self._rates.get(name), None, column, counts, self._exact)

    def _all_rates(self, here: Counts, names: Collection[str]) -> dict[str, results.CoinRate]:
        """The occurrence of every named feature with enough days on both sides."""
        flags, coin_flags = self._coin.flags, self._coin.coin_flags
        n = np.stack((here[flags.known], self._there[coin_flags.known]))
        asked = np.array([name in names for name in flags.row_of], dtype=np.bool_)
        enough = (n[0] >= LEAST_DAYS) & (n[1] >= LEAST_COIN_DAYS)
        rows = np.flatnonzero(asked & flags.is_shown & enough)
        n = n[:, rows]
        days = np.stack((here[flags.active[rows]], self._there[coin_flags.active[rows]]))
        p_values = fisher(days[0], n[0], days[1], n[1], self._coin.log_factorials)
        figures = np.column_stack((days[1] / n[1], *compare(days, n)[1:], p_values, holm(p_values)))
        shown = to_json_numbers(figures, exact=self._exact)
        all_names = list(flags.row_of)
        return {
            all_names[row]: results.CoinRate(of, some, share, results.Difference(*limits), p_value, q_value)
            for row, of, some, (share, *limits, p_value, q_value) in zip(
                rows.tolist(), n[1].tolist(), days[1].tolist(), shown, strict=True
            )
        }

    def _labels(self, name: str, row: int) -> list[results.CoinShare] | None:
        if not self._coin.flags.is_enum[row]:
            return None
        labels = len(self._coin.columns.definitions[name].labels)
        days = self._there[self._coin.coin_flags.outcomes[row, :labels]]
        shares = days / self._there[self._coin.coin_flags.known[row]]
        shown = to_json_numbers(shares, exact=self._exact)
        return list(map(results.CoinShare, shown, days.tolist()))
