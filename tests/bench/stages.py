"""A build or a night by stage, timed after every import: `python -m tests.bench.stages WAREHOUSE KIND`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import core.build.evidence.stability  # noqa: F401 - statsmodels takes seconds to import
from core.build.steps import StepReport
from core.storage.bars import read_bars_index
from core.storage.paths import Warehouse
from pipelines.night_place import place_of
from pipelines.runs import build_snapshot, run_night
from tests.bench.long_calendar import begin_in_time

SYMBOL = "ES"
Progress = Callable[[StepReport], None]


def build(warehouse: Warehouse, progress: Progress) -> None:
    """The imported bars into a published snapshot."""
    build_snapshot(warehouse, SYMBOL, progress)


def night(warehouse: Warehouse, progress: Progress) -> None:
    """What lies in the drop folder into a published snapshot."""
    run_night(place_of(warehouse, {}, progress), SYMBOL)


def timed(work: Callable[[Warehouse, Progress], None], warehouse: Warehouse) -> dict[str, object]:
    """Seconds by stage, `all` and what is outside the stages, sessions, and megabytes before and at most."""
    seconds: dict[str, float] = {}
    sessions: dict[str, object] = {}

    def note(report: StepReport) -> None:
        seconds[report.step] = report.seconds
        sessions[report.step] = report.numbers.get("sessions")

    before, started = megabytes(), time.perf_counter()
    work(warehouse, note)
    whole = time.perf_counter() - started
    seconds["around the stages"] = whole - sum(seconds.values())
    seconds["all"] = whole
    return {"seconds": seconds, "sessions": sessions["features"], "before": before, "most": megabytes()}


def megabytes() -> float:
    """The most memory this process has held; getrusage tells the parent's where that was more."""
    status = Path("/proc/self/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024


if __name__ == "__main__":
    place = Warehouse(Path(sys.argv[1]))
    begin_in_time(read_bars_index(place, SYMBOL).first_ts)
    print(json.dumps(timed({"build": build, "night": night}[sys.argv[2]], place)))
