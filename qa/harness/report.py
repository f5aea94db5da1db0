"""What a run leaves: build/NAME.json, and the section of a page between the markers of that name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

Record = Mapping[str, Any]
"""One part of a run: `name`, `passed`, `seconds`, `commit`, `date` and what the harness found."""


def kept_records(path: Path) -> list[Record]:
    """What an earlier run wrote; nothing where there is no file."""
    return list(orjson.loads(path.read_bytes())["parts"]) if path.exists() else []


def write_records(path: Path, facts: Mapping[str, str], records: Sequence[Record]) -> None:
    path.parent.mkdir(exist_ok=True)
    content = {"facts": facts, "parts": records}
    path.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n")


def write_section(page: Path, name: str, lines: Iterable[str]) -> None:
    """Put the lines between the page's markers.

    Raises:
        SystemExit: the page lacks a marker.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        raise SystemExit(f"{name}: {page} lacks {begin} or {end}; take it back from git.")
    body = "\n".join(lines)
    page.write_text(f"{before}{begin}\n{body}\n{end}{after}", encoding="utf-8")


def fact_lines(facts: Mapping[str, str], records: Sequence[Record]) -> Iterator[str]:
    """A table of what was run on, and of which commit each part is."""
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in facts.items())
    for commit in dict.fromkeys(record["commit"] for record in records):
        dates = sorted(record["date"] for record in records if record["commit"] == commit)
        yield f"| commit {commit} | {len(dates)} parts, {dates[0]} to {dates[-1]} |"
    yield f"| took | {sum(record['seconds'] for record in records) / 60:.1f} minutes |"


def cell(text: str, most: int = 140) -> str:
    """A text as one cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")[:most]


def line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
