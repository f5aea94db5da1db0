"""docs/performance.md: the figures between its markers, everything else as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.bench.rows import HEAD, Row, cells

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"

Groups = Mapping[str, Sequence[Row]]


def write_report(path: Path, facts: Mapping[str, str], groups: Groups) -> None:
    """Put the figures between the page's markers.

    Raises:
        SystemExit: the page lacks a marker.
    """
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"bench: {path} lacks {BEGIN} or {END}; take it back from git.")
    body = "\n".join(_lines(facts, groups))
    path.write_text(f"{before}{BEGIN}\n{body}\n{END}{after}", encoding="utf-8")


def _lines(facts: Mapping[str, str], groups: Groups) -> Iterator[str]:
    yield "| | |\n| --- | --- |"
    yield from (f"| {name} | {fact} |" for name, fact in facts.items())
    yield f"\n{verdict([row for rows in groups.values() for row in rows])}"
    for title, rows in groups.items():
        yield f"\n### {title}\n"
        yield _table_line(HEAD)
        yield _table_line(("---", *("---:" for _ in HEAD[1:4]), "---", "---"))
        yield from (_table_line(cells(row)) for row in rows)


def verdict(rows: Sequence[Row]) -> str:
    """How many targets are met, and each missed one by how much."""
    judged = [row for row in rows if row.met is not None]
    missed = [row for row in judged if not row.met]
    share = f" ({100 * (len(judged) - len(missed)) / len(judged):.0f} %)" if judged else ""
    head = f"**{len(judged) - len(missed)} of {len(judged)} targets met{share}.**"
    lines = (f"- missed: {row.name}: {_found(row)}, {row.target} asked" for row in missed)
    return "\n".join([head, *([""] if missed else []), *lines])


def _found(row: Row) -> str:
    return f"{row.ours:g}" if row.ratio is None else f"{row.ratio:g} ({row.ours:g} beside {row.peer:g})"


def _table_line(texts: Sequence[str]) -> str:
    return f"| {' | '.join(texts)} |"
