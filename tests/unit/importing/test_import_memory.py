"""A whole import of a long file takes a bounded memory per row, whatever the file's form."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from core.contracts.errors import DataError
from core.importing.formats.any_file import read_any_file
from core.importing.progress import listen_to_progress
from core.market.calendar import exchange_calendar

MOST_BYTES = 90
"""A row; 5.7 million rows and the 200 MB of the libraries stay under 900 MB."""

MOST_BYTES_KEPT = 160
"""A row, of a symbol whose minutes are kept: 48 of them are its numbers, read and put on the tick."""

TEXT_STAMPS = {"Date": "%m/%d/%Y", "Time": "%H:%M"}

STEADY_PEAK = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "65536",
    "MALLOC_TRIM_THRESHOLD_": "0",
}
"""Freed memory goes back at once and no threads overlap: without it the peak of one import varies twofold."""

MEASURE = """
import re, resource, sys
from dataclasses import replace
from pathlib import Path
from core.importing.importer import import_file
from core.market.instruments import INSTRUMENTS
from core.warehouse.paths import Warehouse
def peak():
    own = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    return own * 1024, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
short, long, folder = map(Path, sys.argv[1:4])
INSTRUMENTS["ES"] = replace(INSTRUMENTS["ES"], bars=sys.argv[4])
import_file(short, symbol="ES", warehouse=Warehouse(folder / "short"))
before = peak()
report = import_file(long, symbol="ES", warehouse=Warehouse(folder / "long"))
print(report.rows, *(after - earlier for after, earlier in zip(peak(), before, strict=True)))
"""


def minutes(sessions: int) -> pd.DataFrame:
    """One-minute bars of whole days from 18:00 to 17:00, with the volume of the day's hours."""
    days = exchange_calendar().sessions_between("2022-01-03", "2024-06-28")
    short = exchange_calendar().are_short(days)
    evenings = days[~short][:sessions].astype("datetime64[m]") - np.timedelta64(6, "h")
    of_day = np.arange(1380)
    local = (evenings[:, None] + of_day.astype("timedelta64[m]")).ravel()
    volume = np.tile(np.where(of_day < 930, 50, 900) + of_day % 40, len(evenings))
    close = 5000 + np.arange(len(local)) % 23 * 0.25
    bars = pd.DataFrame({"local": local, "open": close, "high": close + 1, "low": close - 1, "close": close})
    return bars.assign(volume=volume)


def written(bars: pd.DataFrame, folder: Path, form: str) -> Path:
    """The bars as a vendor's text, a vendor's parquet or a CSV of our own form."""
    values, local = bars.drop(columns="local"), bars["local"]
    path = folder / f"{len(bars)}.{'parquet' if form == 'parquet' else 'csv'}"
    if form == "own":
        utc = local.dt.tz_localize("America/New_York").dt.tz_convert("UTC").dt.tz_localize(None)
        values.insert(0, "ts", utc)
        pl.from_pandas(values).write_csv(path, datetime_format="%Y-%m-%dT%H:%M:%SZ")
        return path
    if form == "parquet":
        values.insert(0, "Date Time", local)
        values.to_parquet(path, index=False)
        return path
    stamps = [pl.col("local").dt.strftime(each).alias(name) for name, each in TEXT_STAMPS.items()]
    pl.from_pandas(bars).select(*stamps, pl.exclude("local")).write_csv(path)
    return path


@pytest.mark.large
@pytest.mark.parametrize(
    ("form", "bars", "most"),
    [
        ("text", "5m", MOST_BYTES),
        ("parquet", "5m", MOST_BYTES),
        ("own", "5m", MOST_BYTES),
        ("own", "1m", MOST_BYTES_KEPT),
    ],
)
def test_a_whole_import_takes_a_bounded_memory_per_row(
    tmp_path: Path, form: str, bars: str, most: int
) -> None:
    long = minutes(500)
    paths = [written(each, tmp_path, form) for each in (minutes(150), long)]
    command = [sys.executable, "-c", MEASURE, *map(str, paths), str(tmp_path), bars]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | STEADY_PEAK)
    assert done.returncode == 0, done.stderr
    rows, taken, taken_by_reader = map(int, done.stdout.split())
    assert rows == len(long) // 5
    assert max(taken, taken_by_reader) / len(long) < most  # the reader has ended when the rest begins


def test_a_long_import_says_where_it_is(tmp_path: Path) -> None:
    places: list[str] = []
    with listen_to_progress(places.append):
        file = read_any_file(written(minutes(150), tmp_path, "text"))
    assert len(file.frame) == 150 * 276
    assert places[0] == "taking the file apart"
    assert "reading the stamps, row 100,001 of 207,000" in places
    assert "reading volume, row 200,001 of 207,000" in places
    assert places[-1] == "finding the time zone"


@pytest.mark.parametrize("column", [0, 3])
def test_a_fault_at_the_head_is_refused_before_the_rest_is_read(tmp_path: Path, column: int) -> None:
    path = written(minutes(150), tmp_path, "text")
    lines = path.read_text().splitlines()
    cells = lines[2].split(",")
    lines[2] = ",".join([*cells[:column], "nothing", *cells[column + 1 :]])
    path.write_text("\n".join([*lines, ""]))
    places: list[str] = []
    with listen_to_progress(places.append), pytest.raises(DataError, match=r"data row 2: .*nothing"):
        read_any_file(path)
    assert not any("of 207,000" in place for place in places)
