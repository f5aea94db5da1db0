"""build/fuzz.json and the table of docs/reliability.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench.machine import facts
from tests.faults.report import PAGE, commit, write_page
from tests.fuzz.outcome import Outcome

RESULTS = Path(__file__).resolve().parents[2] / "build" / "fuzz.json"
BEGIN, END = "<!-- fuzz: begin -->", "<!-- fuzz: end -->"

_FACTS = ("machine", "system")
_SHOWN = 3


def keep(minutes: float, outcomes: Sequence[Outcome]) -> None:
    """Write both."""
    known = facts()
    run = {name: known[name] for name in _FACTS} | {"commit": commit(), "date": known["date"]}
    RESULTS.parent.mkdir(exist_ok=True)
    document = {"run": run, "minutes": minutes, "targets": [asdict(each) for each in outcomes]}
    RESULTS.write_text(json.dumps(document, indent=1))
    write_page(PAGE, "\n".join(_page_lines(run, minutes, outcomes)), BEGIN, END)


def line_of(outcomes: Sequence[Outcome]) -> str:
    """The last line."""
    failed = sum(outcome.failure is not None for outcome in outcomes)
    cases = sum(outcome.cases for outcome in outcomes)
    return f"{cases:,} cases, {len(outcomes) - failed} targets passed, {failed} failed"


def _page_lines(run: dict[str, str], minutes: float, outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in run.items())
    yield f"| minutes | {minutes:g} |"
    yield f"\n**{line_of(outcomes)}.**\n"
    yield "| target | cases | what came of most | failed |\n| --- | ---: | --- | --- |"
    yield from map(_row, outcomes)


def _row(outcome: Outcome) -> str:
    words = "; ".join(f"{word} {count:,}" for word, count in list(outcome.words.items())[:_SHOWN])
    failed = "**yes**" if outcome.failure is not None else "no"
    return f"| {outcome.target} | {outcome.cases:,} | {words} | {failed} |"
