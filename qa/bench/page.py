"""The page's rows: Chromium over a service that has just started (browser/*.mjs).

Times stand beside a floor that the same Chromium takes in the same run: the same call and the same picture,
or lightweight-charts with the same bars.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from qa.bench.rows import Aim, Row, judged
from qa.bench.service_process import new_service

SCRIPTS = Path(__file__).parent / "browser"


def slow(times: Sequence[float]) -> float:
    """The 95th percentile: a twentieth of the times are longer."""
    return sorted(times)[-1 - len(times) // 20]


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times its floor something may take: its `middle`, and its p95 where that has a bound."""

    words: str
    most: float | None
    most_p95: float | None = None
    middle: Callable[[Sequence[float]], float] = median


RATIOS = {
    "ten cards in sight": Ratio("Apply with ten cards open, key to painted in sight", 1.5, 2),
    "all cards": Ratio("Apply with all cards open, key to all painted", 2),
    "live count": Ratio("live count, request to painted", 1.5),
    "first visit": Ratio("first visit, address to painted figures in sight", 1.5),
    "change of view": Ratio("change of view, click to painted", 2),
    "typed open": Ratio("typed open on Today, request to painted", 1.5),
    "next day": Ratio("next day of the chart, click to painted", 2),
    "wheel": Ratio("frame of the chart while the wheel turns, mean", 1.5, middle=fmean),
    "drag": Ratio("frame of the chart while it is dragged, mean", 1.5, middle=fmean),
    "wheel, main thread": Ratio("main thread for a frame while the wheel turns, mean", None, middle=fmean),
    "drag, main thread": Ratio("main thread for a frame while it is dragged, mean", None, middle=fmean),
}


def apply_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """An Apply and a live count beside the same calls and the same HTML."""
    found = _measured("apply.mjs", sample, folder / "state-apply")
    yield from _ratio_rows(found["ratios"])
    for count in found["ratios"]:
        if "rest" in count:
            name = f"live count, key to request, {count['rate']}x throttle: ms"
            yield judged(name, median(count["rest"]), aim=Aim("ours", 150))
    for name, longest in ("while typing in a filter", "typing"), ("while an answer arrives", "answering"):
        yield judged(f"longest task {name}, 4x throttle: ms", found[longest], aim=Aim("ours", 50))


def visit_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """A first visit, a change of view, a typed open, an idle page, and what is loaded before it is used."""
    found = _measured("visits.mjs", sample, folder / "state-visits")
    yield from _ratio_rows(found["ratios"])
    idle = found["idle"] - found["blank"]
    yield judged("main thread of an idle minute, more than a blank page's: s", idle, aim=Aim("ours", 0.2))
    loaded = found["loaded"]
    _see(loaded["chartsAfter"], "ECharts")
    yield judged("calls of a first visit, ten cards open", loaded["calls"], aim=Aim("ours", 2))
    yield judged("their answers, uncompressed: KB", loaded["answers"])
    yield judged("JavaScript before the dashboard shows: KB gzip", loaded["scripts"], aim=Aim("ours", 250))
    yield judged("ECharts before its first use: KB gzip", loaded["chartsBefore"], aim=Aim("ours", 0))


def chart_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """The chart beside lightweight-charts with the bars of one day and of five."""
    found = _measured("chart.mjs", sample, folder / "state-chart")
    yield from _ratio_rows(found["ratios"])
    _see(found["code"]["after"], "the chart's code")
    yield judged("chart's code before its first use: KB gzip", found["code"]["before"], aim=Aim("ours", 0))


def gallery_rows(sample: Path, folder: Path) -> Iterator[Row]:
    """Pages of 60 days, from the answer to the painted days, and scrolling them."""
    found = _measured("gallery.mjs", sample, folder / "state-gallery")
    name = "60 days of the gallery, 4x throttle"
    yield judged(f"{name}, answer to painted: p95 ms", slow(found["turns"]), aim=Aim("ours", 300))
    yield judged(f"{name}, longest task of the thread: p95 ms", slow(found["busy"]), aim=Aim("ours", 300))
    frames = slow(found["frames"])
    yield judged("frame while scrolling them, 4x throttle: p95 ms", frames, aim=Aim("ours", 17))
    yield judged("their bars, uncompressed: KB", found["after"])


def _ratio_rows(measured: Sequence[dict[str, Any]]) -> Iterator[Row]:
    for each in measured:
        ratio = RATIOS[each["name"]]
        bars = f", {each['bars']} bars" if "bars" in each else ""
        name = f"{ratio.words}{bars}, {each['rate']}x throttle"
        ours, floor = each["ours"], each["floor"]
        yield judged(f"{name}: ms", ratio.middle(ours), peer=ratio.middle(floor), aim=_aim(ratio.most))
        if ratio.most_p95 is not None:
            yield judged(f"{name}: p95 ms", slow(ours), peer=slow(floor), aim=_aim(ratio.most_p95))


def _aim(most: float | None) -> Aim | None:
    return None if most is None else Aim("ours/peer", most)


def _see(size: float, what: str) -> None:
    if not size:
        raise SystemExit(f"bench: {what} was not seen at its first use")


def _measured(script: str, sample: Path, state: Path) -> dict[str, Any]:
    with new_service(sample, state) as service:
        command = ["node", str(SCRIPTS / script), service.address]
        done = subprocess.run(command, check=True, capture_output=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
