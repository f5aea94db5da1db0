"""Years of made-up bars as a file: `python -m qa.bench.history OUT.parquet YEARS`."""

import sys
from pathlib import Path

from core.importing import sample
from core.importing.sample import sample_bars

END_YEAR = 2026


def write_history(path: Path, years: int) -> None:
    """The sample's generator over the years up to July 2026, without contracts, to be imported as ES."""
    sample.FIRST_DAY = f"{END_YEAR - years}-07-01"
    sample_bars().drop(columns="contract").to_parquet(path, index=False)


if __name__ == "__main__":
    write_history(Path(sys.argv[1]), int(sys.argv[2]))
