"""Eighteen years of made-up bars as a file: `python -m tests.bench.history OUT.parquet`."""

from __future__ import annotations

import sys
from pathlib import Path

from core.market import sample_days
from core.market.sample import sample_bars

FIRST_DAY = "2008-07-01"


def write_history(path: Path) -> None:
    """The sample's generator over eighteen years, without contracts, to be imported as ES."""
    sample_days.FIRST_DAY = FIRST_DAY
    sample_bars().drop(columns="contract").to_parquet(path, index=False)


if __name__ == "__main__":
    write_history(Path(sys.argv[1]))
