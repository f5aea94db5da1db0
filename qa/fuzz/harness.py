"""`make fuzz`: every target for its share of the minutes, one process per core.

A failing case is printed as small as it was found; the other targets go on.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict

from qa.fuzz.outcome import Outcome
from qa.fuzz.page import page_outcomes
from qa.fuzz.rounds import fuzzed
from qa.fuzz.targets import TARGETS
from qa.harness.machine import ROOT
from qa.harness.report import Record, line
from qa.harness.run import Harness, Part, RunOptions

PAGE = "page"
PAGE_SHARE, PAGE_TARGETS = 1 / 4, 6
"""The part of the time that the page's targets have, and how many they are."""

MINUTES, SHORT_MINUTES = 10, 0.5
_SHOWN = 3


def _run(options: RunOptions) -> Iterator[Part]:
    usual = SHORT_MINUTES if options.short else MINUTES
    seconds = 60 * (usual if options.size is None else options.size)
    cores = os.cpu_count() or 1
    names = [name for name in TARGETS if name in options.names]
    share = seconds * cores * (1 - PAGE_SHARE) / max(1, len(names))
    with ProcessPoolExecutor(cores, max_tasks_per_child=1) as pool:
        page = [pool.submit(page_outcomes, seconds * cores * PAGE_SHARE / PAGE_TARGETS)] * (
            PAGE in options.names
        )
        for outcome in pool.map(fuzzed, names, [share] * len(names)):
            yield _part(outcome.target, [outcome])
        for outcomes in page:
            yield _part(PAGE, outcomes.result())


def _part(name: str, outcomes: Sequence[Outcome]) -> Part:
    told = "\n".join(text for outcome in outcomes for text in _told(outcome))
    passed = not any(outcome.failure for outcome in outcomes)
    return Part(name, passed, told, {"targets": [asdict(each) for each in outcomes]})


def _told(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.target}: {outcome.cases:,} cases in {outcome.seconds:.0f} s; {outcome.promise}"
    yield from (f"  {count:>9,} {word}" for word, count in outcome.words.items())
    if outcome.failure is not None:
        yield f"  FAILED with seed {outcome.seed}:\n{outcome.failure}"


def _outcomes(records: Sequence[Record]) -> list[Outcome]:
    return [Outcome(**each) for record in records for each in record["targets"]]


def summary(records: Sequence[Record]) -> str:
    outcomes = _outcomes(records)
    failed = sum(outcome.failure is not None for outcome in outcomes)
    cases = sum(outcome.cases for outcome in outcomes)
    return f"{cases:,} cases, {len(outcomes) - failed} targets passed, {failed} failed"


def tables(records: Sequence[Record]) -> Iterator[str]:
    yield "| target | cases | what came of most | failed |\n| --- | ---: | --- | --- |"
    for outcome in _outcomes(records):
        words = "; ".join(f"{word} {count:,}" for word, count in list(outcome.words.items())[:_SHOWN])
        failed = "**yes**" if outcome.failure is not None else "no"
        yield line((outcome.target, f"{outcome.cases:,}", words, failed))


HARNESS = Harness(
    name="fuzz",
    parts=lambda: [*TARGETS, PAGE],
    run=_run,
    summary=summary,
    tables=tables,
    page=ROOT / "docs" / "reliability.md",
)
