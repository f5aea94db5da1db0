"""The runner: what a harness is, its options, and how its parts are run, printed and recorded."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cli.progress import progress_line
from qa.harness.machine import ROOT, commit, machine_facts
from qa.harness.report import Record, fact_lines, kept_records, write_records, write_section


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`short` takes seconds and writes nothing; `mutants` are known faults of the code, each to be found out.

    `size` is in the harness's own unit, None for its usual one.
    """

    names: tuple[str, ...]
    short: bool = False
    mutants: bool = True
    size: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What one part found: what the terminal says of it, and what is written down."""

    name: str
    passed: bool
    report: str
    found: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Harness:
    """What one harness measures; everything else is the runner's.

    `run` yields each of the chosen parts as it ends. `summary` is the last line, `tables` the page's section.
    """

    name: str
    parts: Callable[[], Sequence[str]]
    run: Callable[[RunOptions], Iterator[Part]]
    summary: Callable[[Sequence[Record]], str]
    tables: Callable[[Sequence[Record]], Iterator[str]] = lambda records: iter(())
    page: Path | None = None
    packages: tuple[str, ...] = ()


def run(harness: Harness, options: RunOptions, root: Path = ROOT) -> int:
    """Run the chosen parts; 1 where one failed.

    The long form is written after each part, also by several runs at once: other parts stay as they were.
    A terminal shows the current part, and the time left by how long each took the last time.

    Raises:
        SystemExit: no part's name begins so.
    """
    options = RunOptions(_chosen(harness, options.names), options.short, options.mutants, options.size)
    facts = machine_facts(harness.packages)
    path = root / "build" / f"{harness.name}.json"
    records: list[Record] = []
    before = {} if options.short else {each["name"]: each["seconds"] for each in kept_records(path)}
    is_known = all(name in before for name in options.names)
    usual = {name: before[name] if is_known else 1.0 for name in options.names}
    with progress_line(harness.name, usual, pace=1.0 if is_known else None) as line:
        line.at(options.names[0])
        for record in _recorded(harness, options):
            if record["name"] in usual:
                line.ended(record["name"])
            records.append(record)
            if not options.short:
                _write(harness, path, facts, records)
    print(harness.summary(records), flush=True)
    return int(not all(record["passed"] for record in records))


def _chosen(harness: Harness, names: Sequence[str]) -> tuple[str, ...]:
    """The parts whose names begin so, all without a name."""
    known = harness.parts()
    unknown = [name for name in names if not any(each.startswith(name) for each in known)]
    if unknown:
        raise SystemExit(f"{harness.name}: {', '.join(unknown)} found, {', '.join(known)} expected")
    return tuple(each for each in known if not names or each.startswith(tuple(names)))


def _recorded(harness: Harness, options: RunOptions) -> Iterator[Record]:
    began = time.monotonic()
    for part in harness.run(options):
        ended = time.monotonic()
        print(part.report, flush=True)
        date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        record = {"name": part.name, "passed": part.passed, "seconds": ended - began}
        yield record | {"commit": commit(), "date": date} | dict(part.found)
        began = ended


def _write(harness: Harness, path: Path, facts: Mapping[str, str], records: Sequence[Record]) -> None:
    ours = {record["name"] for record in records}
    places = {name: place for place, name in enumerate(harness.parts())}
    kept = [each for each in kept_records(path) if each["name"] in places and each["name"] not in ours]
    merged = sorted([*records, *kept], key=lambda record: places[record["name"]])
    write_records(path, facts, merged)
    if harness.page is not None:
        lines = [*fact_lines(facts, merged), f"\n**{harness.summary(merged)}**\n", *harness.tables(merged)]
        write_section(harness.page, harness.name, lines)
