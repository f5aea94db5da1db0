"""DuckDB: one statement over its own table, every figure an aggregate of the one filtered scan.

Tried with DuckDB 2.0: GROUPING SETS over the filtered rows instead of `histogram`, as fast at the sample's
size and slower from forty times it; one thread, slower; a prepared statement, 8 ms faster, but every question
has its own filters.
"""

from typing import Any

import duckdb
import pyarrow as pa

from tests.bench.peers import Group, by_range
from tests.bench.question import (
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
from tests.bench.table import Table


class DuckDB:
    """A table in memory: labels as an enum, booleans, smallint and double with nulls."""

    name = "DuckDB"

    def __init__(self, table: Table) -> None:
        self._table, self._connection = table, duckdb.connect(config={"threads": 1})
        self._connection.register("arriving", pa.Table.from_pandas(table.frame, preserve_index=False))
        integers = [name for name, each in table.described.items() if each["type"].startswith("integer")]
        casts = [f"{name}::smallint AS {name}" for name in integers]
        self._connection.execute(
            f"CREATE TABLE sessions AS SELECT * REPLACE ({', '.join(casts)}) FROM arriving"
        )
        self._connection.unregister("arriving")
        self._figures, self._tests = _figures(table), _tests(table)

    def ask(self, breadth: Breadth) -> Any:
        """One row: sizes, histograms by value, FILTER counts by range, quantiles and moments."""
        return self._connection.execute(
            f"SELECT {self._figures} FROM sessions WHERE {self._where(breadth)}"
        ).fetchone()

    def groups(self, breadth: Breadth) -> tuple[Group, Group]:
        """See Peer."""
        passed = f"coalesce({self._where(breadth)}, false)"
        statement = f"SELECT {self._figures}, {self._tests} FROM sessions GROUP BY {passed} ORDER BY {passed}"
        others, matched = self._connection.execute(statement).fetchall()
        return self._read(matched), self._read(others)

    def _read(self, found: Any) -> Group:
        figures = iter(found)
        days = next(figures)
        spreads = {name: Spread(dict(next(figures) or {})) for name in (*INTEGERS, *LABELLED)}
        reached = {name: [next(figures) for _ in cuts] for name, cuts in self._table.cuts.items()}
        for name in NUMBERS:
            n, quartiles, *moments = (next(figures) for _ in range(5))
            counts = by_range(reached[name], n) if name in NUMERICS else spreads[name].counts
            spreads[name] = Spread(counts, tuple(quartiles), tuple(moments))
        tested = self._table.tested
        active = {name: (next(figures), next(figures)) for name in tested.active}
        return Group(days, spreads, active, {name: dict(next(figures) or {}) for name in tested.labelled})

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


def _tests(table: Table) -> str:
    active = [f"count(*) FILTER ({name}::int > 0), count({name})" for name in table.tested.active]
    return ", ".join([*active, *(f"histogram({name})" for name in table.tested.labelled)])
