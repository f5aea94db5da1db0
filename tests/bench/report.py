"""What a run leaves: build/bench.json, and the figures between the markers of docs/performance.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from tests.bench.rows import HEAD, Row, cells
from tests.bench.targets import shortfall

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"


@dataclass(frozen=True, slots=True)
class Measured:
    """A group's rows under its title, and why parts of it failed, by their names."""

    title: str
    rows: Sequence[Row]
    failures: Mapping[str, str]


def write_list(path: Path, facts: Mapping[str, str], groups: Sequence[Measured]) -> None:
    """Write everything for programs."""
    path.parent.mkdir(exist_ok=True)
    content = {"facts": dict(facts), "groups": [asdict(group) for group in groups]}
    path.write_bytes(orjson.dumps(content, option=orjson.OPT_INDENT_2) + b"\n")


def write_report(path: Path, facts: Mapping[str, str], groups: Sequence[Measured]) -> list[str]:
    """Put the figures between the page's markers; the missed targets of which it does not say what was tried.

    Raises:
        SystemExit: the page lacks a marker.
    """
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"bench: {path} lacks {BEGIN} or {END}; take it back from git.")
    body = "\n".join(_lines(facts, groups, after))
    path.write_text(f"{before}{BEGIN}\n{body}\n{END}{after}", encoding="utf-8")
    return [
        row.name for group in groups for row in group.rows if row.met is False and not _is_told(row, after)
    ]


def _lines(facts: Mapping[str, str], groups: Sequence[Measured], prose: str) -> Iterator[str]:
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in facts.items())
    yield f"\n{verdict([row for group in groups for row in group.rows], prose)}"
    for group in groups:
        yield f"\n### {group.title}\n"
        yield from (f"**{part} failed:** {' '.join(why.split())}\n" for part, why in group.failures.items())
        yield _table_line(HEAD)
        yield _table_line(("---", *("---:" for _ in HEAD[1:4]), "---", "---"))
        yield from (_table_line(cells(row)) for row in group.rows)


def verdict(rows: Sequence[Row], prose: str = "") -> str:
    """How many targets are met, each missed one by how much, and whether `prose` says what was tried."""
    judged = [row for row in rows if row.met is not None]
    missed = [row for row in judged if not row.met]
    share = f" ({100 * (len(judged) - len(missed)) / len(judged):.0f} %)" if judged else ""
    head = f"**{len(judged) - len(missed)} of {len(judged)} targets met{share}.**"
    lines = (f"- missed: {row.name}: {_found(row)}, {row.target} asked{_tried(row, prose)}" for row in missed)
    return "\n".join([head, *([""] if missed else []), *lines])


def _found(row: Row) -> str:
    return f"{row.ours:g}" if row.ratio is None else f"{row.ratio:g} ({row.ours:g} beside {row.peer:g})"


def _tried(row: Row, prose: str) -> str:
    """By how much it is missed, and a word where the page does not say what was tried."""
    off = shortfall(row)
    share = "" if off is None else f", off by {off:.0f} %"
    return share + ("" if _is_told(row, prose) else "; what was tried is not written down yet")


def _is_told(row: Row, prose: str) -> bool:
    """Whether the table of what was tried has a row that begins with the target."""
    return f"| {row.name} |" in prose


def _table_line(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"
