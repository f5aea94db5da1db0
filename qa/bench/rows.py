"""One row of the bench: a figure of ours, what it is held against, and whether the aim is met."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

HEAD = ("figure", "ours", "p99", "peer", "ratio", "target", "met")
Measure = Literal["ours", "ours/peer", "peer/ours"]
"""A figure itself, how large ours is beside the peer's, or how many times faster ours is."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A bound on one figure, lower where ours has to be so many times faster, else upper."""

    measure: Measure
    bound: float

    def text(self) -> str:
        if self.measure == "peer/ours":
            return f"at least {self.bound:g}x faster"
        return f"at most {self.bound:g}{' of peer' if self.measure == 'ours/peer' else ''}"

    def value(self, ours: float, peer: float | None) -> float:
        if self.measure == "ours":
            return ours
        assert peer is not None
        return ours / peer if self.measure == "ours/peer" else peer / ours

    def is_met(self, value: float) -> bool:
        return value >= self.bound if self.measure == "peer/ours" else value <= self.bound


@dataclass(frozen=True, slots=True)
class Row:
    """`ours`, `p99` and `peer` share the unit that `name` states; `ours` is a p50 where there is a `p99`.

    `ratio` is ours over peer, or peer over ours where the aim is to be so many times faster. `target` is ""
    and `met` None without an aim; `off` is by how many percent a missed one is missed, None
    where nothing was allowed.
    """

    name: str
    ours: float
    p99: float | None = None
    peer: float | None = None
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    off: float | None = None


def judged(
    name: str, ours: float, *, p99: float | None = None, peer: float | None = None, aim: Aim | None = None
) -> Row:
    """A row held against its aim; one without an aim is for the record."""
    tail, beside = _rounded(p99), _rounded(peer)
    if aim is None:
        ratio = None if peer is None else round(ours / peer, 3)
        return Row(name, round(ours, 3), tail, beside, ratio)
    value = aim.value(ours, peer)
    met = aim.is_met(value)
    off = None if met or not aim.bound else round(100 * abs(value - aim.bound) / aim.bound, 1)
    ratio = None if peer is None else round(value, 3)
    return Row(name, round(ours, 3), tail, beside, ratio, aim.text(), met, off)


def cells(row: Row) -> tuple[str, ...]:
    met = "-" if row.met is None else "yes" if row.met else "NO"
    numbers = (_or_dash(each) for each in (row.ours, row.p99, row.peer, row.ratio))
    return row.name, *numbers, row.target or "-", met


def table(rows: Iterable[Row]) -> str:
    lines = [HEAD, *map(cells, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


def verdict(rows: Iterable[Row], prose: str = "") -> str:
    """How many targets are met, each missed one by how much, and whether `prose` has what was tried."""
    judged_rows = [row for row in rows if row.met is not None]
    missed = [row for row in judged_rows if not row.met]
    head = f"{len(judged_rows) - len(missed)} of {len(judged_rows)} targets met"
    return "; ".join([head, *(f"missed: {row.name}, {_miss(row)}{_told(row, prose)}" for row in missed)])


def _miss(row: Row) -> str:
    return f"{row.ours:g} instead of 0" if row.off is None else f"off by {row.off:g} %"


def _told(row: Row, prose: str) -> str:
    """A note where the page's table of what was tried has no row that begins with the target."""
    return "" if f"| {row.name} |" in prose else " (what was tried is not written down yet)"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _or_dash(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
