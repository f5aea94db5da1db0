"""The engine against pandas, Polars, DuckDB and the plain path: the answers first, then the times."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.question import Answer

CALLS = 3
"""Calls of one turn: the first of them finds the caches full of another's data."""

TOLERANCE = 1e-7
"""Skewness by sums of powers loses digits in every peer."""


def differences(ours: Answer, theirs: Answer) -> Iterator[str]:
    """Every figure on which two answers are not one: counts exactly, numbers to 1e-7."""
    if ours.matched != theirs.matched:
        yield f"matched: {ours.matched} ours, {theirs.matched} theirs"
    for name, mine in ours.spreads.items():
        other = theirs.spreads[name]
        if mine.counts != other.counts:
            yield f"{name} counts: {mine.counts} ours, {other.counts} theirs"
        for figure in ("summary", "moments"):
            pair = getattr(mine, figure), getattr(other, figure)
            if len(pair[0]) != len(pair[1]) or not all(map(_same, *pair)):
                yield f"{name} {figure}: {pair[0]} ours, {pair[1]} theirs"


def _same(mine: float, other: float) -> bool:
    if math.isnan(mine) or math.isnan(other):
        return math.isnan(mine) and math.isnan(other)
    return math.isclose(mine, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def side_by_side(ways: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Milliseconds of each way: its shortest call of `rounds` turns, in each of which it runs warm."""
    shortest = dict.fromkeys(ways, math.inf)
    for _ in range(rounds):
        for name, way in ways.items():
            shortest[name] = min(shortest[name], *(_milliseconds(way) for _ in range(CALLS)))
    return shortest


def _milliseconds(way: Callable[[], Any]) -> float:
    started = time.perf_counter()
    way()
    return (time.perf_counter() - started) * 1000
