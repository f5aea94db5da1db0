"""The page's rows: Chromium at 4x CPU throttle over the real service (tests/bench/page.mjs)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.bench import serving
from tests.bench.rows import Row, row

SCRIPT = Path(__file__).with_name("page.mjs")


def page_rows(warehouse: Path, folder: Path) -> list[Row]:
    """Speed of Apply and of typing, and the JavaScript that comes before the dashboard shows."""
    port = serving.free_port()
    with serving.running(serving.service_command(warehouse, folder / "page-state", port), port):
        command = ["node", str(SCRIPT), f"http://127.0.0.1:{port}"]
        measured = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return rows_of(measured)


def rows_of(measured: dict[str, float | list[float]]) -> list[Row]:
    """Rows from what the script printed: `applies`, `typing` in ms; `scripts` and `charts*` in KB."""
    slow = sorted(_list(measured["applies"]))[-1 - len(_list(measured["applies"])) // 20]
    typing, scripts = _number(measured["typing"]), _number(measured["scripts"])
    before, after = _number(measured["chartsBefore"]), _number(measured["chartsAfter"])
    lazily = before == 0 < after
    return [
        row(
            "Apply to painted numbers, ten cards, beyond the call, p95 ms",
            slow,
            "under 150 ms",
            met=slow < 150,
        ),
        row("longest task while typing in a filter, ms", typing, "under 50 ms", met=typing < 50),
        row("JavaScript before the dashboard shows, KB gzip", scripts, "under 250 KB", met=scripts < 250),
        row("ECharts before its first use, KB gzip", before, "0, and some after", met=lazily),
    ]


def _list(value: float | list[float]) -> list[float]:
    assert isinstance(value, list)
    return value


def _number(value: float | list[float]) -> float:
    assert isinstance(value, float | int)
    return float(value)
