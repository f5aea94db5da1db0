"""`make bench`: a table of speed and size, and build/bench.json."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import orjson

from tests.bench import serving
from tests.bench.page import page_rows
from tests.bench.rows import Row, row, table

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
    """A compute's round trip and the service's memory, each beside the prebuilt peer's."""
    port = serving.free_port()
    with serving.running(serving.service_command(warehouse, folder / "state", port), port) as process:
        caller = serving.Caller(port)
        caller.enter()
        body = serving.compute_body(feature_names(warehouse))
        content = folder / "answer.json"
        content.write_bytes(caller.post("/api/compute", body))
        ours, memory = serving.milliseconds(caller, "/api/compute", body), serving.megabytes(process)
    port = serving.free_port()
    with serving.running(serving.peer_command(content, port), port) as process:
        peer = serving.milliseconds(serving.Caller(port), "/api/compute", body)
        peer_memory = serving.megabytes(process)
    ratio = ours / peer
    return [
        row("compute, 5 filters and 20 features, ms", ours, "ratio under 40", peer=peer, met=ratio < 40),
        row("memory of the service, MB", memory, "under 150 MB", peer=peer_memory, met=memory < 150),
    ]


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
            *service_rows(folder / "warehouse", folder),
            *page_rows(folder / "warehouse", folder),
        ]
    print(table(rows))
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(orjson.dumps([asdict(r) for r in rows], option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    main()
