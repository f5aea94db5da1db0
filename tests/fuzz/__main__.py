"""The long form: every target for its share of FUZZ_MINUTES, one process per core.

    FUZZ_MINUTES=30 .venv/bin/python -m tests.fuzz

Prints how many cases each target had and what came of them, and writes them to build/fuzz.json and
docs/reliability.md. A failing case is printed as small as it was found; the others go on, and the exit code
is 1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.fuzz.outcome import Outcome
from tests.fuzz.page import page_outcomes
from tests.fuzz.report import keep, line_of
from tests.fuzz.rounds import fuzzed
from tests.fuzz.targets import TARGETS

PAGE_SHARE, PAGE_TARGETS = 1 / 4, 6
"""The part of the time that the page's targets have, and how many they are."""


def main() -> int:
    """Fuzz, print and write; 1 where a case failed."""
    minutes = float(os.environ.get("FUZZ_MINUTES", "10"))
    outcomes = []
    for outcome in every(60 * minutes):
        _print(outcome)
        outcomes.append(outcome)
    keep(minutes, outcomes)
    print(line_of(outcomes))
    return int(any(outcome.failure is not None for outcome in outcomes))


def every(seconds: float) -> Iterator[Outcome]:
    """What came of every target, one after the other; the page's share a quarter of the time."""
    cores = os.cpu_count() or 1
    share = seconds * cores * (1 - PAGE_SHARE) / len(TARGETS)
    each = seconds * cores * PAGE_SHARE / PAGE_TARGETS
    with ProcessPoolExecutor(cores, max_tasks_per_child=1) as pool:
        page = pool.submit(page_outcomes, each)
        yield from pool.map(fuzzed, TARGETS, [share] * len(TARGETS))
        yield from page.result()


def _print(outcome: Outcome) -> None:
    print(
        f"{outcome.target}: {outcome.cases:,} cases in {outcome.seconds:.0f} s; {outcome.promise}", flush=True
    )
    for word, count in outcome.words.items():
        print(f"  {count:>9,} {word}")
    if outcome.failure is not None:
        print(f"  FAILED with seed {outcome.seed}:\n{outcome.failure}")


if __name__ == "__main__":
    sys.exit(main())
