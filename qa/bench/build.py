"""Eighteen years: `almanac build` as a whole, its coin step, a night's build, and what a worker holds."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from qa.bench.almanac import ALMANAC, almanac
from qa.bench.nights import night_rows
from qa.bench.question import TWENTY
from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import COMPUTE, Visitor, full_answer, new_service

YEARS = 18
WARM = 50


def build_rows(folder: Path, years: int = YEARS) -> Iterator[Row]:
    """The command, starts and all, the coin step of its work, and a night's build."""
    warehouse = _imported(folder, years)
    seconds, megabytes = _command(warehouse)
    yield judged(f"almanac build of {years} years, starts and all: s", seconds)
    yield judged("memory of that build: MB", megabytes, aim=Aim("ours", 1200))
    whole, coin = map(float, _printed("qa.bench.build_times", str(warehouse)).split())
    yield judged(
        "coin step of that build, against the rest: s", coin, peer=whole - coin, aim=Aim("ours/peer", 5)
    )
    yield from night_rows(folder, folder / f"history-{years}.parquet", years)


def worker_rows(folder: Path, years: int = YEARS) -> Iterator[Row]:
    warehouse = _built(folder, years)
    began = time.perf_counter()
    with new_service(warehouse, folder / "state-worker") as service, closing(Visitor(service)) as visitor:
        visitor.post(COMPUTE, full_answer("narrow", TWENTY, 0))
        yield judged(
            f"start of a worker with {years} years to its first answer: s", time.perf_counter() - began
        )
        for number in range(WARM):
            visitor.post(COMPUTE, full_answer("narrow", TWENTY, number))
        name = f"memory of a worker with {years} years: MB"
        yield judged(name, service.megabytes(), aim=Aim("ours", 140))


def _imported(folder: Path, years: int) -> Path:
    warehouse = folder / f"history-{years}"
    if not warehouse.exists():
        bars = folder / f"history-{years}.parquet"
        _printed("qa.bench.history", str(bars), str(years))
        almanac("import", str(bars), "--symbol", "ES", "--roll", "calendar", "--warehouse", str(warehouse))
    return warehouse


def _built(folder: Path, years: int) -> Path:
    warehouse = _imported(folder, years)
    if not (warehouse / "snapshots" / "ES").exists():
        almanac("build", "ES", "--warehouse", str(warehouse))
    return warehouse


def _command(warehouse: Path) -> tuple[float, float]:
    """Seconds and megabytes of the whole command."""
    began = time.perf_counter()
    command = [ALMANAC, "build", "ES", "--warehouse", str(warehouse)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"bench: the build of {warehouse} failed")
    return time.perf_counter() - began, used.ru_maxrss / 1024


def _printed(module: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"bench: {module} ended with {done.returncode}: {done.stderr[-400:]}")
    return done.stdout
