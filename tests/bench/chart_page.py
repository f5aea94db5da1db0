"""The chart's rows: Chromium over the real service (tests/bench/chart_page.mjs)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.bench import serving
from tests.bench.rows import Row, row

SCRIPT = Path(__file__).with_name("chart_page.mjs")


def chart_page_rows(warehouse: Path, folder: Path) -> list[Row]:
    """Speed of stepping through days and of zooming, and when the chart's code is loaded."""
    port = serving.free_port()
    with serving.running(serving.service_command(warehouse, folder / "chart-state", port), port):
        command = ["node", str(SCRIPT), f"http://127.0.0.1:{port}"]
        measured = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return rows_of(**measured)


def rows_of(before: float, after: float, switches: list[float], frames: list[float]) -> list[Row]:
    """Rows from what the script printed: `switches` and `frames` in ms, `before` and `after` in KB."""
    switch, frame = _slow(switches), _slow(frames)
    return [
        row("next day's answer at hand, click to painted, p95 ms", switch, "under 100 ms", met=switch < 100),
        row("frame while wheel-zooming a day, p95 ms", frame, "under 25 ms", met=frame < 25),
        row(
            "chart's code before its first use, KB gzip", before, "0, and some after", met=before == 0 < after
        ),
    ]


def _slow(times: list[float]) -> float:
    """The 95th percentile: a twentieth of the times are longer."""
    return sorted(times)[-1 - len(times) // 20]
