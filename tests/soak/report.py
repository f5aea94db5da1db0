"""build/soak.json, and the table of docs/reliability.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import orjson

from tests.bench.machine import facts
from tests.faults.report import PAGE, commit, write_page
from tests.soak.planted import Found
from tests.soak.run import Soaked

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "soak.json"
BEGIN, END = "<!-- soak: begin -->", "<!-- soak: end -->"

_FACTS = ("machine", "system")
_CALLS = {
    "filtered": "live count",
    "compute": "apply",
    "probabilities": "probabilities",
    "days": "day list",
    "chart": "chart",
    "navigate": "step",
    "range": "date range",
}


def keep(soaked: Soaked, found: Sequence[Found]) -> None:
    """Write both."""
    known = facts()
    run = {name: known[name] for name in _FACTS} | {"commit": commit(), "date": known["date"]}
    document = {"run": run} | asdict(soaked) | {"broken": [asdict(each) for each in found]}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")
    write_page(PAGE, "\n".join(page_lines(run, soaked, found)), BEGIN, END)


def page_lines(run: dict[str, str], soaked: Soaked, found: Sequence[Found]) -> Iterator[str]:
    """The section's tables."""
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in run.items())
    yield f"| took | {soaked.seconds / 60:.1f} minutes |"
    yield f"\n**{soaked.line}**\n"
    yield "| what | how often |\n| --- | ---: |"
    yield from (f"| answers: {_CALLS[name]} | {number:,} |" for name, number in soaked.by_call.items())
    yield f"| publications | {soaked.publications:,} |"
    yield from (f"| {name}, survived | {number:,} |" for name, number in soaked.faults.items())
    yield f"| told to wait (503 with Retry-After) | {soaked.counts['refused']:,} |"
    yield f"| hung up on by a disturbed worker, asked the other | {soaked.counts['asked elsewhere']:,} |"
    yield f"| tokens refreshed | {soaked.counts['refreshed']:,} |"
    yield f"| signed in again, sign-ins were gone | {soaked.counts['signed in again']:,} |"
    yield "\n| the service, broken | found out | by |\n| --- | --- | --- |"
    yield from map(_found, found)


def _found(each: Found) -> str:
    by = each.by.replace("|", "\\|").replace("\n", " ")[:110]
    return f"| {each.says} | {'yes' if each.caught else '**no**'} | {by} |"
