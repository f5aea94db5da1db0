"""Our own side: the modules' aggregates, and the service's whole answer to JSON bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.modules.feature_view import FeatureView
from core.modules.moments import moments
from core.modules.order_statistics import ordered, quantile
from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.loading import decoded
from core.query.views import views
from service.answering import Answerer, Question
from service.encode import encode
from service.snapshot import Snapshot
from tests.bench.question import (
    NUMBERS,
    NUMERICS,
    QUARTILES,
    TWENTY,
    Answer,
    Breadth,
    Scalar,
    Spread,
    wire,
)

HAIR = 1e-9
UNLIKE = 300
"""More selections than a service keeps the tests of."""


def query_of(index: SnapshotIndex, breadth: Breadth, nudge: float = 0.0) -> FilterQuery:
    """The bench's filters as a request's are parsed, the lower end of their range moved by `nudge`."""
    return parse_query(
        wire(breadth, nudge), None, None, index.catalogue, first=index.first_date, last=index.last_date
    )


def aggregates(index: SnapshotIndex, breadth: Breadth) -> Answer:
    """The modules' counts, quantiles and moments of the twenty, in the form that everybody is compared in."""
    query = query_of(index, breadth)
    selection = index.select(query)
    return Answer(
        selection.count,
        {view.definition.name: _spread(index, view) for view in views(index, query, selection, TWENTY)},
    )


def _spread(index: SnapshotIndex, view: FeatureView) -> Spread:
    name = view.definition.name
    counts = _by_value(index, name, view.matched.counts)
    if name not in NUMBERS:
        return Spread(counts)
    days, found = ordered(view.scale, view.matched), moments(view.scale, view.matched)
    summary = [quantile(days, probability) for probability in QUARTILES]
    return Spread(counts, _figures(summary), _figures((found.mean, found.std, found.skewness)))


def _figures(found: Iterable[float | None]) -> tuple[float, ...]:
    return tuple(nan if figure is None else figure for figure in found)


def queries_of(index: SnapshotIndex, breadth: Breadth) -> list[FilterQuery]:
    """More questions than a service keeps, all but alike."""
    return [query_of(index, breadth, nudge=HAIR * number) for number in range(UNLIKE)]


def _by_value(index: SnapshotIndex, name: str, counts: NDArray[np.int64]) -> dict[Scalar, int]:
    values = range(len(counts)) if name in NUMERICS else decoded(index.catalogue.by_name[name])
    return {value: days for value, days in zip(values, counts.tolist(), strict=True) if days}


class FullAnswers:
    """A service's whole answers to JSON bytes: every module of the features, every interval and test.

    The filters' bounds move by a hair from call to call, so that the tests of a selection are never those
    of one before.
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
