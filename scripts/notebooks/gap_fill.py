"""How often a modest gap up fills and when, with DuckDB; the last cell prints the figures as JSON."""

CELLS = [
    (
        "markdown",
        """# How often does a modest gap up fill, and when?

The sample sessions (symbol `DEMO`) that open above yesterday's close by 10 to 40 % of the ten-day average
range: how many of those gaps does the day close again, and by which bar?

On the page: filter *Gap Up* is yes and *Absolute Gap (% of ADR10)* between 10 and 40, then open the card
*Gap Fill (bar)*. Here the warehouse is asked the same with DuckDB. For your own bars write `ES`.""",
    ),
    (
        "code",
        '''import json
import subprocess
import sys

import duckdb

command = [sys.executable, "-m", "cli.main", "views", "DEMO"]  # in a shell: almanac views DEMO
views = subprocess.run(command, capture_output=True, text=True, check=True).stdout
db = duckdb.connect()
db.execute(views)
db.sql("""
    SELECT count(*) AS sessions, min(session_date) AS first, max(session_date) AS last FROM features
""").df()''',
    ),
    (
        "markdown",
        """## How often

A filter is a condition on `features`; a null never passes it. The *others* are the remaining sessions.
`gap_fill_bar` is 0 where the gap stayed open, and such a session counts; it is null where there was no gap,
and such a session does not: `count(gap_fill_bar)` is the denominator, `count(*)` is not.""",
    ),
    (
        "code",
        '''db.execute("""
    CREATE VIEW asked AS
    SELECT *, coalesce(gap_up AND gap_size_pct_adr BETWEEN 10 AND 40, false) AS matched FROM features
""")
occurrence = db.sql("""
    SELECT matched, count(*) AS sessions, count(gap_fill_bar) AS n,
           count(*) FILTER (gap_fill_bar > 0) AS filled, filled / n AS share
    FROM asked GROUP BY matched ORDER BY matched DESC
""").df()
occurrence''',
    ),
    (
        "code",
        """def wilson(hits, n, z=1.959963984540054):
    p, middle = hits / n, (hits + z * z / 2) / (n + z * z)
    half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    return middle - half, middle + half


here, others = (occurrence.iloc[row] for row in (0, 1))
interval = wilson(int(here.filled), int(here.n))
print(f"{here.share:.1%} of {here.n} sessions, 95 % interval {interval[0]:.1%} to {interval[1]:.1%}")
print(f"others {others.share:.1%} of {others.n}")""",
    ),
    (
        "markdown",
        """## When

Over the sessions on which it filled: quartiles of the bar, and how many by bar 12, 24 and 48.""",
    ),
    (
        "code",
        '''timing = db.sql("""
    SELECT count(*) AS filled, avg(gap_fill_bar) AS mean_bar,
           quantile_cont(gap_fill_bar, 0.25) AS q1,
           quantile_cont(gap_fill_bar, 0.5) AS median_bar,
           quantile_cont(gap_fill_bar, 0.75) AS q3,
           count(*) FILTER (gap_fill_bar <= 12) AS by_bar_12,
           count(*) FILTER (gap_fill_bar <= 24) AS by_bar_24,
           count(*) FILTER (gap_fill_bar <= 48) AS by_bar_48
    FROM asked WHERE matched AND gap_fill_bar > 0
""").df()
timing''',
    ),
    (
        "markdown",
        """## From the bars

The same from the five-minute bars alone: the first bar that trades at or below yesterday's close. Every
matched session must give the feature's own bar.""",
    ),
    (
        "code",
        '''db.sql("""
    WITH touched AS (
        SELECT session_date, min(bar_number) AS bar
        FROM bars JOIN sessions USING (session_date)
        WHERE segment = 'rth' AND low <= coy GROUP BY session_date
    )
    SELECT count(*) AS sessions, count(*) FILTER (coalesce(bar, 0) = gap_fill_bar) AS same
    FROM asked LEFT JOIN touched USING (session_date) WHERE matched
""").df()''',
    ),
    (
        "markdown",
        """## By the client

`Almanac` asks what the page asks, of the same warehouse and without a service. Its rate, interval and number
of days are those counted above, and it holds them against a coin.""",
    ),
    (
        "code",
        """import os

from session_almanac import Almanac, where

almanac = Almanac(os.environ.get("ALMANAC_WAREHOUSE", "warehouse"), symbol="DEMO")
modest_gap_up = [where("gap_up"), where("gap_size_pct_adr", "range", [10, 40])]
rate = almanac.rate("gap_fill_bar", modest_gap_up)
almanac.close()
assert (rate.days[0], rate.occurrence_days[0]) == (here.n, here.filled)
rate[["days", "occurrence_days", "occurrence", "lower", "upper", "coin_occurrence"]]""",
    ),
    (
        "markdown",
        """## The figures

A test asks the service the same question and compares each of these with its answer.""",
    ),
    (
        "code",
        """figures = {
    "sessions": int(here.sessions),
    "n": int(here.n),
    "filled": int(here.filled),
    "share": float(here.share),
    "interval": list(interval),
    "others_n": int(others.n),
    "others_filled": int(others.filled),
    **json.loads(timing.drop(columns="filled").to_json(orient="records", double_precision=15))[0],
}
print(json.dumps(figures, indent=1))""",
    ),
]
