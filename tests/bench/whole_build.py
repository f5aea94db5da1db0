"""Rows of whole commands, starts and all: the sample from nothing, eighteen years built."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.build import history_of
from tests.bench.rows import Row, row

ALMANAC = str(Path(sys.executable).with_name("almanac"))
YEARS = 18


def sample_rows(warehouse: Path) -> list[Row]:
    """Seconds from nothing to a published snapshot of the sample, beside a start of Python with pandas."""
    seconds = _seconds([ALMANAC, "import", "--sample", "--warehouse", str(warehouse)])
    seconds += _seconds([ALMANAC, "build", "DEMO", "--warehouse", str(warehouse)])
    peer = _seconds([sys.executable, "-c", "import pandas, pyarrow.parquet"])
    title = "build of the sample's history, s (peer: import pandas)"
    return [row(title, seconds, "under 15 s", peer=peer, met=seconds < 15)]


def whole_build_rows(folder: Path) -> list[Row]:
    """Seconds and memory of `almanac build` on eighteen years."""
    warehouse = history_of(folder, YEARS)
    started = time.perf_counter()
    command = [ALMANAC, "build", "ES", "--warehouse", str(warehouse)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds, megabytes = time.perf_counter() - started, used.ru_maxrss / 1024
    if status != 0:
        raise SystemExit("the build of eighteen years failed")
    return [
        row("build of 18 years, s", seconds, "under 10 s", met=seconds < 10),
        row("memory of that build, MB", megabytes, "under 1,024 MB", met=megabytes < 1024),
    ]


def _seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started
