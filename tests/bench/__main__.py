"""`make bench`: a table of speed and size, and build/bench.json."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import repeat
from pathlib import Path

import orjson

from tests.bench import serving
from tests.bench.chart_page import chart_page_rows
from tests.bench.night import night_rows
from tests.bench.page import page_rows
from tests.bench.rows import Row, row, table
from tests.bench.vendor_file import vendor_rows

CHART = "/api/v2/charts/data"
ROOT = Path(__file__).resolve().parents[2]
ALMANAC = str(Path(sys.executable).with_name("almanac"))


def build_rows(warehouse: Path) -> list[Row]:
    """Seconds from nothing to a published snapshot of the sample, beside a start of Python with pandas."""
    started = time.perf_counter()
    subprocess.run(
        [ALMANAC, "import", "--sample", "--warehouse", str(warehouse)], check=True, capture_output=True
    )
    subprocess.run([ALMANAC, "build", "DEMO", "--warehouse", str(warehouse)], check=True, capture_output=True)
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import pandas, pyarrow.parquet"], check=True)
    peer = time.perf_counter() - started
    return [
        row(
            "build of the sample's history, s (peer: import pandas)",
            seconds,
            "under 15 s",
            peer=peer,
            met=seconds < 15,
        )
    ]


def history_rows(folder: Path) -> list[Row]:
    """Seconds and memory of one build of eighteen years, every feature, module and baseline answer."""
    bars, warehouse = folder / "history.parquet", str(folder / "history")
    subprocess.run([sys.executable, "-m", "tests.bench.history", str(bars)], check=True)
    claims = ["--symbol", "ES", "--roll", "calendar", "--warehouse", warehouse]
    subprocess.run([ALMANAC, "import", str(bars), *claims], check=True, capture_output=True)
    started = time.perf_counter()
    process = subprocess.Popen([ALMANAC, "build", "ES", "--warehouse", warehouse], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds, megabytes = time.perf_counter() - started, used.ru_maxrss / 1024
    if status != 0:
        raise SystemExit("the build of eighteen years failed")
    return [
        row("build of 18 years, s", seconds, "under 10 s", met=seconds < 10),
        row("memory of that build, MB", megabytes, "under 1,024 MB", met=megabytes < 1024),
    ]


def service_rows(warehouse: Path, folder: Path) -> list[Row]:
    """Round trips and the service's memory, each beside the prebuilt peer's."""
    port = serving.free_port()
    with serving.running(serving.service_command(warehouse, folder / "state", port), port) as process:
        caller = serving.Caller(port)
        caller.enter()
        body = serving.compute_body(feature_names(warehouse))
        answer = caller.post("/api/compute", body)
        compute, memory = (
            serving.milliseconds(caller, "/api/compute", repeat(body)),
            serving.megabytes(process),
        )
        bodies = serving.chart_bodies(last_days(caller))
        chart_answer = caller.post(CHART, next(bodies))
        chart = serving.milliseconds(caller, CHART, bodies)
    compute_peer, peer_memory = peer_figures(folder, "/api/compute", answer, repeat(body))
    chart_peer, _ = peer_figures(folder, CHART, chart_answer, bodies)
    ratio, chart_ratio = compute / compute_peer, chart / chart_peer
    return [
        row(
            "compute, 5 filters and 20 features, ms",
            compute,
            "ratio under 40",
            peer=compute_peer,
            met=ratio < 40,
        ),
        row(
            "chart of a day with AMA settings, uncached, ms",
            chart,
            "ratio under 20",
            peer=chart_peer,
            met=chart_ratio < 20,
        ),
        row("memory of the service, MB", memory, "under 150 MB", peer=peer_memory, met=memory < 150),
    ]


def peer_figures(folder: Path, path: str, answer: bytes, bodies: Iterator[object]) -> tuple[float, float]:
    """Round trip in milliseconds and megabytes of an app that returns the answer prebuilt."""
    content, port = folder / "answer.json", serving.free_port()
    content.write_bytes(answer)
    with serving.running(serving.peer_command(content, port), port) as process:
        return serving.milliseconds(serving.Caller(port), path, bodies), serving.megabytes(process)


def last_days(caller: serving.Caller) -> list[str]:
    """The last hundred sessions."""
    days: list[str] = orjson.loads(caller.post(CHART, {}))["navigation"]["availableDates"]
    return days[-100:]


def feature_names(warehouse: Path) -> list[str]:
    """Features of the built snapshot, in catalogue order."""
    folder = next((warehouse / "snapshots" / "DEMO").glob("*/serving"))
    return [feature["name"] for feature in orjson.loads((folder / "catalogue.json").read_bytes())["features"]]


def main() -> None:
    """Run every figure once and write the list."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        rows = [
            *build_rows(folder / "warehouse"),
            *history_rows(folder),
            *night_rows(folder),
            *vendor_rows(folder),
            *service_rows(folder / "warehouse", folder),
            *page_rows(folder / "warehouse", folder),
            *chart_page_rows(folder / "warehouse", folder),
        ]
    print(table(rows))
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(orjson.dumps([asdict(r) for r in rows], option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    main()
