"""The build's peer, DuckDB: `python -m qa.bench.grouping VIEWS` reads all bars and groups them.

VIEWS is the script that `almanac views` prints.
"""

import sys
import time

import duckdb

STATEMENT = """
SELECT session_date,
    arg_min(open, ts) FILTER (segment = 'rth'), max(high) FILTER (segment = 'rth'),
    min(low) FILTER (segment = 'rth'), arg_max(close, ts) FILTER (segment = 'rth'),
    sum(volume) FILTER (segment = 'rth'), count(*) FILTER (segment = 'rth'),
    max(high) FILTER (segment = 'overnight'), min(low) FILTER (segment = 'overnight')
FROM bars GROUP BY session_date ORDER BY session_date
"""
"""Every bar that a build reads, made into what its table of sessions says of them; their labels are there."""


def least(views: str) -> float:
    """Seconds of the fastest of three readings, each on a connection of its own."""
    return min(_seconds(views) for _ in range(3))


def _seconds(views: str) -> float:
    with duckdb.connect() as connection:
        connection.execute(views)
        began = time.perf_counter()
        connection.execute(STATEMENT).fetchall()
        return time.perf_counter() - began


if __name__ == "__main__":
    print(least(sys.argv[1]))
