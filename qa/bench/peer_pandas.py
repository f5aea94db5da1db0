"""pandas: one boolean mask, categories counted by value, numbers cut into ranges and described as one block.

Tried with pandas 3.1 and slower: `describe` and `agg` of the numbers, `query` for the mask, a `value_counts`
of each column of the frame instead of the filtered one. Ranges by numpy's searchsorted and bincount on raw
arrays save two fifths of a millisecond; that is no longer pandas.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from operator import and_
from typing import Any

import numpy as np
import pandas as pd

from qa.bench.peers import RECENT_DAYS, CoinGroup, Columns, Group
from qa.bench.question import (
    FILTERS,
    INTEGERS,
    LABELLED,
    NUMBERS,
    NUMERICS,
    QUARTILES,
    Breadth,
    Filter,
    Spread,
)
from qa.bench.table import Table

Mask = Any

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": lambda column, value: column == value,
    "!=": lambda column, value: (column != value) & column.notna(),
    "<=": lambda column, value: column <= value,
    ">": lambda column, value: column > value,
    "range": lambda column, value: column.between(*value),
    "in": lambda column, value: column.isin(value),
}


class Pandas:
    """A frame in memory: labels as categories, booleans as booleans, numbers as float64 or int16."""

    name = "pandas"

    def __init__(self, table: Table) -> None:
        self._table, self._frame = table, table.frame
        self._numbers = table.frame[list(NUMBERS)].astype("float64")
        self._bins = {name: [-np.inf, *cuts, np.inf] for name, cuts in table.cuts.items()}
        self._years, self._shown = table.years, table.active.astype("float64")
        self._compared, self._coin_compared = table.compared(), table.coin_compared()
        self._outcomes, self._coin_numbers = (
            table.outcomes.columns.tolist(),
            ["session", *table.coin_numbers()],
        )

    def ask(self, breadth: Breadth) -> Any:
        """Counts by value, counts by range, and the block's quantiles, means, deviations and skewness."""
        return self._aggregated(self._mask(FILTERS[breadth], self._frame))

    def groups(self, breadth: Breadth) -> tuple[Group, Group]:
        mask = self._days(breadth, self._frame)
        return replace(self._group(mask), **self._held(mask)), self._group(~mask)

    def coin(self, breadth: Breadth) -> CoinGroup:
        days = self._compared[self._days(breadth, self._frame)]
        coin_days = self._coin_compared[self._days(breadth, self._table.coin)]
        by_session = coin_days.groupby("session")[self._outcomes]
        known, came = (_columns(each.reset_index()) for each in (by_session.count(), by_session.sum()))
        return CoinGroup(_columns(days), known, came, _columns(coin_days[self._coin_numbers]))

    def _days(self, breadth: Breadth, frame: pd.DataFrame) -> Mask:
        return self._mask(FILTERS[breadth], frame).fillna(False).astype(bool)

    def _held(self, mask: Mask) -> dict[str, Any]:
        """Each occurrence by year and on its last days with a value."""
        rows = self._shown[mask]
        by_year = rows.groupby(self._years[mask])
        sums, counts = by_year.sum().astype(int), by_year.count()
        found = sums.index.tolist()
        late = rows.where(rows.notna()[::-1].cumsum()[::-1] <= RECENT_DAYS)
        years = {
            name: dict(zip(found, zip(sums[name].tolist(), counts[name].tolist(), strict=True), strict=True))
            for name in rows.columns
        }
        sides = zip(rows.columns, late.sum().astype(int).tolist(), late.count().tolist(), strict=True)
        return {"years": years, "recent": {name: (x, n) for name, x, n in sides}}

    def _aggregated(self, mask: Mask) -> Any:
        rows, numbers = self._frame.loc[mask, [*INTEGERS, *LABELLED]], self._numbers[mask]
        counts = {name: rows[name].value_counts(sort=False) for name in rows.columns}
        ranges = {name: self._by_range(numbers[name]) for name in NUMERICS}
        spread = numbers.mean(), numbers.std(), numbers.skew()
        return len(rows), counts, ranges, numbers.quantile(list(QUARTILES)), spread

    def _group(self, mask: Mask) -> Group:
        days, counts, ranges, quartiles, spread = self._aggregated(mask)
        spreads = {name: Spread(_plain(days)) for name, days in {**ranges, **counts}.items()}
        for name in NUMBERS:
            figures = tuple(float(each[name]) for each in spread)
            spreads[name] = Spread(spreads[name].counts, tuple(quartiles[name].tolist()), figures)
        return Group(days, spreads)

    def _mask(self, filters: tuple[Filter, ...], frame: pd.DataFrame) -> Mask:
        return reduce(and_, (passed for each in filters for passed in self._passed(each, frame)))

    def _passed(self, each: Filter, frame: pd.DataFrame) -> Iterator[pd.Series]:
        column = frame[each.feature]
        yield _COMPARED[each.operator](column, each.value)
        if each.feature in self._table.bars and each.operator == "<=":
            yield column > 0

    def _by_range(self, numbers: pd.Series) -> pd.Series:
        bins = self._bins[str(numbers.name)]
        return pd.cut(numbers, bins, right=False, labels=False).value_counts(sort=False)


def _columns(rows: pd.DataFrame) -> Columns:
    return {str(name): rows[name].to_numpy() for name in rows.columns}


def _plain(days: pd.Series) -> dict[Any, int]:
    return {value: int(count) for value, count in days.items()}
