"""The import of a vendor's CSV file of 1.2 million five-minute bars."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.rows import Row, row
from tests.unit.importing.vendor_files import headerless_zone, known_bars

ALMANAC = str(Path(sys.executable).with_name("almanac"))
PRICES = ["open", "high", "low", "close"]
READ = "import sys, pandas; pandas.read_csv(sys.argv[1], header=None)"


def vendor_rows(folder: Path) -> list[Row]:
    """Seconds from the file to bars in the warehouse, beside pandas reading its values."""
    path = folder / "ES_5min.txt"
    bars = known_bars("2006-01-02", "2023-03-01")
    bars[PRICES] += 20_000
    path.write_text(headerless_zone("America/Chicago")(bars))
    warehouse = str(folder / "vendor")
    seconds = _timed([ALMANAC, "import", str(path), "--symbol", "ES", "--warehouse", warehouse])
    peer = _timed([sys.executable, "-c", READ, str(path)])
    title = f"import of {len(bars) / 1e6:.1f} million CSV bars, s (peer: pandas.read_csv)"
    return [row(title, seconds, "under 10 s", peer=peer, met=seconds < 10)]


def _timed(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started
