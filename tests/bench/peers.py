"""What the three peers share: the table they answer from and the form their answers are read into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import pandas as pd

from core.contracts.ranges import ranges_of
from core.query.index import SnapshotIndex
from tests.bench.question import EVENTS, NUMERICS, Answer, Breadth, Scalar
from tests.bench.tables import peer_table


@dataclass(frozen=True, slots=True)
class PeerTable:
    """The needed features of every session, and what an analyst knows of them.

    `cuts` of a numeric: its range's number is how many of them its value has reached. A feature in `bars` has
    no event at 0, which no inequality matches.
    """

    frame: pd.DataFrame
    cuts: dict[str, list[float]]
    bars: frozenset[str]


class Peer(Protocol):
    """One way to answer the question without us."""

    name: str

    def ask(self, breadth: Breadth) -> Any:
        """The figures as the peer gives them: this is timed."""

    def read(self, found: Any) -> Answer:
        """The figures in the form they are compared in."""


def table_for_peers(index: SnapshotIndex) -> PeerTable:
    """The index's features as a table."""
    bars = [name for name in EVENTS if index.catalogue.by_name[name].is_event_bar]
    return PeerTable(peer_table(index), {name: _cuts(index, name) for name in NUMERICS}, frozenset(bars))


def _cuts(index: SnapshotIndex, name: str) -> list[float]:
    ranges = ranges_of(index.catalogue.by_name[name])
    point = [float(np.nextafter(ranges.edges[ranges.first - 1], np.inf))] if ranges.exact else []
    return [*point, *ranges.edges[ranges.first : ranges.last]]


def by_range(reached: Sequence[int], n: int) -> dict[Scalar, int]:
    """Days by range number from the days that reached each cut, of `n` with a value."""
    steps = [n, *reached, 0]
    counts = {i: steps[i] - steps[i + 1] for i in range(len(steps) - 1)}
    return {number: days for number, days in counts.items() if days}
