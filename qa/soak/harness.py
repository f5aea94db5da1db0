"""`make soak`: services broken in known ways are found out, then a class works while things go wrong.

Every answer is held, byte by byte, to what the snapshot it names says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace

from qa.harness.machine import ROOT
from qa.harness.report import Record, cell, line
from qa.harness.run import Harness, Part, RunOptions
from qa.soak.broken import BREAKS
from qa.soak.planted import found_out
from qa.soak.run import LONG, SHORT, Soaked, soak

CLASS = "class"
_CALLS = {
    "filtered": "live count",
    "compute": "apply",
    "probabilities": "probabilities",
    "days": "day list",
    "chart": "chart",
    "navigate": "step",
    "range": "date range",
}


def _run(options: RunOptions) -> Iterator[Part]:
    for name in BREAKS if options.mutants else ():
        if name in options.names:
            found = found_out(name)
            yield Part(name, found.caught, found.line, asdict(found))
    if CLASS in options.names:
        size = SHORT if options.short else LONG
        soaked = soak(size if options.size is None else replace(size, answers=int(options.size)))
        told = "\n".join([*soaked.told, soaked.line])
        yield Part(CLASS, soaked.passed, told, asdict(soaked) | {"line": soaked.line})


def _broken(records: Sequence[Record]) -> list[Record]:
    return [record for record in records if record["name"] != CLASS]


def summary(records: Sequence[Record]) -> str:
    broken = _broken(records)
    said = [f"{sum(each['caught'] for each in broken)} of {len(broken)} broken services found out"]
    return "; ".join(said * bool(broken) + [each["line"] for each in records if each["name"] == CLASS])


def tables(records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        if record["name"] == CLASS:
            yield from _class_lines(Soaked(**{name: record[name] for name in Soaked.__slots__}))
    yield "\n| the service, broken | found out | by |\n| --- | --- | --- |"
    for each in _broken(records):
        yield line((each["says"], "yes" if each["caught"] else "**no**", cell(each["by"], 110)))


def _class_lines(soaked: Soaked) -> Iterator[str]:
    yield "| what | how often |\n| --- | ---: |"
    yield from (f"| answers: {_CALLS[name]} | {number:,} |" for name, number in soaked.by_call.items())
    yield f"| publications | {soaked.publications:,} |"
    yield from (f"| {name}, survived | {number:,} |" for name, number in soaked.faults.items())
    yield f"| told to wait (503 with Retry-After) | {soaked.counts['refused']:,} |"
    yield f"| hung up on by a disturbed worker, asked the other | {soaked.counts['asked elsewhere']:,} |"
    yield f"| tokens refreshed | {soaked.counts['refreshed']:,} |"
    yield f"| signed in again, sign-ins were gone | {soaked.counts['signed in again']:,} |"


HARNESS = Harness(
    name="soak",
    parts=lambda: [*BREAKS, CLASS],
    run=_run,
    summary=summary,
    tables=tables,
    page=ROOT / "docs" / "reliability.md",
)
