"""`make bench`: every group of figures, as a table, build/bench.json and docs/performance.md.

Groups named as arguments are run alone; then the page keeps what it has.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import orjson

from tests.bench.build import build_rows
from tests.bench.chart_call import chart_call_rows
from tests.bench.chart_page import chart_page_rows
from tests.bench.engine_rows import engine_rows, opened
from tests.bench.growth import answer_growth_rows, student_rows
from tests.bench.http_rows import http_rows
from tests.bench.machine import ROOT, facts
from tests.bench.night import night_rows
from tests.bench.page import page_rows
from tests.bench.publication import publication_rows
from tests.bench.report import write_report
from tests.bench.rows import Row, table
from tests.bench.startup import startup_rows
from tests.bench.symbols import symbol_rows
from tests.bench.vendor_file import vendor_rows
from tests.bench.whole_build import sample_rows, whole_build_rows

ALMANAC = str(Path(sys.executable).with_name("almanac"))
REPORT = ROOT / "docs" / "performance.md"

Group = Callable[[Path, Path], list[Row]]
"""Rows from the warehouse with the sample's snapshot and a folder for everything else."""


def _build(sample: Path, folder: Path) -> list[Row]:
    whole = [*whole_build_rows(folder), *night_rows(folder), *vendor_rows(folder)]
    return [*sample_rows(folder / "again"), *whole, *build_rows(folder)]


def _worker(sample: Path, folder: Path) -> list[Row]:
    if not (folder / "history-18" / "snapshots").exists():
        whole_build_rows(folder)
    return startup_rows(folder / "history-18", folder)


def _http(sample: Path, folder: Path) -> list[Row]:
    return [*http_rows(sample, folder), *publication_rows(folder), *chart_call_rows(sample, folder)]


def _growth(sample: Path, folder: Path) -> list[Row]:
    return [*answer_growth_rows(opened(sample)), *student_rows(sample, folder)]


def _page(sample: Path, folder: Path) -> list[Row]:
    return [*page_rows(sample, folder), *chart_page_rows(sample, folder)]


def _engine(sample: Path, folder: Path) -> list[Row]:
    return engine_rows(opened(sample))


def _symbols(sample: Path, folder: Path) -> list[Row]:
    return symbol_rows(folder)


GROUPS: dict[str, tuple[str, Group]] = {
    "build": ("Build, night and import", _build),
    "worker": ("Start and memory of a worker", _worker),
    "http": ("HTTP beside the same bytes prebuilt", _http),
    "growth": ("How an answer's cost grows with features, sessions and students", _growth),
    "page": ("The page in Chromium", _page),
    "symbols": ("One run per symbol on Dask", _symbols),
    "engine": ("The engine beside pandas, Polars and DuckDB", _engine),
}
"""The engine comes last: its tables would show in the memory of the commands that are started after it."""


def main(asked: list[str]) -> None:
    """Run the groups and write what they found; SystemExit where one is not known."""
    unknown = [name for name in asked if name not in GROUPS]
    if unknown:
        raise SystemExit(f"bench: {', '.join(unknown)} found, {', '.join(GROUPS)} expected")
    with tempfile.TemporaryDirectory() as temporary:
        folder, found = Path(temporary), facts()
        sample = sample_of(folder / "sample")
        groups = {GROUPS[name][0]: _shown(name, sample, folder) for name in asked or GROUPS}
    if asked:
        return
    rows = [row for group in groups.values() for row in group]
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(orjson.dumps([asdict(row) for row in rows], option=orjson.OPT_INDENT_2) + b"\n")
    write_report(REPORT, found, groups)


def _shown(name: str, sample: Path, folder: Path) -> list[Row]:
    """A group's rows, printed as soon as they are there."""
    title, group = GROUPS[name]
    rows = group(sample, folder)
    print(f"{title}\n{table(rows)}\n", flush=True)
    return rows


def sample_of(warehouse: Path) -> Path:
    """A warehouse with the sample's snapshot."""
    place = ["--warehouse", str(warehouse)]
    subprocess.run([ALMANAC, "import", "--sample", *place], check=True, capture_output=True)
    subprocess.run([ALMANAC, "build", "DEMO", *place], check=True, capture_output=True)
    return warehouse


if __name__ == "__main__":
    main(sys.argv[1:])
