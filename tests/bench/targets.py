"""What the figures are held against: the one place that names the aims of docs/performance.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tests.bench.rows import Row, judged_row

Measure = Literal["ours", "ours/peer", "peer/ours"]
"""A figure itself, how large ours is beside the peer's, or how many times faster ours is."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A bound on one figure; `at_least` false is an upper bound."""

    measure: Measure
    bound: float
    at_least: bool = True

    def text(self) -> str:
        """As the table shows it."""
        side = "at least" if self.at_least else "at most"
        unit = {"ours": "", "ours/peer": " of peer", "peer/ours": "x faster"}[self.measure]
        return f"{side} {self.bound:.4g}{unit}"

    def is_met(self, ours: float, peer: float | None) -> bool:
        """Whether the bound holds."""
        value = measured(self.measure, ours, peer)
        return value >= self.bound if self.at_least else value <= self.bound


def measured(measure: Measure, ours: float, peer: float | None) -> float:
    """What the bound is on."""
    if measure == "ours":
        return ours
    assert peer is not None
    return ours / peer if measure == "ours/peer" else peer / ours


def _faster(bound: float) -> Aim:
    return Aim("peer/ours", bound)


GROWTH = "memory of a build, growth from 18 to 36 years over that from 2 to 18, per session"

DASK_LONG = "Dask, symbols whose work is ten times a worker's start: s on two workers against one"
DASK_SHORT = "Dask, symbols whose work is less: s on two workers against one"
CHANGED = "answers lost or changed while snapshots are published"

_BREADTHS = ("narrow", "broad")
_FULL = {"Polars": Aim("ours/peer", 2, at_least=False), "plain path": _faster(5)}
_CALLS = ("full 20", "full 5", "live count", "cached")
_THROUGHPUT = {"live count": 0.45, "cached": 0.7}
_HALF_LOAD = {"full 20": 8, "full 5": 8, "cached": 5}

AIMS: dict[str, Aim] = {
    **{
        f"full answer, sample, {breadth}, ms against {peer}": aim
        for breadth in _BREADTHS
        for peer, aim in _FULL.items()
    },
    **{f"{call}: throughput": Aim("ours/peer", bound) for call, bound in _THROUGHPUT.items()},
    **{f"{call}: p99 over p50, one caller": Aim("ours", 2, at_least=False) for call in _CALLS},
    **{
        f"{call}: p99 over p50, half load": Aim("ours", bound, at_least=False)
        for call, bound in _HALF_LOAD.items()
    },
    "build of 18 years without starts, s against DuckDB": Aim("ours/peer", 20, at_least=False),
    GROWTH: Aim("ours", 1.25, at_least=False),
    "memory of a worker with 18 years, MB": Aim("ours", 100, at_least=False),
    DASK_LONG: _faster(1.7),
    DASK_SHORT: _faster(1.5),
    CHANGED: Aim("ours", 0, at_least=False),
}


def judged(name: str, ours: float, peer: float | None = None) -> Row:
    """A row held against its aim; one without an aim is there for the record."""
    aim = AIMS.get(name)
    if aim is None:
        return judged_row(name, ours, peer, None if peer is None else ours / peer, "", None)
    ratio = None if peer is None else measured(aim.measure, ours, peer)
    return judged_row(name, ours, peer, ratio, aim.text(), aim.is_met(ours, peer))


def shortfall(found: Row) -> float | None:
    """By how many percent of its bound a row misses its aim; None without a bound to be a share of."""
    aim = AIMS.get(found.name)
    if aim is None or not aim.bound:
        return None
    value = found.ours if found.ratio is None else found.ratio
    return 100 * abs(value - aim.bound) / aim.bound
