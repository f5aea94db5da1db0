"""What a coin gives of every yes/no feature and of one question; the last cell prints the figures as JSON."""

CELLS = [
    (
        "markdown",
        """# How much of this is a coin?

A coin day is a real session in which a fair coin kept or mirrored every bar: the same sizes, no direction.
What a share is on such days is owed to the shape of ranges alone. The table `coin` holds 10 to 100 of them
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
import pandas as pd
from scipy.stats import fisher_exact
from statsmodels.stats.proportion import confint_proportions_2indep

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

`n` and `k` are the days with a value and those with a yes, of the sessions and of the coin days. The
difference has Newcombe's interval. What is known before the open is the same on a session and on its coin
days, so that no coin decides it: those features are left out.""",
    ),
    (
        "code",
        '''types = db.sql("DESCRIBE features").df()
booleans = types.loc[types.column_type == "BOOLEAN", "column_name"]


def counts(table, where="true"):
    """Days with a value and with a yes of every yes/no feature."""
    parts = " UNION ALL ".join(
        f"SELECT '{name}' AS feature, count({name}) AS n, count(*) FILTER ({name}) AS k "
        f"FROM {table} WHERE {where}"
        for name in booleans
    )
    return db.sql(parts).df().set_index("feature")


def beside(days, coin):
    """The rates of one feature with their difference and its limits."""
    table = (days.k, days.n, coin.k, coin.n)
    lower, upper = confint_proportions_2indep(*table, method="newcomb", compare="diff")
    rate, of_coin = days.k / days.n, coin.k / coin.n
    return {"rate": rate, "coin": of_coin, "difference": rate - of_coin, "lower": lower, "upper": upper}


differs = ", ".join(f"bool_or(coin.{name} IS DISTINCT FROM features.{name}) AS {name}" for name in booleans)
differs = db.sql(f"SELECT {differs} FROM coin JOIN features USING (session_date)").df()
tossed = differs.columns[differs.iloc[0]]
days, coin = counts("features"), counts("coin")
table = pd.DataFrame([beside(days.loc[name], coin.loc[name]) for name in tossed], index=tossed)
table.insert(0, "n", days.n[tossed])
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
here, there = counts("features", FILTER).loc[FEATURE], counts("coin", FILTER).loc[FEATURE]
all_days = days.loc[FEATURE]
found = beside(here, there)
p_value = fisher_exact([[here.k, here.n - here.k], [there.k, there.n - there.k]]).pvalue
print(f"all days           {all_days.k / all_days.n:.1%} of {all_days.n}")
print(f"with the filter    {found['rate']:.1%} of {here.n}")
print(f"what a coin gives  {found['coin']:.1%} of {there.n} coin days")
limits = f"{found['lower']:+.1%} to {found['upper']:+.1%}"
print(f"more than a coin   {found['difference']:+.1%} ({limits}), p {p_value:.2f}")""",
    ),
    (
        "markdown",
        """## The figures

A test asks the service the same question and compares each of these with its answer.""",
    ),
    (
        "code",
        """figures = {
    "n": int(here.n),
    "k": int(here.k),
    "coin_n": int(there.n),
    "coin_k": int(there.k),
    **{name: float(value) for name, value in found.items()},
    "p_value": float(p_value),
}
print(json.dumps(figures, indent=1))""",
    ),
]
