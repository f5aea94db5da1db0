"""Our own side: the engine's aggregates, and the service's whole answer to JSON bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from core.contracts.results import Moments
from core.modules.feature_view import Tally
from core.modules.moments import moments
from core.modules.order_statistics import ordered, quantile
from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.loading import decoded
from core.query.selection import Selection
from service.answering import Answerer, Question
from service.encode import encode
from service.snapshot import Snapshot
from tests.bench.question import LABELLED, NUMERICS, QUARTILES, TWENTY, Answer, Breadth, Scalar, Spread, wire


@dataclass(frozen=True, slots=True)
class Aggregates:
    """The engine's figures of the twenty features, in their order."""

    matched: int
    counts: list[NDArray[np.int64]]
    summaries: list[tuple[float | None, ...]]
    moments: list[Moments]


HAIR = 1e-9
UNLIKE = 300
"""More selections than a service keeps the tests of."""


def query_of(index: SnapshotIndex, breadth: Breadth, nudge: float = 0.0) -> FilterQuery:
    """The bench's filters as a request's are parsed, the lower end of their range moved by `nudge`."""
    return parse_query(
        wire(breadth, nudge), None, None, index.catalogue, first=index.first_date, last=index.last_date
    )


def aggregates(index: SnapshotIndex, query: FilterQuery) -> Aggregates:
    """Mask, counts per value or range, five-number summaries and moments of the twenty."""
    selection = index.select(query)
    tallies = _tallies(index, selection)
    numbers = list(zip(TWENTY, tallies, strict=True))[: -len(LABELLED)]
    days = [ordered(index.scale(name), tally) for name, tally in numbers]
    return Aggregates(
        selection.count,
        [tally.counts for tally in tallies],
        [tuple(quantile(each, p) for p in QUARTILES) for each in days],
        [moments(index.scale(name), tally) for name, tally in numbers],
    )


def _tallies(index: SnapshotIndex, selection: Selection) -> list[Tally]:
    table, mask = index.table(TWENTY), selection.mask()
    if 2 * selection.count <= index.n_sessions:
        counts = table.count_rows(selection.rows())
    else:
        counts = table.whole - table.count_rows(np.flatnonzero(~mask))
    return [
        Tally(by_code, missing, index.sorted_values(name, mask))
        for name, (by_code, missing) in zip(TWENTY, table.split(counts), strict=True)
    ]


def answer_of(index: SnapshotIndex, found: Aggregates) -> Answer:
    """The aggregates in the form that everybody is compared in."""
    spreads = {name: Spread(_by_value(index, name, found.counts[i])) for i, name in enumerate(TWENTY)}
    for i, name in enumerate(TWENTY[: -len(LABELLED)]):
        known = found.moments[i]
        spread = tuple(_number(value) for value in (known.mean, known.std, known.skewness))
        summary = tuple(_number(value) for value in found.summaries[i])
        spreads[name] = Spread(spreads[name].counts, summary, spread)
    return Answer(found.matched, spreads)


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


def _by_value(index: SnapshotIndex, name: str, counts: NDArray[np.int64]) -> dict[Scalar, int]:
    values = range(len(counts)) if name in NUMERICS else decoded(index.catalogue.by_name[name])
    return {value: days for value, days in zip(values, counts.tolist(), strict=True) if days}


class FullAnswers:
    """A service's whole answers to JSON bytes: every module of the features, every interval and test.

    The filters' bounds move by a hair from call to call, so that the tests of a selection are never those
    of one before; the plan of the features is made once, as in a service.
    """

    def __init__(self, snapshot: Snapshot, breadth: Breadth, names: Sequence[str] = TWENTY) -> None:
        index = snapshot.index
        queries = [query_of(index, breadth, nudge=HAIR * number) for number in range(UNLIKE)]
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
