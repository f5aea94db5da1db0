"""DuckDB: one statement over its own table, every figure an aggregate of the one filtered scan.

Tried with DuckDB 2.0: GROUPING SETS over the filtered rows instead of `histogram`, as fast at the sample's
size and slower from forty times it; one thread, slower; a prepared statement, 8 ms faster, but every question
has its own filters.
"""

from __future__ import annotations

from typing import Any

import duckdb
import pyarrow as pa

from tests.bench.peers import PeerTable, by_range
from tests.bench.question import (
    FILTERS,
    INTEGERS,
    LABELLED,
    NUMBERS,
    NUMERICS,
    QUARTILES,
    Answer,
    Breadth,
    Filter,
    Scalar,
    Spread,
)


class DuckDB:
    """A table in memory: labels as an enum, booleans, smallint and double with nulls."""

    name = "DuckDB"

    def __init__(self, table: PeerTable) -> None:
        self._table, self._connection = table, duckdb.connect()
        self._connection.register("arriving", pa.Table.from_pandas(table.frame, preserve_index=False))
        casts = [f"{name}::smallint AS {name}" for name in INTEGERS]
        self._connection.execute(
            f"CREATE TABLE sessions AS SELECT * REPLACE ({', '.join(casts)}) FROM arriving"
        )
        self._connection.unregister("arriving")

    def ask(self, breadth: Breadth) -> Any:
        """One row: sizes, histograms by value, FILTER counts by range, quantiles and moments."""
        return self._connection.execute(self.statement(breadth)).fetchone()

    def statement(self, breadth: Breadth) -> str:
        """The SQL."""
        counted = [f"histogram({name})" for name in (*INTEGERS, *LABELLED)]
        ranges = [
            f"count(*) FILTER ({name} >= {cut!r})" for name, cuts in self._table.cuts.items() for cut in cuts
        ]
        spread = [
            f"count({name}), quantile_cont({name}, {list(QUARTILES)}), avg({name}), stddev_samp({name}), "
            f"skewness({name})"
            for name in NUMBERS
        ]
        passed = " AND ".join(self._passed(each) for each in FILTERS[breadth])
        return f"SELECT count(*), {', '.join([*counted, *ranges, *spread])} FROM sessions WHERE {passed}"

    def read(self, found: Any) -> Answer:
        """See Peer."""
        figures = iter(found)
        matched = next(figures)
        spreads = {name: Spread(dict(next(figures) or {})) for name in (*INTEGERS, *LABELLED)}
        reached = {name: [next(figures) for _ in cuts] for name, cuts in self._table.cuts.items()}
        for name in NUMBERS:
            n, quartiles, *moments = (next(figures) for _ in range(5))
            counts = by_range(reached[name], n) if name in NUMERICS else spreads[name].counts
            spreads[name] = Spread(counts, tuple(quartiles), tuple(moments))
        return Answer(matched, spreads)

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
