"""Inject faults: `python -m tests.faults [--short] [--broken] [NAME ...]`; names are those of the registry.

Each fault runs in a process of its own. `--broken` runs each once more, short, with every weakening of the
code that it has to catch. With it and in full, build/faults.json and docs/reliability.md are written after
each fault, also by several runs beside each other; with names, faults of other names stay as they were. The
last line is `N passed, N failed`; the exit code is 1 where one failed.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from datetime import UTC, datetime

from tests.faults.apart import run_apart
from tests.faults.registry import Fault, Size, known_faults
from tests.faults.report import Caught, Record, commit, keep, kept, line_of, verdict


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for; 0 where every fault was survived and every weakening caught."""
    asked = _asked(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    faults = _chosen(asked.names)
    size: Size = "short" if asked.short else "long"
    records = []
    for fault in faults:
        record = _recorded(fault, size, broken=asked.broken)
        records.append(record)
        print(line_of(record), flush=True)
        if asked.broken and not asked.short:
            keep(records, beside=kept())
    if asked.broken and not asked.short and not asked.names:
        keep(records)
    print(verdict(records))
    return 0 if all(record.passed for record in records) else 1


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a fixed sample of the moments")
    parser.add_argument("--broken", action="store_true", help="also with each weakening, which has to show")
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginnings of names (default: all)")
    return parser.parse_args(arguments)


def _chosen(names: list[str]) -> list[Fault]:
    faults = known_faults()
    chosen = [fault for fault in faults if not names or fault.name.startswith(tuple(names))]
    if not chosen:
        raise SystemExit(f"faults: nothing begins with {names}; there are: {[each.name for each in faults]}")
    return chosen


def _recorded(fault: Fault, size: Size, *, broken: bool) -> Record:
    fault.prepare()
    began = time.monotonic()
    outcome = run_apart(fault, size)
    seconds = time.monotonic() - began
    caught = [_tried(fault, name) for name in (fault.weakenings if broken else ())]
    told = (fault.name, fault.injected, fault.promise, size, seconds, outcome, tuple(caught))
    return Record(*told, commit(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"))


def _tried(fault: Fault, name: str) -> Caught:
    """A weakening that ended the run before anything was injected showed nothing and is not caught."""
    outcome = run_apart(fault, "short", weaken=fault.weakenings[name])
    return Caught(name, outcome.injected > 0 and outcome.showed, outcome.wrong[0] if outcome.wrong else "")


if __name__ == "__main__":
    sys.exit(main())
