"""Rows of a build and of a night, stage by stage, at three lengths, beside DuckDB grouping the same bars."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.night import leave_file
from tests.bench.power import power_of
from tests.bench.rows import Row
from tests.bench.targets import GROWTH, judged

YEARS = (2, 18, 36)
TURNS = 3
"""Builds of a length, of which the fastest counts, as the fastest of the peer's does."""


@dataclass(frozen=True, slots=True)
class Built:
    """So many years: seconds of a build and of a night by stage, and the peer's for the same bars.

    `megabytes` is what the build took beyond a start with every import.
    """

    years: int
    build: dict[str, float]
    night: dict[str, float]
    peer: float
    sessions: int
    megabytes: float


def history_of(folder: Path, years: int) -> Path:
    """A warehouse below `folder` with these years of ES imported."""
    warehouse = folder / f"history-{years}"
    if not warehouse.exists():
        bars = bars_of(folder, years)
        run("tests.bench.history", str(bars), str(years))
        claims = ["--symbol", "ES", "--roll", "calendar", "--warehouse", str(warehouse)]
        run("tests.bench.long_calendar", "import", str(bars), *claims)
    return warehouse


def built_history(folder: Path, years: int) -> Path:
    """The same warehouse with a snapshot."""
    warehouse = history_of(folder, years)
    if not (warehouse / "snapshots" / "ES" / "CURRENT").exists():
        run("tests.bench.long_calendar", "build", "ES", "--warehouse", str(warehouse))
    return warehouse


def bars_of(folder: Path, years: int) -> Path:
    """The file that such a warehouse was imported from."""
    return folder / f"history-{years}.parquet"


def build_rows(folder: Path, all_years: tuple[int, ...] = YEARS) -> list[Row]:
    """Rows of every length, and how memory grows with the sessions."""
    return rows_of([_built(folder, years) for years in all_years])


def rows_of(built: list[Built]) -> list[Row]:
    """The rows of what was built, from the shortest to the longest."""
    rows = [row for each in built for row in _rows(each)]
    seconds = {each.sessions: each.build["all"] for each in built}
    rows.append(judged("build: power of the sessions that its time grows with", power_of(seconds)))
    return [*rows, *_growth(built)]


def _built(folder: Path, years: int) -> Built:
    warehouse = history_of(folder, years)
    peer = float(run("tests.bench.grouping", str(warehouse / "bars" / "symbol=ES")))
    build = min((_anew(warehouse) for _ in range(TURNS)), key=lambda each: each["seconds"]["all"])
    leave_file(bars_of(folder, years), warehouse / "drop" / "ES", more=2)
    night = _stages(warehouse, "night")
    megabytes = build["most"] - build["before"]
    return Built(years, build["seconds"], night["seconds"], peer, build["sessions"], megabytes)


def _anew(warehouse: Path) -> dict[str, Any]:
    shutil.rmtree(warehouse / "snapshots", ignore_errors=True)
    return _stages(warehouse, "build")


def _stages(warehouse: Path, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("tests.bench.stages", str(warehouse), kind))
    return found


def _rows(built: Built) -> Iterator[Row]:
    years, build = built.years, built.build
    for kind, seconds in (("build", build), ("night", built.night)):
        for stage, took in seconds.items():
            if stage != "all":
                yield judged(f"{kind} of {years} years, {stage}, s", took)
    yield judged(f"build of {years} years without starts, s against DuckDB", build["all"], built.peer)
    yield judged(f"night of {years} years without starts, s", built.night["all"])
    yield judged(f"build of {years} years, memory beyond the start's, MB", built.megabytes)


def _growth(built: list[Built]) -> Iterator[Row]:
    """How much steeper memory grows with the sessions from the second length to the third."""
    if len(built) < 3:
        return
    short, middle, long = built[:3]
    steps = [
        (more.megabytes - less.megabytes) / (more.sessions - less.sessions)
        for less, more in ((short, middle), (middle, long))
    ]
    yield judged(GROWTH, steps[1] / steps[0])


def run(module: str, *arguments: str) -> str:
    """What a module of the bench prints; SystemExit with its last words where it failed."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {module} ended with {done.returncode}: {done.stderr[-400:]}")
    return done.stdout
