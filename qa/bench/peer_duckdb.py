"""DuckDB: one statement over its own table, every figure an aggregate of the one filtered scan.

Tried with DuckDB 2.0: GROUPING SETS over the filtered rows instead of `histogram`, as fast at the sample's
size and slower from forty times it; one thread, slower; a prepared statement, 8 ms faster, but every question
has its own filters.
"""

from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa

from qa.bench.peers import RECENT_DAYS, CoinGroup, Columns, Group, by_range
from qa.bench.question import (
    FILTERS,
    INTEGERS,
    LABELLED,
    NUMBERS,
    NUMERICS,
    QUARTILES,
    Breadth,
    Filter,
    Scalar,
    Spread,
)
from qa.bench.table import Table


class DuckDB:
    """A table in memory: labels as an enum, booleans, smallint and double with nulls."""

    name = "DuckDB"

    def __init__(self, table: Table) -> None:
        self._table, self._connection = table, duckdb.connect(config={"threads": 1})
        shown = table.active.add_suffix("_active")
        frame = pd.concat([table.frame, shown, table.years], axis=1).reset_index(names="day")
        frame = _joined(frame, table.compared())
        self._keep("sessions", frame)
        self._keep("coin_days", _joined(table.coin.reset_index(names="day"), table.coin_compared()))
        self._figures = _figures(table)

    def _keep(self, name: str, frame: pd.DataFrame) -> None:
        self._connection.register("arriving", pa.Table.from_pandas(frame, preserve_index=False))
        features = self._table.described.items()
        casts = [f"{each}::smallint AS {each}" for each, own in features if own["type"].startswith("integer")]
        self._connection.execute(
            f"CREATE TABLE {name} AS SELECT * REPLACE ({', '.join(casts)}) FROM arriving"
        )
        self._connection.unregister("arriving")

    def ask(self, breadth: Breadth) -> Any:
        """One row: sizes, histograms by value, FILTER counts by range, quantiles and moments."""
        return self._connection.execute(
            f"SELECT {self._figures} FROM sessions WHERE {self._where(breadth)}"
        ).fetchone()

    def groups(self, breadth: Breadth) -> tuple[Group, Group]:
        passed = f"coalesce({self._where(breadth)}, false)"
        statement = f"SELECT {self._figures} FROM sessions GROUP BY {passed} ORDER BY {passed}"
        others, matched = self._connection.execute(statement).fetchall()
        return replace(self._read(matched), **self._held(breadth)), self._read(others)

    def coin(self, breadth: Breadth) -> CoinGroup:
        outcomes, where = self._table.outcomes.columns.tolist(), f"WHERE {self._where(breadth)}"
        numbers = [f"{name}::double AS {name}" for name in self._table.coin_numbers()]
        by_session = f"FROM coin_days {where} GROUP BY session ORDER BY session"
        known = ", ".join(f"count({name}) AS {name}" for name in outcomes)
        came = ", ".join(f"count(*) FILTER ({name} = 1) AS {name}" for name in outcomes)
        return CoinGroup(
            self._columns(f"session, {', '.join([*outcomes, *numbers])} FROM sessions {where} ORDER BY day"),
            self._columns(f"session, {known} {by_session}"),
            self._columns(f"session, {came} {by_session}"),
            self._columns(f"session, {', '.join(numbers)} FROM coin_days {where} ORDER BY day"),
        )

    def _columns(self, asked: str) -> Columns:
        """The columns of a SELECT, NaN where there is no value."""
        found = self._connection.execute(f"SELECT {asked}").fetchnumpy()
        return {name: np.ma.filled(np.ma.asarray(each, "float64"), np.nan) for name, each in found.items()}

    def _held(self, breadth: Breadth) -> dict[str, Any]:
        """Each occurrence by year and on its last days with a value."""
        names, where = [*self._table.active], f"FROM sessions WHERE {self._where(breadth)}"
        sides = ", ".join(f"count(*) FILTER ({name}_active), count({name}_active)" for name in names)
        rows = self._connection.execute(
            f"SELECT calendar_year, {sides} {where} GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        late = ", ".join(
            f"list({name}_active::int ORDER BY day) FILTER ({name}_active IS NOT NULL)[-{RECENT_DAYS}:]"
            for name in names
        )
        lists = self._connection.execute(f"SELECT {late} {where}").fetchone() or ()
        return {
            "years": {
                name: {row[0]: (row[1 + 2 * place], row[2 + 2 * place]) for row in rows}
                for place, name in enumerate(names)
            },
            "recent": {name: (sum(x or ()), len(x or ())) for name, x in zip(names, lists, strict=True)},
        }

    def _read(self, found: Any) -> Group:
        figures = iter(found)
        days = next(figures)
        spreads = {name: Spread(dict(next(figures) or {})) for name in (*INTEGERS, *LABELLED)}
        reached = {name: [next(figures) for _ in cuts] for name, cuts in self._table.cuts.items()}
        for name in NUMBERS:
            n, quartiles, *moments = (next(figures) for _ in range(5))
            counts = by_range(reached[name], n) if name in NUMERICS else spreads[name].counts
            spreads[name] = Spread(counts, tuple(quartiles), tuple(moments))
        return Group(days, spreads)

    def _where(self, breadth: Breadth) -> str:
        return " AND ".join(self._passed(each) for each in FILTERS[breadth])

    def _passed(self, each: Filter) -> str:
        if isinstance(each.value, tuple):
            values = [_literal(value) for value in each.value]
            if each.operator == "range":
                return f"{each.feature} BETWEEN {values[0]} AND {values[1]}"
            return f"{each.feature} IN ({', '.join(values)})"
        passed = f"{each.feature} {each.operator} {_literal(each.value)}"
        is_bar = each.feature in self._table.bars and each.operator == "<="
        return f"{passed} AND {each.feature} > 0" if is_bar else passed


def _joined(rows: pd.DataFrame, compared: pd.DataFrame) -> pd.DataFrame:
    """The rows with the outcomes that are compared with a coin, and the place of their session."""
    outcomes = [name for name in compared.columns if name not in rows.columns]
    return pd.concat([rows, compared[outcomes]], axis=1)


def _literal(value: Scalar) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _figures(table: Table) -> str:
    counted = [f"histogram({name})" for name in (*INTEGERS, *LABELLED)]
    ranges = [f"count(*) FILTER ({name} >= {cut!r})" for name, cuts in table.cuts.items() for cut in cuts]
    spread = [
        f"count({name}), quantile_cont({name}, {list(QUARTILES)}), avg({name}), stddev_samp({name}), "
        f"skewness({name})"
        for name in NUMBERS
    ]
    return ", ".join(["count(*)", *counted, *ranges, *spread])
