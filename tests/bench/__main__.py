"""`make bench`: every group of figures, as a table, build/bench.json and docs/performance.md.

Groups named as arguments are run alone; then the page keeps what it has. A part that fails leaves the rest
their figures; the page names it, and the command ends with 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.build import run
from tests.bench.groups import GROUPS, Group, Part
from tests.bench.machine import ROOT, facts
from tests.bench.report import Measured, write_list, write_report
from tests.bench.rows import Row, table

REPORT = ROOT / "docs" / "performance.md"


def main(asked: list[str]) -> int:
    """Run the groups, write what they found and name unexplained misses; 1 where a part failed.

    Raises:
        SystemExit: an unknown group.
    """
    unknown = [name for name in asked if name not in GROUPS]
    if unknown:
        raise SystemExit(f"bench: {', '.join(unknown)} found, {', '.join(GROUPS)} expected")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder, found = Path(temporary), facts()
        sample = sample_of(folder / "sample")
        measured = [_measured(GROUPS[name], sample, folder, began) for name in asked or GROUPS]
    if not asked:
        found["took"] = f"{(time.monotonic() - began) / 60:.0f} minutes"
        write_list(ROOT / "build" / "bench.json", found, measured)
        for name in write_report(REPORT, found, measured):
            print(f"MISSED  {name}: {REPORT} has no row that says what was tried")
    return int(any(each.failures for each in measured))


def _measured(group: Group, sample: Path, folder: Path, began: float) -> Measured:
    """A group's rows, printed as soon as they are there."""
    rows: list[Row] = []
    failures: dict[str, str] = {}
    for name, part in group.parts.items():
        minutes, seconds = divmod(int(time.monotonic() - began), 60)
        print(f"{minutes:3}:{seconds:02}  {group.title}: {name}", flush=True)
        failure = _run(part, sample, folder, rows)
        if failure:
            failures[name] = failure
            print(f"FAILED  {group.title}: {name}: {failure}\n", flush=True)
    print(f"\n{group.title}\n{table(rows)}\n", flush=True)
    return Measured(group.title, rows, failures)


def _run(part: Part, sample: Path, folder: Path, rows: list[Row]) -> str:
    """Add a part's rows, as far as it comes; why it ended early, "" where it did not."""
    try:
        rows.extend(part(sample, folder))
    except subprocess.CalledProcessError as error:
        return f"{error}: {(error.stderr or b'')[-600:]!r}"
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def sample_of(warehouse: Path) -> Path:
    """A warehouse with the sample's snapshot."""
    for command in (["import", "--sample"], ["build", "DEMO"]):
        run("cli.main", *command, "--warehouse", str(warehouse))
    return warehouse


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
