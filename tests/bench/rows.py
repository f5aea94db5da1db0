"""One row of the bench: a figure of ours, what it is held against, and whether the aim is met."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`ours` and `peer` share the unit that `name` states; `ratio` is ours over peer; `target` the aim."""

    name: str
    ours: float
    peer: float | None
    ratio: float | None
    target: str
    met: bool


def row(name: str, ours: float, target: str, *, peer: float | None = None, met: bool) -> Row:
    """A row with its ratio, rounded to three decimals."""
    ratio = None if peer is None else round(ours / peer, 3)
    return Row(name, round(ours, 3), None if peer is None else round(peer, 3), ratio, target, met)


def table(rows: list[Row]) -> str:
    """The rows as aligned text."""
    head = ("figure", "ours", "peer", "ratio", "aim", "met")
    lines = [
        (r.name, f"{r.ours:g}", _or_dash(r.peer), _or_dash(r.ratio), r.target, "yes" if r.met else "NO")
        for r in rows
    ]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) for line in [head, *lines]
    )


def _or_dash(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
