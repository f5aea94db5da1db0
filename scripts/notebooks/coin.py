"""What a coin gives of every yes/no feature and of one question; the last cell prints the figures as JSON."""

CELLS = [
    (
        "markdown",
        """# How much of this is a coin?

A coin day is a real session in which a fair coin kept or mirrored every bar: the same sizes, no direction.
What a share is on such days is owed to the shape of ranges alone. The table `coin` holds 24 to 104 of them
for each session, with the columns of `features`.

Here every yes/no feature of the sample sessions (symbol `DEMO`) stands beside its coin, then one question as
a card of the page answers it. The sample is made up; for your own bars write `ES`.""",
    ),
    (
        "code",
        '''import json
import subprocess
import sys

import duckdb
import numpy as np
import pandas as pd
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

command = [sys.executable, "-m", "cli.main", "views", "DEMO"]  # in a shell: almanac views DEMO
views = subprocess.run(command, capture_output=True, text=True, check=True).stdout
db = duckdb.connect()
db.execute(views)
db.sql("""
    SELECT count(*) AS coin_days, count(DISTINCT session_date) AS sessions, max(draw) AS of_each FROM coin
""").df()''',
    ),
    (
        "markdown",
        """## Every yes/no feature

Each day is compared with the coin days of its own session. `n` days have a value and such a coin day, `rate`
is their share with a yes, `coin` the mean share of their coin days. The difference has Wilson's limits, on as
many days as its spread from day to day allows. What is known before the open is the same on a session and on
its coin days, so that no coin decides it: those features are left out.""",
    ),
    (
        "code",
        '''types = db.sql("DESCRIBE features").df()
booleans = types.loc[types.column_type == "BOOLEAN", "column_name"]


def paired(name, where="true"):
    """The days with a value that have a coin day: came is 0 or 1, of `tossed` coin days it came on `yes`."""
    return db.sql(f"""
        SELECT features.{name}::int AS came, coins.*
        FROM features JOIN (
            SELECT session_date, count(*) AS tossed, count(*) FILTER ({name}) AS yes
            FROM coin WHERE {where} AND {name} IS NOT NULL GROUP BY session_date
        ) AS coins USING (session_date)
        WHERE {where} AND {name} IS NOT NULL ORDER BY session_date
    """).df()


def against_coins(days):
    """The rate of these days, the coin's and their difference with its limits."""
    n, share = len(days), days.yes / days.tossed
    rate, coin = days.came.mean(), share.mean()
    spread, binomial = (days.came - share).var(ddof=0) * n, rate * (1 - rate)
    ratio = (10 + spread / binomial) / (10 + n) if binomial else 1
    lower, upper = proportion_confint(rate * n / ratio, n / ratio, method="wilson")
    compared = {"n": n, "rate": rate, "coin": coin, "difference": rate - coin}
    return compared | {"lower": lower - coin, "upper": upper - coin}


differs = ", ".join(f"bool_or(coin.{name} IS DISTINCT FROM features.{name}) AS {name}" for name in booleans)
differs = db.sql(f"SELECT {differs} FROM coin JOIN features USING (session_date)").df()
tossed = differs.columns[differs.iloc[0]]
table = pd.DataFrame([against_coins(paired(name)) for name in tossed], index=tossed)
table.sort_values("difference", key=abs, ascending=False).round(4)''',
    ),
    (
        "markdown",
        """## One question

The first hour closes in the upper third of its range. How often does the day close above its open? A good
part of it is arithmetic: half of the way has been gone already. The coin days that pass the same filter have
the same head start.""",
    ),
    (
        "code",
        """FILTER, FEATURE = "or12_close_third = 'upper'", "close_above_open"
everywhere = db.sql(f"SELECT avg({FEATURE}::int) AS rate, count({FEATURE}) AS n FROM features").df().iloc[0]
days = paired(FEATURE, FILTER)
found = against_coins(days)
chance = (days.yes + days.came) / (days.tossed + 1)  # the day is one of its own draws
score = (days.came - chance).sum() / np.sqrt((chance * (1 - chance)).sum())
p_value = 2 * norm.sf(abs(score))
print(f"all days           {everywhere.rate:.1%} of {everywhere.n:.0f}")
print(f"with the filter    {found['rate']:.1%} of {found['n']}")
print(f"what a coin gives  {found['coin']:.1%} on the same days")
limits = f"{found['lower']:+.1%} to {found['upper']:+.1%}"
print(f"the difference     {found['difference']:+.1%} ({limits}), p {p_value:.2f}")""",
    ),
    (
        "markdown",
        """## The figures

A test asks the service the same question and compares each of these with its answer.""",
    ),
    (
        "code",
        """figures = {name: float(value) for name, value in found.items()} | {"p_value": float(p_value)}
figures |= {"n": len(days), "came": int(days.came.sum())}
print(json.dumps(figures, indent=1))""",
    ),
]
