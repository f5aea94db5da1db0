"""Make docs/notebooks/gap-fill.ipynb: run its cells on the sample sessions and keep what they say.

    .venv/bin/python -m scripts.make_notebook [--warehouse DIR] [--out FILE]

Without --warehouse the sample is imported and built in a scratch folder first.
"""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "docs" / "notebooks" / "gap-fill.ipynb"

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

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


def unexecuted() -> Any:
    """The notebook without outputs."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": _KERNEL})
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    notebook.cells = [make[kind](text, id=f"cell-{place}") for place, (kind, text) in enumerate(CELLS, 1)]
    return notebook


def executed(warehouse: Path) -> Any:
    """The notebook with what its cells say about DEMO in `warehouse`; an error in a cell is raised."""
    notebook = unexecuted()
    place = {"metadata": {"path": str(ROOT)}}
    client = NotebookClient(notebook, timeout=120, record_timing=False, resources=place)
    client.execute(env=os.environ | {"ALMANAC_WAREHOUSE": str(warehouse.resolve())})
    notebook.metadata = {"kernelspec": _KERNEL}
    return notebook


@contextmanager
def sample_warehouse() -> Iterator[Path]:
    """A scratch warehouse with the sample sessions built."""
    from core.importing.importer import import_sample
    from core.market.instruments import SAMPLE_SYMBOL
    from core.storage.paths import Warehouse
    from pipelines.runs import build_snapshot

    with TemporaryDirectory() as folder:
        warehouse = Warehouse(Path(folder))
        import_sample(warehouse)
        build_snapshot(warehouse, SAMPLE_SYMBOL)
        yield warehouse.root


def main() -> None:
    """Execute and write the notebook."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--warehouse", type=Path, metavar="DIR", help="a warehouse in which DEMO is built")
    parser.add_argument("--out", type=Path, metavar="FILE", default=NOTEBOOK)
    asked = parser.parse_args()
    if asked.warehouse:
        notebook = executed(asked.warehouse)
    else:
        with sample_warehouse() as warehouse:
            notebook = executed(warehouse)
    nbformat.write(notebook, asked.out)


if __name__ == "__main__":
    main()
