"""Our own side: the engine's aggregates, and the service's whole answer to JSON bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.contracts.pack import NULL_CODE
from core.query.conditions import FilterQuery
from core.query.filters import parse_query
from core.query.index import SnapshotIndex
from core.query.loading import decoded
from core.statistics.answer import Engine
from core.statistics.columns import FeatureDays
from core.statistics.counting import Figures, figures_of
from service.answering import Question, metadata, results
from service.encode import encode
from service.snapshot import Snapshot
from tests.bench.question import (
    NUMBERS,
    NUMERICS,
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
    """The engine's counts, quantiles and moments of the twenty, in the form that everybody is compared in."""
    selection, columns = index.select(query_of(index, breadth)), Engine(_plain_days(index)).columns
    figures = figures_of(columns, TWENTY, [selection.mask()], exact=True)[0]
    return Answer(selection.count, {name: _spread(index, each) for name, each in figures.items()})


def _plain_days(index: SnapshotIndex) -> list[FeatureDays]:
    """The twenty without their modules, bars as plain counts: peers take the spread of every value."""
    days = [index.days(name) for name in TWENTY]
    kinds = [
        "integer count" if each.definition.kind == "integer bar" else each.definition.kind for each in days
    ]
    return [
        replace(each, definition=replace(each.definition, kind=kind, modules=()))
        for each, kind in zip(days, kinds, strict=True)
    ]


def _spread(index: SnapshotIndex, figures: Figures) -> Spread:
    name = figures.sheet.definition.name
    codes = index.codes(name)[figures.days]
    counts = _by_value(index, name, np.bincount(codes, minlength=NULL_CODE + 1)[:NULL_CODE])
    if name not in NUMBERS:
        return Spread(counts)
    found = figures.spread()
    summary = _figures((found.least, found.q1, found.median, found.q3, found.most))
    return Spread(counts, summary, _figures((found.mean, *figures.moments)))


def _figures(found: Iterable[float | None]) -> tuple[float, ...]:
    return tuple(nan if figure is None else figure for figure in found)


def queries_of(index: SnapshotIndex, breadth: Breadth) -> list[FilterQuery]:
    """More questions than a service keeps, all but alike."""
    return [query_of(index, breadth, nudge=HAIR * number) for number in range(UNLIKE)]


def _by_value(index: SnapshotIndex, name: str, counts: NDArray[np.int64]) -> dict[Scalar, int]:
    values = range(len(counts)) if name in NUMERICS else decoded(index.catalogue.by_name[name])
    return {value: days for value, days in zip(values, counts.tolist(), strict=False) if days}


class FullAnswers:
    """A service's whole answers to JSON bytes: every module of the features, every interval and test.

    The filters' bounds move by a hair from call to call, so that the tests of a selection are never those
    of one before.
    """

    def __init__(self, snapshot: Snapshot, breadth: Breadth, names: Sequence[str] = TWENTY) -> None:
        queries = queries_of(snapshot.index, breadth)
        self._questions = cycle([Question(snapshot, "pro", query) for query in queries])
        self._names = list(names)

    def __call__(self) -> bytes:
        """The next answer, from the mask on."""
        question = next(self._questions)
        selection = question.select()
        return encode(
            {
                "total_days": selection.count,
                "features": results(question, selection, self._names),
                "metadata": metadata(question, selection, self._names),
            }
        )
