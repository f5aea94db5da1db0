"""Rows of many symbols: one run each on a Dask cluster of one worker and of two."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd

from tests.bench.build import bars_of, history_of, run
from tests.bench.machine import ROOT
from tests.bench.rows import Row
from tests.bench.targets import DASK_LONG, DASK_SHORT, judged

SYMBOLS = ("ES", "NQ", "RTY", "YM")
YEARS = 36
LONG = 10
"""How many times a worker's start a symbol's work has to be to count as long."""


def symbol_rows(folder: Path, years: int = YEARS, symbols: tuple[str, ...] = SYMBOLS) -> list[Row]:
    """Seconds of the symbols' builds, all of the same moves, and how much faster two workers are."""
    warehouse = history_of(folder, years)
    whole = in_whole_points(bars_of(folder, years), folder / f"whole-points-{years}.parquet")
    for symbol in symbols[1:]:
        claims = ["--symbol", symbol, "--roll", "calendar", "--warehouse", str(warehouse)]
        run("tests.bench.long_calendar", "import", str(whole), *claims)
    one, two = (_measured(warehouse, folder / "dagster", workers, symbols) for workers in (1, 2))
    work = one["seconds"] / len(symbols)
    aim = DASK_LONG if work >= LONG * one["start"] else DASK_SHORT
    return [
        judged("start of a Dask worker, s", one["start"]),
        judged(f"build of one symbol of {years} years on Dask, s", work),
        judged(f"build of {len(symbols)} symbols of {years} years on one Dask worker, s", one["seconds"]),
        judged(aim, two["seconds"], one["seconds"]),
    ]


def in_whole_points(history: Path, path: Path) -> Path:
    """The bars at four times their prices: quarters become whole points, which lie on every symbol's tick."""
    bars = pd.read_parquet(history)
    prices = ["open", "high", "low", "close"]
    bars[prices] *= 4
    bars.to_parquet(path, index=False)
    return path


def _measured(warehouse: Path, storage: Path, workers: int, symbols: tuple[str, ...]) -> dict[str, float]:
    shutil.rmtree(warehouse / "snapshots", ignore_errors=True)
    storage.mkdir(exist_ok=True)
    given = {
        "ALMANAC_EXECUTOR": "dask",
        "ALMANAC_WAREHOUSE": str(warehouse),
        "DAGSTER_HOME": str(ROOT / "deploy" / "queue"),
        "DAGSTER_STORAGE_DIR": str(storage),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "tests.bench.dask_runs", str(workers), *symbols]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | given)
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command[2:])} ended: {done.stderr[-600:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
