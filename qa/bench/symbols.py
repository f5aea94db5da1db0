"""What many symbols of 20 years cost: `python -m qa.bench.symbols FOLDER 1 4 16` prints a line per number.

Every symbol has the same made-up bars under a name of its own. A night is run where nothing is published, so
it builds; then a service has each symbol loaded in turn. The folder is used again where it has the bars.
CPU is of the command itself: processes that Dagster starts beside it are not counted.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from qa.bench.history import write_history

YEARS = 20
ROOT = Path(__file__).resolve().parents[2]

_LOAD = """
import sys, time
from pathlib import Path
import service.app
from service.snapshots.source import DirectorySource
from service.snapshots.store import SnapshotStore
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
before = resident()
store = SnapshotStore(DirectorySource(Path(sys.argv[1])), "S01", limit=100)
began = time.process_time()
store.refresh()
held = len(store.snapshots)
print(f"{(resident() - before) / held:.0f} MB and {(time.process_time() - began) / held:.2f} s of CPU")
"""


def measure(folder: Path, many: int, at_once: int) -> str:
    """One line: the night's seconds, CPU and largest process, then disk, files and a service's share."""
    names = [f"S{number:02d}" for number in range(1, many + 1)]
    declared, warehouse = folder / "symbols.toml", folder / f"symbols-{many}"
    entries = (
        f'[{name}]\nname = "{name}"\ntick = 0.25\npoint_value = 5\ncontract_root = "{name}"\n'
        for name in names
    )
    declared.write_text("\n".join(entries))
    environment = os.environ | {"ALMANAC_INSTRUMENTS": str(declared), "PYTHONPATH": str(ROOT)}
    almanac = [sys.executable, "-m", "cli.main"]
    bars = folder / f"history-{YEARS}.parquet"
    if not bars.exists():
        write_history(bars, YEARS)
    for name in names:
        if not (warehouse / "bars" / f"symbol={name}").exists():
            imports = ("import", str(bars), "--symbol", name, "--roll", "calendar")
            command = [*almanac, *imports, "--warehouse", str(warehouse)]
            subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    for made in ("snapshots", "work", "nights"):
        shutil.rmtree(warehouse / made, ignore_errors=True)
    began, before = time.perf_counter(), os.times()
    night = [*almanac, "nightly", "--at-once", str(at_once), "--warehouse", str(warehouse)]
    process = subprocess.Popen(night, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    wall, after = time.perf_counter() - began, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    files = [path for path in warehouse.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    load = [sys.executable, "-c", _LOAD, str(warehouse)]
    service = subprocess.run(load, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return (
        f"{many} symbols, {at_once} at once: {wall:.0f} s, {cpu:.0f} s of CPU, "
        f"largest process {used.ru_maxrss / 1024:.0f} MB; {len(files)} files, {size:.0f} MB; "
        f"in a service {service} each"
    )


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    for count in map(int, sys.argv[2:]):
        for together in sorted({1, min(2, count)}):
            print(measure(place, count, together), flush=True)
