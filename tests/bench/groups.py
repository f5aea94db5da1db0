"""The groups of the bench: what is measured together, part by part, and under which heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.bench.build import build_rows
from tests.bench.chart_call import chart_call_rows
from tests.bench.chart_page import chart_page_rows
from tests.bench.engine_rows import engine_rows, opened
from tests.bench.growth import answer_growth_rows, student_rows
from tests.bench.http_rows import http_rows
from tests.bench.night import night_rows
from tests.bench.page import page_rows
from tests.bench.publication import publication_rows
from tests.bench.rows import Row
from tests.bench.startup import startup_rows
from tests.bench.symbols import symbol_rows
from tests.bench.vendor_file import vendor_rows
from tests.bench.whole_build import sample_rows, whole_build_rows

Part = Callable[[Path, Path], Iterable[Row]]
"""Rows from the warehouse with the sample's snapshot and a folder for everything else."""


@dataclass(frozen=True, slots=True)
class Group:
    """Parts by their names; one that fails leaves the others their rows."""

    title: str
    parts: dict[str, Part]


GROUPS: dict[str, Group] = {
    "build": Group(
        "Build, night and import",
        {
            "the sample's build": lambda sample, folder: sample_rows(folder / "again"),
            "almanac build": lambda sample, folder: whole_build_rows(folder),
            "almanac nightly": lambda sample, folder: night_rows(folder),
            "import": lambda sample, folder: vendor_rows(folder),
            "stages": lambda sample, folder: build_rows(folder),
        },
    ),
    "worker": Group(
        "Start and memory of a worker",
        {"worker": lambda sample, folder: startup_rows(folder)},
    ),
    "http": Group(
        "HTTP beside the same bytes prebuilt",
        {
            "calls": http_rows,
            "publications": lambda sample, folder: publication_rows(folder),
            "a day's chart": chart_call_rows,
        },
    ),
    "page": Group("The page in Chromium", {"dashboard": page_rows, "chart": chart_page_rows}),
    "symbols": Group("One run per symbol on Dask", {"symbols": lambda sample, folder: symbol_rows(folder)}),
    "growth": Group(
        "How an answer's cost grows with features, sessions and students",
        {
            "students": student_rows,
            "features and sessions": lambda sample, folder: answer_growth_rows(opened(sample)),
        },
    ),
    "engine": Group(
        "The engine beside pandas, Polars and DuckDB",
        {"engine": lambda sample, folder: engine_rows(opened(sample))},
    ),
}
"""The engine comes last: its tables would show in the memory of the commands that are started after it."""
