"""A night with one new session against the full build of the same bars, on made-up bars of many years."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from qa.bench.almanac import ALMANAC, ENVIRONMENT, almanac
from qa.bench.rows import Aim, Row, judged

CPU, WRITTEN, MEMORY = 0.2, 0.1, 0.5
"""What a night may cost, as a part of the full build."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU, megabytes handed to the system to be written, largest resident memory in megabytes."""

    cpu: float
    written: float
    memory: float


def night_rows(folder: Path, bars: Path, years: int) -> Iterator[Row]:
    """The build of the last session of `bars`, against a build of all of them without an earlier snapshot."""
    warehouse = _before_the_night(folder / f"night-{years}", bars)
    night = cost_of_build(warehouse)
    for name in ("snapshots", "work"):
        shutil.rmtree(warehouse / name)
    full = cost_of_build(warehouse)
    name = f"night with one new session of {years} years, starts and all, against a full build"
    yield judged(f"{name}: s of CPU", night.cpu, peer=full.cpu, aim=Aim("ours/peer", CPU))
    yield judged(f"{name}: MB written", night.written, peer=full.written, aim=Aim("ours/peer", WRITTEN))
    yield judged(f"{name}: MB of memory", night.memory, peer=full.memory, aim=Aim("ours/peer", MEMORY))


def cost_of_build(warehouse: Path) -> Cost:
    """What `almanac build ES` costs; SystemExit where it fails."""
    command = [ALMANAC, "build", "ES", "--warehouse", str(warehouse)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, and its counters still there
    counters = Path(f"/proc/{process.pid}/io").read_text(encoding="ascii").splitlines()
    written = next(int(line.split()[1]) for line in counters if line.startswith("wchar"))
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"bench: the build of {warehouse} failed")
    return Cost(used.ru_utime + used.ru_stime, written / 1e6, used.ru_maxrss / 1024)


def _before_the_night(warehouse: Path, bars: Path) -> Path:
    """A warehouse with the snapshot of all sessions but the last, which is imported and not built."""
    shutil.rmtree(warehouse, ignore_errors=True)
    every = pd.read_parquet(bars)
    first_of_last = every["ts"].max() - pd.Timedelta(hours=24)
    for name, part in (("before", every["ts"] < first_of_last), ("night", every["ts"] >= first_of_last)):
        file = bars.with_name(f"{bars.stem}-{name}.parquet")
        every[part].to_parquet(file, index=False)
        almanac("import", str(file), "--symbol", "ES", "--roll", "calendar", "--warehouse", str(warehouse))
        if name == "before":
            almanac("build", "ES", "--warehouse", str(warehouse))
    return warehouse
