"""The build's peer, DuckDB: `python -m tests.bench.grouping BARS_FOLDER` reads the bars and groups them."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import duckdb

STATEMENT = """
SELECT session_date,
    arg_min(open, ts) FILTER (segment = 'rth'), max(high) FILTER (segment = 'rth'),
    min(low) FILTER (segment = 'rth'), arg_max(close, ts) FILTER (segment = 'rth'),
    sum(volume) FILTER (segment = 'rth'), count(*) FILTER (segment = 'rth'),
    max(high) FILTER (segment = 'overnight'), min(low) FILTER (segment = 'overnight')
FROM read_parquet(?) GROUP BY session_date ORDER BY session_date
"""
"""Every bar that a build reads, made into what its table of sessions says of them; their labels are there."""


def main(folder: Path) -> None:
    """Print the seconds of the shortest of three readings, each on a connection of its own."""
    print(min(_seconds(str(folder / "year=*" / "*.parquet")) for _ in range(3)))


def _seconds(pattern: str) -> float:
    started = time.perf_counter()
    with duckdb.connect() as connection:
        connection.execute(STATEMENT, [pattern]).fetchall()
    return time.perf_counter() - started


if __name__ == "__main__":
    main(Path(sys.argv[1]))
