"""The engine's rows: answers compared with every peer's, then timed beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.query.index import SnapshotIndex
from service.snapshot import Snapshot
from service.source import DirectorySource
from tests.bench.agreement import plain_disagreements, plain_of, require_agreement
from tests.bench.compare import differences, side_by_side
from tests.bench.engine import FullAnswers, aggregates, query_of
from tests.bench.peer_duckdb import DuckDB
from tests.bench.peer_pandas import Pandas
from tests.bench.peer_polars import Polars
from tests.bench.peers import table_for_peers
from tests.bench.plain import plain_answer
from tests.bench.question import FILTERS, Breadth
from tests.bench.rows import Row
from tests.bench.targets import judged

ROUNDS = 20
"""Turns; the shortest of each way counts."""

OURS = "ours"
LAZILY = "Polars lazily"


@dataclass(frozen=True, slots=True)
class Sides:
    """One table in the engine and in every peer."""

    index: SnapshotIndex
    peers: tuple[Pandas, Polars, DuckDB]

    def disagreements(self, breadth: Breadth) -> list[str]:
        """Every figure on which a peer's answer is not ours."""
        ours = aggregates(self.index, breadth)
        theirs = {peer.name: peer.read(peer.ask(breadth)) for peer in self.peers}
        return [
            f"{name}, {breadth}: {found}"
            for name, answer in theirs.items()
            for found in differences(ours, answer)
        ]

    def milliseconds(self, breadth: Breadth, rounds: int) -> dict[str, float]:
        """A peer's aggregates, by its name."""
        pandas, polars, duckdb = self.peers
        ways: dict[str, Callable[[], object]] = {
            pandas.name: lambda: pandas.ask(breadth),
            polars.name: lambda: polars.ask(breadth),
            duckdb.name: lambda: duckdb.ask(breadth),
            LAZILY: lambda: polars.ask_lazily(breadth),
        }
        return side_by_side(ways, rounds)


def sides(index: SnapshotIndex) -> Sides:
    """The index's features in every peer."""
    table = table_for_peers(index)
    return Sides(index, (Pandas(table), Polars(table), DuckDB(table)))


def opened(warehouse: Path, symbol: str = "DEMO") -> Snapshot:
    """The symbol's served snapshot as a service holds it."""
    source = DirectorySource(warehouse)
    current = source.current(symbol)
    if current is None:
        raise SystemExit(f"bench: {warehouse} has no snapshot of {symbol}")
    return source.load(symbol, current)


def engine_rows(snapshot: Snapshot, rounds: int = ROUNDS) -> list[Row]:
    """Rows of both filters; a figure that differs from a peer's stops the bench."""
    found: list[Row] = []
    table = sides(snapshot.index)
    for breadth in FILTERS:
        require_agreement(table.disagreements(breadth))
        found.extend(_full_rows(snapshot, breadth, table.milliseconds(breadth, rounds), rounds))
    return found


def _full_rows(
    snapshot: Snapshot, breadth: Breadth, aggregated: dict[str, float], rounds: int
) -> Iterator[Row]:
    """The whole answer against the peers' aggregates, and against the plain path's own."""
    index = snapshot.index
    require_agreement(plain_disagreements(index, breadth))
    table, mask = plain_of(index, breadth), index.select(query_of(index, breadth)).mask()
    ways: dict[str, Callable[[], object]] = {
        OURS: FullAnswers(snapshot, breadth),
        "plain path": lambda: plain_answer(table, mask),
    }
    times = side_by_side(ways, max(1, rounds // 2))
    for name, took in {**aggregated, "plain path": times["plain path"]}.items():
        yield judged(f"full answer, sample, {breadth}, ms against {name}", times[OURS], took)
