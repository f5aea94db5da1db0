"""One row of the bench: a figure of ours, what it is held against, and whether the aim is met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

HEAD = ("figure", "ours", "peer", "ratio", "target", "met")


@dataclass(frozen=True, slots=True)
class Row:
    """`ours` and `peer` share the unit that `name` states; `target` is the aim, "" where there is none.

    `ratio` is ours over peer, or peer over ours where the aim is to be so many times faster. `met` is None
    without an aim.
    """

    name: str
    ours: float
    peer: float | None
    ratio: float | None
    target: str
    met: bool | None


def row(name: str, ours: float, target: str, *, peer: float | None = None, met: bool) -> Row:
    """A row with its ratio, rounded to three decimals."""
    return judged_row(name, ours, peer, None if peer is None else ours / peer, target, met)


def judged_row(
    name: str, ours: float, peer: float | None, ratio: float | None, target: str, met: bool | None
) -> Row:
    """A row as it is, its numbers to three decimals."""
    return Row(name, round(ours, 3), _rounded(peer), _rounded(ratio), target, met)


def cells(each: Row) -> tuple[str, ...]:
    """The row as texts under HEAD."""
    met = "-" if each.met is None else "yes" if each.met else "NO"
    return each.name, f"{each.ours:g}", _or_dash(each.peer), _or_dash(each.ratio), each.target or "-", met


def table(rows: Iterable[Row]) -> str:
    """The rows as aligned text."""
    lines = [HEAD, *map(cells, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _or_dash(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
