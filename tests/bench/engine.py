"""Our own side: the engine's aggregates, and the service's whole answer to JSON bytes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from core.query.aggregates import AggregatePlan, Aggregates
from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.loading import decoded
from service.answering import Answerer, Question
from service.encode import encode
from service.snapshot import Snapshot
from tests.bench.question import NUMERICS, TWENTY, Answer, Breadth, Scalar, Spread, wire

HAIR = 1e-9
UNLIKE = 300
"""More selections than a service keeps the tests of."""


def query_of(index: SnapshotIndex, breadth: Breadth, nudge: float = 0.0) -> FilterQuery:
    """The bench's filters as a request's are parsed, the lower end of their range moved by `nudge`."""
    return parse_query(
        wire(breadth, nudge), None, None, index.catalogue, first=index.first_date, last=index.last_date
    )


class EngineAggregates:
    """The engine's aggregates of the twenty into arrays: mask, counts, five-number summaries and moments.

    The plan of the features is made once. The lower end of the filters' range moves by a hair from call to
    call, so that its days are never kept from one before; those of the other conditions are.
    """

    def __init__(self, index: SnapshotIndex, breadth: Breadth) -> None:
        self._index, self._plan = index, AggregatePlan(index, TWENTY)
        self._queries = cycle(queries_of(index, breadth))

    def __call__(self) -> Aggregates:
        """The next answer, from the mask on."""
        return self._plan.of(self._index.select(next(self._queries)))

    def answer(self) -> Answer:
        """An answer in the form that everybody is compared in."""
        found, table = self(), self._plan.table
        spreads = {
            name: Spread(_by_value(self._index, name, counts))
            for name, (counts, _) in zip(TWENTY, table.split(found.counts), strict=True)
        }
        for name, summary, moments in zip(
            self._plan.numbers, found.summaries.tolist(), found.moments.T.tolist(), strict=True
        ):
            spreads[name] = Spread(spreads[name].counts, tuple(summary), tuple(moments))
        return Answer(found.matched, spreads)


def queries_of(index: SnapshotIndex, breadth: Breadth) -> list[FilterQuery]:
    """More questions than a service keeps, all but alike."""
    return [query_of(index, breadth, nudge=HAIR * number) for number in range(UNLIKE)]


def _by_value(index: SnapshotIndex, name: str, counts: NDArray[np.int64]) -> dict[Scalar, int]:
    values = range(len(counts)) if name in NUMERICS else decoded(index.catalogue.by_name[name])
    return {value: days for value, days in zip(values, counts.tolist(), strict=True) if days}


class FullAnswers:
    """A service's whole answers to JSON bytes: every module of the features, every interval and test.

    The filters' bounds move by a hair from call to call, so that the tests of a selection are never those
    of one before; the plan of the features is made once, as in a service.
    """

    def __init__(self, snapshot: Snapshot, breadth: Breadth, names: Sequence[str] = TWENTY) -> None:
        queries = queries_of(snapshot.index, breadth)
        self._questions = cycle([Question(snapshot, "pro", query) for query in queries])
        self._answerer, self._names = Answerer(), list(names)

    def __call__(self) -> bytes:
        """The next answer, from the mask on."""
        question = next(self._questions)
        selection = question.select()
        return encode(
            {
                "total_days": selection.count,
                "features": self._answerer.results(question, selection, self._names),
                "metadata": self._answerer.metadata(question, selection, self._names),
            }
        )
