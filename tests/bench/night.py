"""The nightly refresh of a symbol whose warehouse holds eighteen years, from the dropped file to CURRENT."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd

from tests.bench.rows import Row, row

ALMANAC = str(Path(sys.executable).with_name("almanac"))
LOOKED_AT = (0, 1, 3)
"""Exit codes of a night that ran to its end; the made-up bars need not reach the session that is due."""


def night_rows(folder: Path) -> list[Row]:
    """Seconds and memory of `almanac nightly` on `folder`/history-18, after the build of that history.

    The file has the last trade day once more with one volume changed: it is merged, checked, built in full,
    published and recorded.
    """
    warehouse = folder / "history-18"
    current = warehouse / "snapshots" / "ES" / "CURRENT"
    before = current.read_text()
    leave_file(folder / "history-18.parquet", warehouse / "drop" / "ES")
    started = time.perf_counter()
    process = subprocess.Popen(
        [ALMANAC, "nightly", "ES", "--warehouse", str(warehouse)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds, megabytes = time.perf_counter() - started, used.ru_maxrss / 1024
    if os.waitstatus_to_exitcode(status) not in LOOKED_AT or current.read_text() == before:
        raise SystemExit("the nightly refresh of eighteen years failed")
    return [
        row("nightly refresh of 18 years, end to end, s", seconds, "under 20 s", met=seconds < 20),
        row("memory of that night, MB", megabytes, "under 1,536 MB", met=megabytes < 1536),
    ]


def leave_file(history: Path, drop: Path, more: int = 1) -> None:
    """Leave the last trade day of a history once more in a drop folder, one volume `more`, an hour old."""
    bars = pd.read_parquet(history)
    last = bars[bars["ts"] > bars["ts"].iloc[-1] - pd.Timedelta(hours=23)].reset_index(drop=True)
    last.loc[0, "volume"] += more
    drop.mkdir(parents=True, exist_ok=True)
    path = drop / "night.parquet"
    last.to_parquet(path, index=False)
    then = time.time() - 3600
    os.utime(path, (then, then))
