"""The page's rows: Chromium over a service that has just started (page.mjs and its like)."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import new_service

SCRIPTS = Path(__file__).parent


def page_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """Speed of Apply and of typing at a fourth of this machine's, and what is loaded before it is used."""
    found = _measured("page.mjs", sample, folder / "state-page")
    for cards, times, seen, last in (("ten", "applies", 200, None), ("all", "all", 300, 2000)):
        name = f"Apply with {cards} cards open, 4x throttle, key to painted"
        yield judged(f"{name} in sight: p95 ms", _slow_of(found[times], "seen"), aim=Aim("ours", seen))
        yield judged(
            f"{name}, all: p95 ms", _slow_of(found[times], "all"), aim=Aim("ours", last) if last else None
        )
    yield judged("longest task while typing in a filter: ms", found["typing"], aim=Aim("ours", 50))
    yield judged("longest task while an answer arrives: ms", found["answering"], aim=Aim("ours", 50))
    first = found["first"]
    yield judged("calls of a first visit, ten cards open", first["calls"], aim=Aim("ours", 2))
    yield judged("their answers, uncompressed: KB", first["size"])
    yield judged("JavaScript before the dashboard shows: KB gzip", found["scripts"], aim=Aim("ours", 250))
    yield judged("ECharts before its first use: KB gzip", found["chartsBefore"], aim=Aim("ours", 0))


def chart_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """Speed of steps from day to day and of zooming, and the chart's code before it is used."""
    found = _measured("chart_page.mjs", sample, folder / "state-chart")
    name = "next day's answer at hand, 4x throttle, click to painted: p95 ms"
    yield judged(name, slow(found["switches"]), aim=Aim("ours", 80))
    yield judged(
        "frame while wheel-zooming a day, 4x throttle: p95 ms", slow(found["frames"]), aim=Aim("ours", 17)
    )
    yield judged("chart's code before its first use: KB gzip", found["before"], aim=Aim("ours", 0))


def gallery_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """Speed of pages of 60 days, from the answer to the painted days, and of scrolling them."""
    found = _measured("gallery_page.mjs", sample, folder / "state-gallery")
    name = "60 days of the gallery, 4x throttle"
    yield judged(f"{name}, answer to painted: p95 ms", slow(found["turns"]), aim=Aim("ours", 300))
    yield judged(f"{name}, longest task of the thread: p95 ms", slow(found["busy"]), aim=Aim("ours", 300))
    frames = slow(found["frames"])
    yield judged("frame while scrolling them, 4x throttle: p95 ms", frames, aim=Aim("ours", 17))
    yield judged("their bars, uncompressed: KB", found["after"])


def slow(times: Sequence[float]) -> float:
    """The 95th percentile: a twentieth of the times are longer."""
    return sorted(times)[-1 - len(times) // 20]


def _slow_of(applies: Sequence[dict[str, float]], part: str) -> float:
    return slow([each[part] for each in applies])


def _measured(script: str, sample: Path, state: Path) -> dict[str, Any]:
    with new_service(sample, state) as service:
        command = ["node", str(SCRIPTS / script), service.address]
        done = subprocess.run(command, check=True, capture_output=True)
    found: dict[str, Any] = json.loads(done.stdout)
    if not found.get("chartsAfter", found.get("after")):
        raise SystemExit(f"bench: {script} did not see what is loaded at its first use")
    return found
