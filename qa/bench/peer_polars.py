"""Polars: the rows filtered once, every figure an expression of one select that runs beside the others.

Tried with Polars 2.1 and slower at every size: the streaming engine, a group_by for each feature. Five
quantiles of one `quantile` and ranges by `cut` save a tenth of a millisecond on a few hundred rows and take
more from a few thousand rows on, up to fifty times as much. The same plan lazily,
`collect_all`, takes ten milliseconds more.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa

from qa.bench.peers import RECENT_DAYS, CoinGroup, Columns, Group, by_range
from qa.bench.question import (
    EVENTS,
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

_COMPARED: dict[str, Callable[[pl.Expr, Any], pl.Expr]] = {
    "=": lambda column, value: column == value,
    "!=": lambda column, value: column != value,
    "<=": lambda column, value: column <= value,
    ">": lambda column, value: column > value,
    "range": lambda column, value: column.is_between(*value),
    "in": lambda column, value: column.is_in(list(value)),
}


class Polars:
    """A frame in memory: labels as an Enum, booleans, Int16 and Float64 with nulls."""

    name = "Polars"

    def __init__(self, table: Table) -> None:
        self._table = table
        self._frame = pl.DataFrame([_series(table, table.frame[name]) for name in table.described])
        self._coin = pl.DataFrame([_series(table, table.coin[name]) for name in table.described])
        shown = pl.from_pandas(table.active)
        self._shown = shown.with_columns(pl.Series("year", table.years.to_numpy(), dtype=pl.Int64))
        self._sides = [each for name in shown.columns for each in _sides(name)]
        counted = [_by_value(name) for name in (*INTEGERS, *LABELLED)]
        ranges = [_reached(name, i, cut) for name, cuts in table.cuts.items() for i, cut in enumerate(cuts)]
        spread = [expression for name in NUMBERS for expression in _spread(name)]
        self._figures = [pl.len().alias("matched"), *counted, *ranges, *spread]
        self._compared = pl.from_pandas(table.compared(), nan_to_null=True)
        self._coin_compared = pl.from_pandas(table.coin_compared(), nan_to_null=True)
        spread = [each for name in NUMBERS if name in table.tossed for each in _quartiles(name)]
        counted = [_by_value(name) for name in (*EVENTS, *LABELLED) if name in table.tossed]
        self._figures_of_coin = [*counted, *spread]

    def ask(self, breadth: Breadth) -> Any:
        """One row with every figure, and one of the coin days; counts by value as lists of pairs."""
        mask = self._mask(FILTERS[breadth])
        coin = self._coin.filter(mask).select(self._figures_of_coin)
        return self._frame.filter(mask).select(self._figures), coin

    def groups(self, breadth: Breadth) -> tuple[Group, Group]:
        mask = self._frame.select(self._mask(FILTERS[breadth]).fill_null(False)).to_series()
        return replace(self._group(mask), **self._held(mask)), self._group(~mask)

    def coin(self, breadth: Breadth) -> CoinGroup:
        passed = self._mask(FILTERS[breadth])
        days = self._compared.filter(self._frame.select(passed).to_series())
        coin_days = self._coin_compared.filter(self._coin.select(passed).to_series())
        outcomes, numbers = self._table.outcomes.columns.tolist(), self._table.coin_numbers()
        by_session = coin_days.group_by("session", maintain_order=True)
        known, came = (by_session.agg(each) for each in (pl.col(outcomes).count(), pl.col(outcomes).sum()))
        return CoinGroup(*map(_columns, (days, known, came, coin_days.select("session", *numbers))))

    def _held(self, mask: pl.Series) -> dict[str, Any]:
        """Each occurrence by year and on its last days with a value."""
        rows, names = self._shown.filter(mask), self._shown.columns[:-1]
        by_year = rows.group_by("year").agg(self._sides).sort("year").to_dicts()
        late = pl.all().exclude("year").drop_nulls().tail(RECENT_DAYS)
        active, days = rows.select(late.sum()).row(0), rows.select(late.count()).row(0)
        return {
            "years": {
                name: {row["year"]: (row[f"{name} active"], row[f"{name} known"]) for row in by_year}
                for name in names
            },
            "recent": dict(zip(names, zip(active, days, strict=True), strict=True)),
        }

    def _group(self, mask: pl.Series) -> Group:
        row = self._frame.filter(mask).select(self._figures).row(0, named=True)
        spreads = {name: Spread(_counts(name, row[name])) for name in (*INTEGERS, *LABELLED)}
        for name in NUMBERS:
            n = row[f"{name} n"]
            reached = [row[f"{name} reached {i}"] for i in range(len(self._table.cuts.get(name, ())))]
            counts = by_range(reached, n) if name in NUMERICS else spreads[name].counts
            summary = tuple(row[f"{name} {p}"] for p in QUARTILES)
            figures = tuple(row[f"{name} {figure}"] for figure in ("mean", "std", "skew"))
            spreads[name] = Spread(counts, summary, figures)
        return Group(row["matched"], spreads)

    def _mask(self, filters: tuple[Filter, ...]) -> pl.Expr:
        return reduce(lambda left, right: left & right, (self._passed(each) for each in filters))

    def _passed(self, each: Filter) -> pl.Expr:
        column = pl.col(each.feature)
        passed = _COMPARED[each.operator](column, each.value)
        return passed & (column > 0) if each.feature in self._table.bars and each.operator == "<=" else passed


def _series(table: Table, column: pd.Series) -> pl.Series:
    name = str(column.name)
    arrived = pl.Series(name, pa.Array.from_pandas(column))
    if column.dtype.name == "category":
        return arrived.cast(pl.Enum(column.cat.categories.tolist()))
    return arrived.cast(pl.Int16) if table.described[name]["type"].startswith("integer") else arrived


def _columns(rows: pl.DataFrame) -> Columns:
    return {each.name: each.to_numpy() for each in rows}


def _by_value(name: str) -> pl.Expr:
    return pl.col(name).value_counts().implode()


def _sides(name: str) -> list[pl.Expr]:
    column = pl.col(name)
    return [column.sum().alias(f"{name} active"), column.count().alias(f"{name} known")]


def _reached(name: str, number: int, cut: float) -> pl.Expr:
    return (pl.col(name) >= cut).sum().alias(f"{name} reached {number}")


def _spread(name: str) -> list[pl.Expr]:
    column = pl.col(name)
    ends = [column.min().alias(f"{name} {QUARTILES[0]}"), column.max().alias(f"{name} {QUARTILES[-1]}")]
    figures = {"mean": column.mean(), "std": column.std()}
    skew = column.skew(bias=False).alias(f"{name} skew")
    return [
        *_quartiles(name),
        *ends,
        *(each.alias(f"{name} {figure}") for figure, each in figures.items()),
        skew,
    ]


def _quartiles(name: str) -> list[pl.Expr]:
    column = pl.col(name)
    quantiles = [column.quantile(p, "linear").alias(f"{name} {p}") for p in QUARTILES[1:-1]]
    return [column.count().alias(f"{name} n"), *quantiles]


def _counts(name: str, pairs: list[dict[str, Any]]) -> dict[Any, int]:
    return {pair[name]: pair["count"] for pair in pairs if pair[name] is not None}
